"""Positions as text: complete, readable, and refused with the line that is wrong."""

import random

import pytest

from games.rules import TITLES, position
from games.rules.common.state import FlatState
from games.rules.errors import BadPosition
from games.rules.title import CHANCE
from tests.play.poll_title import registered
from tests.rules.hansa_positions import check_goods_and_booths
from tests.rules.positions import check_pieces
from tests.rules.walks import PAIRED, PAIRED_FIRST, Case, of_each_kind, walk

every = pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)


@every
def test_every_position_of_a_game_is_read_back(case: Case) -> None:
    title, steps = case.title, walk(case)
    found = [*steps[:20], *steps[20::25], *of_each_kind(case), steps[-1]]
    for state in [case.start(), *(step.after for step in found), *(s.before for s in found)]:
        text = position.write(title, state)
        same, again = position.read(text)
        assert same is title
        assert title.dump(again) == title.dump(state), text
        assert position.write(title, again) == text


@every
def test_a_state_prints_as_a_text_that_is_read_back(case: Case) -> None:
    for step in of_each_kind(case, 1):
        if isinstance(step.after, FlatState):
            _, again = position.read(repr(step.after))
            assert again == step.after == step.after.copy()
            assert again != step.before


@pytest.mark.parametrize("case", PAIRED, ids=str)
def test_a_spoilt_position_is_read_or_refused_in_a_sentence(case: Case) -> None:
    rng, refusals = random.Random(1), []
    for step in of_each_kind(case, 1):
        lines = position.write(case.title, step.before).splitlines()
        for _ in range(6):
            words = lines[number := rng.randrange(len(lines))].split() or ["-"]
            words[rng.randrange(len(words))] = rng.choice(["", "?", "-", "9", "t3", "xyz", "a:b"])
            try:
                position.read("\n".join([*lines[:number], " ".join(words), *lines[number + 1 :]]))
            except BadPosition as error:
                refusals.append(str(error))
    assert refusals
    assert all(text.endswith(".") and text.count("\n") == 0 for text in refusals)


SHORT = "title: teutonica\nplayers: 3\n"
HANSA = "title: hansa\nplayers: 2\nstage: turn\nwithout: red blue\n"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("players: 3", None, "'title: ...'"),
        ("title: teutonica", None, "'players: ...'"),
        ("title: chess", 1, "teutonica or hansa"),
        ("turn 1", 1, "'what: words'"),
        ("title: hansa\nplayers: 9", None, "2 to 4 players"),
        ("title: hansa\nplayers: 2\nrules: 7", None, "by version 1 only"),
        ("title: hansa\nplayers: two", 2, "should be a number of players"),
        ("title: teutonica\nplayers: 3\noption board: mars", None, "hanse"),
        ("title: teutonica\nplayers: 3\nboard: hanse-45", 3, "Write hanse-23"),
        (SHORT + "turn: 4", 3, "from 1 to 3"),
        (SHORT + "turn: 1\nturn: 2", 4, "above"),
        (SHORT + "turn: 1 2", 3, "should end before '2'"),
        (SHORT + "weather: fair", 3, "kind of line"),
        (SHORT + "route hamburg-stde: t1", 3, "hamburg-stade"),
        (SHORT + "route hamburg-stade: t1", 3, "Hamburg–Stade has 3 spaces"),
        (SHORT + "route hamburg-stade: t1 - t4", 3, "'t4' is not a piece"),
        (SHORT + "city hamburg: -", 3, "offices in Hamburg"),
        (SHORT + "marker hamburg-stade:", 3, "needs a marker"),
        (SHORT + "mission 1: 4", 3, "option missions: on"),
        (SHORT + "seat 1: stock 20t", 3, "It should have 27"),
        (SHORT + "seat 1: stock three", 3, "'3t1m'"),
        (SHORT + "held 1: swap*4", None, "The edition has 3"),
        (SHORT + "bag: swap*2\nheld 1: swap", 3, "markers 'extra'"),
        (SHORT + "held 1: swap*0001", 3, "'extra*2'"),
        (SHORT + f"held 1: swap*{'0' * 5000}", 3, "'extra*2'"),
        (SHORT + "plate 1: ?*20", 3, "not a marker"),
        (SHORT + "waits: permanent hamburg-stade 1 1", 3, "decision"),
        (SHORT + "waits: displaced 1 hamburg-stade t1", 3, "needs a number"),
        (SHORT + "waits: taverns", 3, "needs a marker"),
        (SHORT + "waits: moving 2 3", 3, "should end before '3'"),
        (HANSA, None, "The piles hold 38 markers at most"),
        ("title: hansa\nplayers: 3\nwithout: red blue", None, "1 of the colours"),
        (HANSA + "sold 1: green1*9", None, "markers 'green1'"),
        (HANSA + "sold 1: red1", None, "left out"),
        (HANSA + "warehouses tonsberg: green1", 5, "2 warehouses"),
        (HANSA + "booths tonsberg: 9 0\nbooths riga: 9 0", None, "Each player has 15"),
    ],
)
def test_a_wrong_position_is_refused_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        position.read(text)
    assert words in str(refusal.value)
    assert refusal.value.line == line


def test_what_is_left_out_is_in_the_stock_and_in_the_bag() -> None:
    title, state = position.read(SHORT + "route hamburg-stade: t1 - m2\nheld 3: swap # a comment")
    check_pieces(state)
    data = title.dump(state)
    assert data["stock"] == [10, 1, 11, 0, 11, 1]
    assert data["bag"][1] == 2
    assert data["actions"] == 2
    one, other = ("used 1: swap extra", "used 1: extra, swap")
    assert title.digest(position.read(SHORT + one)[1]) == title.digest(
        position.read(SHORT + other)[1]
    )
    assert title.to_move(state) == (0,)
    title, state = position.read(HANSA.replace("turn", "lay").upper())
    check_goods_and_booths(state)
    assert title.to_move(state) == (CHANCE,)


def test_a_title_without_lines_of_its_own_has_its_data() -> None:
    with registered():
        poll = TITLES["poll"]
        start = poll.start({}, 2)
        state = poll.apply(start, 0, poll.read(start, "vote"))
        title, again = position.read(position.write(poll, state))
        assert (title, again) == (poll, state)
        with pytest.raises(BadPosition, match=r"Line 3, column 1: .*JSON"):
            position.read("title: poll\nplayers: 2\ndata: {")
