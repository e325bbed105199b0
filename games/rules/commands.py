"""The command line: JSON lines or a position as text on standard output, errors on the other."""

import argparse
import json
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace as with_changes
from pathlib import Path
from time import perf_counter
from typing import Any

from games.rules import TITLES, editing, position, record, replay
from games.rules.bench import bench
from games.rules.common.arguments import BAD_ARGUMENTS, Parser, Refused
from games.rules.errors import BadBoard, BadPosition, BadRecord, IllegalOptions, echo
from games.rules.playthrough import Policy, play_out
from games.rules.title import CHANCE, AnyTitle, nearest

USUAL_PLAYERS = 4
"""The default; a title that does not allow it takes the nearest number it allows."""

BAD_RECORD = 1


def main(arguments: Sequence[str], bots: Mapping[str, Policy]) -> int:
    """Run one command with these bots at hand; return the exit code."""
    try:
        given = _parser(bots).parse_args(arguments)
        code: int = given.run(given, bots)
    except (Refused, IllegalOptions, BadBoard) as error:
        print(error, file=sys.stderr)
        return BAD_ARGUMENTS
    return code


def _parser(bots: Mapping[str, Policy]) -> Parser:
    parser = Parser(prog="python -m games", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    titles = commands.add_parser("titles", help="every title with its options")
    titles.set_defaults(run=_titles)

    first_board = next(board for title in TITLES.values() for board in title.boards)
    board = commands.add_parser("board", help="the facts of a board")
    board.add_argument("board", metavar="BOARD", help=f"for example {first_board}")
    board.set_defaults(run=_board)

    play = commands.add_parser("play", help="let bots play games")
    play.add_argument("--title", default=next(iter(TITLES)), help="default: %(default)s")
    play.add_argument(
        "--players", type=int, metavar="N", help=f"default: {USUAL_PLAYERS}, or the nearest"
    )
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    play.add_argument("--games", type=int, default=1, metavar="N", help="default: %(default)s")
    play.add_argument("--seed", type=int, help="the same seed plays the same games")
    play.add_argument(
        "--bot",
        default="random",
        metavar="BOT[,BOT...]",
        help=f"one for all seats, or one per seat: {', '.join(bots)}; default: %(default)s",
    )
    play.add_argument("--record", type=Path, metavar="DIR", help="write the records there")
    play.set_defaults(run=_play)

    again = commands.add_parser("replay", help="replay records")
    again.add_argument("files", nargs="+", type=Path, metavar="FILE")
    again.set_defaults(run=_replay)

    for name, run, what in (
        ("show", _show, "tell a position in words"),
        ("orders", _orders, "list all legal orders of a position"),
    ):
        shown = commands.add_parser(name, help=what)
        shown.add_argument("file", type=Path, metavar="POSITION", help="or a record")
        shown.add_argument(
            "--after", type=int, metavar="N", help="after N orders of the record; default: all"
        )
        shown.set_defaults(run=run)

    measure = commands.add_parser("bench", help="the speed of the rules")
    measure.add_argument("--title", help="default: every title")
    measure.set_defaults(run=_bench)
    return parser


def _say(**line: Any) -> None:
    print(json.dumps(line, ensure_ascii=False), flush=True)


def _titles(given: argparse.Namespace, bots: Mapping[str, Policy]) -> int:
    for title in TITLES.values():
        _say(
            title=title.id,
            name=str(title.name),
            rules_version=title.rules_version,
            players=list(title.players),
            boards=list(title.boards),
            options={
                option.name: {
                    "default": option.default,
                    "values": [value.id for value in option.values],
                }
                for option in title.options()
            },
        )
    return 0


def _board(given: argparse.Namespace, bots: Mapping[str, Policy]) -> int:
    for title in TITLES.values():
        if given.board in title.boards:
            _say(**title.board_facts(given.board))
            return 0
    known = ", ".join(board for title in TITLES.values() for board in title.boards)
    raise Refused(f"There is no board {given.board}. The boards are {known}.")


def _play(given: argparse.Namespace, bots: Mapping[str, Policy]) -> int:
    title = _title(given.title)
    if given.games < 1:
        raise Refused("Play at least one game: --games 1.")
    players = nearest(title, USUAL_PLAYERS) if given.players is None else given.players
    options = title.complete(_options(given.option), players)
    names = _bot_names(given.bot, players, bots)
    seed = random.SystemRandom().randrange(2**32) if given.seed is None else given.seed
    if given.record:
        _make_directory(given.record)
    orders, begin = 0, perf_counter()
    for game in range(1, given.games + 1):
        # Each game has a source of its own: game 7 is the same however many are played.
        rng = random.Random(f"{seed}/{game}")
        played = play_out(title, options, [bots[name] for name in names], rng)
        orders += len(played.steps)
        if given.record:
            text = replay.canonical(replay.record_of(played, names))
            file = given.record / f"{title.id}-{players}-{seed}-{game}.txt"
            file.write_text(text, encoding="utf-8")
        line = _line(title, options, names, len(played.steps), played.state)
        _say(game=game, seed=seed, **line)
    seconds = perf_counter() - begin
    _say(games=given.games, orders=orders, orders_per_second=round(orders / seconds))
    return 0


def _title(title_id: str) -> AnyTitle:
    if title_id not in TITLES:
        raise Refused(f"There is no title {echo(title_id)}. The titles are {', '.join(TITLES)}.")
    return TITLES[title_id]


def _options(given: Sequence[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise Refused(f"Write an option as NAME=VALUE, not {echo(text)}.")
        if name in options:
            raise Refused(f"The option {echo(name)} is given twice.")
        options[name] = value
    return options


def _bot_names(given: str, players: int, bots: Mapping[str, Policy]) -> list[str]:
    names = [name.strip() for name in given.split(",")]
    for name in names:
        if name not in bots:
            raise Refused(f"There is no bot {echo(name)}. The bots are {', '.join(bots)}.")
    if len(names) not in (1, players):
        raise Refused(f"You named {len(names)} bots for {players} players. Name one, or one each.")
    return names if len(names) == players else names * players


def _make_directory(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"Records cannot be written to {path}: {error.strerror}.") from None


def _line(
    title: AnyTitle, options: Mapping[str, str], names: Sequence[str], orders: int, state: Any
) -> dict[str, Any]:
    """Return the output line for a game; while it goes on, what tells its end is null."""
    result = title.result(state)
    places = list(result.places) if result else None
    return {
        "title": title.id,
        "options": dict(options),
        "players": len(names),
        "names": list(names),
        "orders": orders,
        "ended_by": result.ended_by if result else None,
        "scores": [dict(lines) for lines in result.scores] if result else None,
        "places": places,
        "winners": [seat for seat, place in enumerate(places, 1) if place == 1] if places else None,
        "tie_breaker": result.tie_breaker if result else None,
        "digest": title.digest(state),
    }


def _replay(given: argparse.Namespace, bots: Mapping[str, Policy]) -> int:
    """Replay each record and print its game; a bad record does not stop the others."""
    code = 0
    for file in given.files:
        try:
            read = record.read(file.read_bytes())
            state = replay.replay(read)
        except (BadRecord, OSError) as error:
            wrong = error.strerror if isinstance(error, OSError) else error
            print(f"{file}: {wrong}", file=sys.stderr)
            _say(file=str(file), error=str(wrong), line=getattr(error, "line", None))
            code = BAD_RECORD
            continue
        title = TITLES[read.title]
        options = title.complete(read.options, len(read.players))
        line = _line(title, options, read.players, len(read.orders), state)
        _say(file=str(file), **line)
    return code


def _show(given: argparse.Namespace, bots: Mapping[str, Policy]) -> int:
    """Print a position, and as comments who is to move and what everybody has."""
    read = _position(given, position.read)
    if read is None:
        return BAD_RECORD
    title, state = read
    asked = ", ".join(map(_seat_name, title.to_move(state))) or "nobody: the game is over"
    print(position.write(title, state))
    for line in (f"to move: {asked}", *replay.figure_lines(title.figures(state))):
        print(f"# {line}".rstrip())
    return 0


def _orders(given: argparse.Namespace, bots: Mapping[str, Policy]) -> int:
    """Print all that may happen next, as lines of a record."""
    read = _position(given, editing.read)
    if read is None:
        return BAD_RECORD
    title, state = read
    for seat in title.to_move(state):
        for order in title.orders(state, seat):
            print(f"{_seat_name(seat)}: {title.write(state, order)}")
    return 0


def _seat_name(seat: int) -> str:
    return "*" if seat == CHANCE else str(seat + 1)


def _position(
    given: argparse.Namespace, read: Callable[[str], tuple[AnyTitle, Any]]
) -> tuple[AnyTitle, Any] | None:
    """Return the position in a file, or at the end of a record; print what is wrong with it.

    One that no game can come to may be shown, but `read` must refuse it where the rules go on.
    """
    try:
        text = given.file.read_text("utf-8")
        if not text.lstrip().startswith("["):
            if given.after is not None:
                raise Refused("Only a record can be read up to an order, with --after.")
            return read(text)
        game = record.read(text)
        orders = game.orders if given.after is None else game.orders[: max(0, given.after)]
        whole = len(orders) == len(game.orders)
        state = replay.replay(
            with_changes(game, orders=orders, result=game.result if whole else "")
        )
    except (BadPosition, BadRecord, OSError, UnicodeDecodeError) as error:
        wrong = error.strerror if isinstance(error, OSError) else error
        print(f"{given.file}: {wrong}", file=sys.stderr)
        return None
    return replay.title_of(game), state


def _bench(given: argparse.Namespace, bots: Mapping[str, Policy]) -> int:
    """Measure every setup of a title, or of all titles, and compare it with the title's first."""
    for title in TITLES.values() if given.title is None else [_title(given.title)]:
        first: dict[str, int] = {}
        for table in title.setups():
            options = title.complete(table.options, table.players)
            board = title.view(title.start(options, table.players), None).board
            told: dict[str, Any] = {"title": title.id, "table": str(table.label), "board": board}
            told |= {"players": table.players, "options": dict(table.options)}
            for line in bench(title, table.players, options, bots["random"]):
                of_first = line["ratio"] / first.setdefault(line["listing"], line["ratio"])
                _say(**told, **line, of_first=round(of_first, 2))
    return 0
