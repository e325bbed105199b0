"""The command line: `python -m games`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.bots import BOTS
from games.rules import TITLES, commands
from games.rules.bench import Measure, bench, listed, spelled_out
from tests.cases import first

ROOT = Path(__file__).resolve().parents[2]
QUICK = ("play", "--bot", "journeyman", "--players", "3")
LINE = {
    "title",
    "options",
    "players",
    "names",
    "orders",
    "ended_by",
    "scores",
    "places",
    "winners",
    "tie_breaker",
    "digest",
}


@pytest.fixture
def run(capsys):
    """Run a command in this process; return its exit code, lines and complaints."""

    def command(*arguments):
        code = commands.main([str(argument) for argument in arguments], BOTS)
        said = capsys.readouterr()
        return code, [json.loads(line) for line in said.out.splitlines()], said.err

    return command


def test_the_module_runs_as_a_program():
    done = subprocess.run(
        [sys.executable, "-m", "games", *QUICK, "--seed", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    game, summary = map(json.loads, done.stdout.splitlines())
    assert game.keys() == {"game", "seed", *LINE}
    assert summary.keys() == {"games", "orders", "orders_per_second"}
    assert done.stderr == ""


@pytest.mark.parametrize("arguments", [("titles",), (*QUICK, "--games", "3")])
def test_the_program_ends_without_a_word_when_its_reader_leaves(arguments):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as nobody:
        done = subprocess.run(
            [sys.executable, "-m", "games", *arguments],
            cwd=ROOT,
            stdout=nobody,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (141, "")


def test_the_program_ends_with_2_on_bad_arguments():
    done = subprocess.run(
        [sys.executable, "-m", "games", "play", "--players", "17"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_titles(run):
    code, lines, _ = run("titles")
    assert code == 0
    assert [line["title"] for line in lines] == [*TITLES]
    assert lines[0]["options"]["board"]["default"] == "hanse"


@pytest.mark.parametrize("board", [b for title in TITLES.values() for b in title.boards])
def test_board_prints_the_facts(run, board):
    code, [facts], _ = run("board", board)
    assert code == 0
    assert facts["id"] == board
    assert {"name", "players", "cities"} <= facts.keys()


def test_a_game_is_told_with_every_line_of_the_score_sheet(run):
    code, [game, summary], _ = run(*QUICK, "--seed", "3", "--option", "board=hanse")
    assert code == 0
    assert game["title"] == "teutonica"
    assert game["options"] == TITLES["teutonica"].complete({"board": "hanse"}, 3)
    assert game["players"] == len(game["scores"]) == len(game["places"]) == 3
    assert game["names"] == ["journeyman"] * 3
    for lines in game["scores"]:
        assert sum(lines.values()) == 2 * lines["total"]
    assert game["winners"] == [seat for seat, place in enumerate(game["places"], 1) if place == 1]
    assert summary["games"] == 1
    assert summary["orders"] == game["orders"]


def test_the_same_seed_plays_the_same_games_however_many(run):
    _, [*two, _], _ = run(*QUICK, "--seed", "5", "--games", "2")
    _, [one, _], _ = run(*QUICK, "--seed", "5")
    assert one == two[0] != two[1]


def test_a_seed_that_was_not_given_is_told(run):
    _, [game, _], _ = run(*QUICK)
    _, [again, _], _ = run(*QUICK, "--seed", game["seed"])
    assert again == game


def test_each_seat_may_have_its_own_bot(run):
    _, [game, _], _ = run(
        "play", "--players", "3", "--bot", "random,journeyman,journeyman", "--seed", "1"
    )
    assert game["names"] == ["random", "journeyman", "journeyman"]


def test_records_are_written_and_replay_to_the_same_line(run, tmp_path):
    _, [*games, _], _ = run(*QUICK, "--seed", "5", "--games", "2", "--record", tmp_path / "new")
    files = sorted((tmp_path / "new").iterdir())
    code, lines, _ = run("replay", *files)
    assert code == 0
    for file, game, line in zip(files, games, lines, strict=True):
        assert line.pop("file") == str(file)
        assert line.keys() == LINE
        assert line == {key: game[key] for key in LINE}


def test_a_record_that_stops_early_has_no_result(run, tmp_path):
    file = tmp_path / "early.txt"
    file.write_text('[Title "teutonica"]\n[Player "A"]\n[Player "B"]\n[Player "C"]\n\n*: start 2\n')
    code, [line], _ = run("replay", file)
    assert code == 0
    assert [line[key] for key in ("ended_by", "scores", "places", "winners")] == [None] * 4


def test_a_bad_record_is_told_with_its_line_and_the_others_are_still_told(run, tmp_path):
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text('[Title "teutonica"]\n[Player "A"]\n[Player "B"]\n[Player "C"]\n')
    bad.write_text(good.read_text() + "\n*: start 2\n1: dance\n")
    code, [one, other], complaint = run("replay", bad, good)
    assert code == 1
    assert one["line"] == 7
    assert one["error"].startswith("Line 7, column 4: ")
    assert str(bad) in complaint
    assert "Line 7, column 4: " in complaint
    assert other["orders"] == 0


def test_a_record_that_is_not_there_is_told(run, tmp_path):
    code, [line], complaint = run("replay", tmp_path / "nowhere.txt")
    assert code == 1
    assert line["error"]
    assert "nowhere.txt" in complaint


@pytest.fixture
def shown(capsys):
    """Run a command that prints no JSON; return its exit code, lines and complaints."""

    def command(*arguments):
        code = commands.main([str(argument) for argument in arguments], BOTS)
        said = capsys.readouterr()
        return code, said.out.splitlines(), said.err

    return command


@pytest.mark.parametrize("title", TITLES)
def test_a_position_of_a_record_is_shown_and_can_be_read_again(shown, tmp_path, title):
    record = min((ROOT / "tests" / "records" / title).iterdir())
    code, lines, _ = shown("show", record, "--after", "3")
    assert code == 0
    assert lines[0] == f"title: {title}"
    assert lines[-1].startswith("# total")
    file = tmp_path / "position.txt"
    file.write_text("\n".join(lines))
    assert shown("show", file) == (0, lines, "")
    assert shown("show", record) != (0, lines, "")


def test_the_orders_of_a_position_are_listed_as_a_record_has_them(shown, tmp_path):
    file = tmp_path / "position.txt"
    file.write_text("title: teutonica\nplayers: 3\nturn: 2\nseat 2: supply 1t")
    code, lines, _ = shown("orders", file)
    assert code == 0
    assert {"2: end", "2: place t hamburg-stade.1", "2: income 3t"} <= {*lines}
    file.write_text("title: hansa\nplayers: 3\nstage: remove")
    assert "*: remove red" in shown("orders", file)[1]


@pytest.mark.parametrize("command", ["show", "orders"])
def test_a_bad_position_is_told_with_its_line(shown, tmp_path, command):
    file = tmp_path / "position.txt"
    for text in ("title: teutonica\nplayers: x", '[Title "teutonica"]\n1: dance'):
        file.write_text(text)
        code, lines, complaint = shown(command, file)
        assert (code, lines) == (1, [])
        assert complaint.startswith(f"{file}: ")
    code, _, complaint = shown(command, tmp_path / "none.txt")
    assert (code, "none.txt" in complaint) == (1, True)
    file.write_text("title: teutonica\nplayers: 3")
    assert shown(command, file, "--after", "3")[0] == 2


def test_a_position_that_no_game_has_is_shown_but_has_no_orders(shown, tmp_path):
    file = tmp_path / "position.txt"
    file.write_text("title: teutonica\nplayers: 2\noption two_player: pawn")
    assert shown("show", file)[0] == 0
    code, lines, complaint = shown("orders", file)
    assert (code, lines) == (1, [])
    assert "The pawn is not on the board" in complaint


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("", "COMMAND"),
        ("dance", "dance"),
        ("board", "BOARD"),
        ("board atlantis", "hanse-45"),
        ("play --title chess", "teutonica"),
        ("play --players two", "two"),
        ("play --players 9", "2 to 5"),
        ("play --games 0", "--games 1"),
        ("play --option board", "NAME=VALUE"),
        ("play --option board=atlantis", "atlantis"),
        ("play --option weather=fair", "weather"),
        ("play --option board=hanse --option board=hanse", "twice"),
        ("play --option edition=third", "classic"),
        ("play --option two_player=pawn", "for two players"),
        ("play --players 2 --option board=east", "only on the board 'hanse'"),
        ("play --players 2 --option board=britannia", "only on the board 'hanse'"),
        ("play --option board=east --option missions=on", "'missions'"),
        ("play --option board=britannia --option favour=on", "'favour'"),
        ("play --bot greedier", "journeyman"),
        ("play --bot journeyman,journeyman", "2 bots"),
        ("play --seed x", "seed"),
        ("play --record /dev/null/records", "/dev/null/records"),
        ("play --title hansa --players 5", "2 to 4"),
        ("play --title hansa --option board=baltic", "board"),
        ("replay", "FILE"),
        ("show", "POSITION"),
        ("orders x --after y", "after"),
        ("bench --title chess", "teutonica"),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence(run, arguments, words):
    code, lines, complaint = run(*arguments.split())
    assert code == 2
    assert lines == []
    assert words in complaint
    assert complaint.count("\n") == 1
    assert complaint[0].isupper() or complaint[0] == "'" or complaint[0].isdigit()
    assert complaint.rstrip()[-1] == "."


def test_bench_measures_both_ways_of_listing(monkeypatch):
    monkeypatch.setattr("games.rules.bench.DECISIONS", 20)
    monkeypatch.setattr("games.rules.bench.ROUNDS", 3)
    lines = list(bench(TITLES["teutonica"], 4, {"board": "hanse"}, BOTS["random"]))
    assert [line["listing"] for line in lines] == ["spelled out", "counted"]
    for line in lines:
        assert 0 < line["lowest"] <= line["ratio"] <= line["highest"]


def test_bench_compares_every_board_with_the_first(run, monkeypatch):
    monkeypatch.setattr("games.rules.bench.DECISIONS", 5)
    # The median of three is more than 0 even if the machine pauses once.
    monkeypatch.setattr("games.rules.bench.ROUNDS", 3)
    code, lines, _ = run("bench")
    assert code == 0
    for title in TITLES.values():
        own = [line for line in lines if line["title"] == title.id]
        assert own[0]["of_first"] == 1.0
        assert {line["board"] for line in own} == set(title.boards)
        assert {line["table"] for line in own} == {str(table.label) for table in title.setups()}
    assert all(line["of_first"] > 0 for line in lines)


@pytest.mark.parametrize("title", TITLES)
def test_bench_measures_one_title_where_it_is_named(run, monkeypatch, title):
    monkeypatch.setattr("games.rules.bench.DECISIONS", 5)
    monkeypatch.setattr("games.rules.bench.ROUNDS", 1)
    code, lines, _ = run("bench", "--title", title)
    assert code == 0
    assert {line["title"] for line in lines} == {title}


@pytest.mark.parametrize(
    ("title", "players"),
    [
        case
        for title in TITLES.values()
        for case in first(1, [(title.id, players) for players in title.players])
    ],
)
def test_every_title_is_played_and_replayed(run, tmp_path, title, players):
    code, [game, _], _ = run(
        "play", "--title", title, "--players", players, "--seed", "2", "--record", tmp_path
    )
    assert code == 0
    assert (game["title"], game["players"]) == (title, players)
    assert game["ended_by"]
    _, [again], _ = run("replay", *tmp_path.iterdir())
    assert again.items() >= {key: game[key] for key in LINE}.items()


@pytest.mark.parametrize(
    ("players", "options"),
    [
        ("2", {"two_player": "pawn", "favour": "on"}),
        ("2", {"edition": "classic", "missions": "on"}),
        ("3", {"board": "britannia"}),
        ("5", {"board": "east", "edition": "classic"}),
        ("4", {"missions": "on", "favour": "on"}),
    ],
)
def test_every_option_is_played(run, players, options):
    given = [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
    code, [game, _], _ = run(
        "play", "--bot", "journeyman", "--players", players, "--seed", "1", *given
    )
    assert code == 0
    assert options.items() <= game["options"].items()
    assert game["ended_by"]


def test_a_decision_lists_all_orders():
    measure = Measure(TITLES["teutonica"], 4, {}, BOTS["random"], seed=1)
    measure.decisions(50, spelled_out)
    other = Measure(TITLES["teutonica"], 4, {}, BOTS["random"], seed=1)
    other.decisions(50, listed)
    assert measure.orders_seen == other.orders_seen > 50
