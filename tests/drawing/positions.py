"""Positions to draw: games played at random, ends of recorded games, boards filled to the brim."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from games.rules import TITLES
from games.rules.record import read
from games.rules.replay import record_steps, title_of
from games.rules.teutonica.board import load_board
from games.rules.teutonica.modules.favour import OPEN, OWNED
from games.rules.teutonica.pieces import NEUTRAL, TILES, TRADER, piece
from games.rules.teutonica.view import View
from games.rules.title import CHANCE, Title, Touched

TITLE = TITLES["teutonica"]
# What keeps a random game going: routes are filled and claimed rather than emptied.
_WEIGHTS = {"claim": 30, "place": 9, "income": 4, "displace": 4, "move": 1, "end": 1}

GAMES: tuple[tuple[int, dict[str, str]], ...] = (
    (2, {"two_player": "neutral", "missions": "on"}),
    (2, {"two_player": "pawn", "missions": "on", "favour": "on"}),
    (3, {}),
    (4, {"board": "east"}),
    (5, {"favour": "on"}),
    (3, {"board": "britannia"}),
    (5, {"board": "britannia", "edition": "classic"}),
)
"""Players and options for every side of every board, and for all that modules draw."""

RECORDS = Path(__file__).parents[1] / "records"
LATE = {
    "hanse-23": "teutonica/2-players-pawn-all-modules-markers",
    "hanse-45": "teutonica/5-players-all-modules-classic-markers",
    "east": "teutonica/4-players-east-markers",
    "britannia-3": "teutonica/3-players-britannia-markers",
    "britannia-45": "teutonica/5-players-britannia-markers",
    "baltic": "hansa/4-players-booths",
}
"""A recorded game for every side of every board, played until few pieces are left."""


def late_state(board: str) -> tuple[Title, Any, list[Touched]]:
    """Return the title, a turn shortly before the end, and what orders touched until then."""
    record = read((RECORDS / f"{LATE[board]}.txt").read_bytes())
    title, steps = title_of(record), [*record_steps(record)][: -len(record.orders) // 20]
    while not _choice(title, steps[-1].after):
        steps.pop()
    touched = [title.touched(step.after, step.text, step.after.events) for step in steps]
    return title, steps[-1].after, touched


def _choice(title: Title, state: Any) -> bool:
    """Whether a player has more to choose from than a few orders."""
    seat = title.to_move(state)[0]
    return seat != CHANCE and len(title.orders(state, seat)) > 5


def late(board: str) -> tuple[Any, list[Touched]]:
    """Return a spectator's view of that position, and what orders touched until then."""
    title, state, touched = late_state(board)
    return title.view(state, None), touched


def walk(
    players: int, steps: int, seed: int, options: Mapping[str, str] | None = None
) -> Iterator[tuple[Any, int]]:
    """Every position of a random game in which a player is to move, with that player."""
    dice = random.Random(seed)
    state = TITLE.start(options or {}, players)
    while steps and TITLE.to_move(state):
        (seat,) = TITLE.to_move(state)
        if seat == CHANCE:
            draws, weights = zip(*TITLE.chance_outcomes(state), strict=True)
            order = dice.choices(draws, weights)[0]
        else:
            yield state, seat
            steps -= 1
            groups = TITLE.orders(state, seat).groups
            verbs = list(groups)
            verb = dice.choices(verbs, [_WEIGHTS.get(verb, 5) for verb in verbs])[0]
            order = groups[verb][dice.randrange(len(groups[verb]))]
        state = TITLE.apply(state, seat, order)


def opening(players: int, seed: int = 1, options: Mapping[str, str] | None = None) -> View:
    """The start player's view; the pawn, if there is one, is already on the board."""
    for state, seat in walk(players, 2, seed, options):
        view = TITLE.view(state, seat)
        if view.prompt != "pawn":
            break
    return view


def brimful(players: int, seed: int = 1, options: Mapping[str, str] | None = None) -> View:
    """A view with pieces wherever pieces can be, the neutral's among them."""
    dice = random.Random(seed)
    view = opening(players, options=options)
    board = load_board(view.board)
    owners = [*range(players)] + [NEUTRAL] * (players == 2)

    def any_piece(kind: int) -> int:
        seat = dice.choice(owners)
        return piece(seat, TRADER if seat == NEUTRAL else kind)

    return replace(
        view,
        spaces=bytes(any_piece(dice.randrange(2)) for _ in view.spaces),
        offices=bytes(any_piece(office.kind) for office in board.offices),
        extras=tuple(
            bytes(any_piece(dice.randrange(2)) for _ in range(dice.randrange(4)))
            for _ in board.cities
        ),
        founded=tuple(
            bytes(any_piece(dice.randrange(2)) for _ in range(dice.randrange(1, 5) * city.green))
            for city in board.cities
        ),
        special=bytes(1 + dice.randrange(players) for _ in view.special),
        route_markers=tuple(
            None if route.permanent_marker else dice.randrange(6) for route in board.routes
        ),
        added=view.added._replace(tiles=_tiles(view)),
        completed=tuple(range(len(board.cities)))[: board.cities_to_end],
        hand=bytes([piece(1, 1)]),
        origin=0,
        prompt="displaced",
        desks=tuple(
            replace(desk, prestige=prestige, markers=(0, 2, 5), used=2, plate=2, plate_known=(3,))
            for desk, prestige in zip(view.desks, (3, 3, 20, 25, 60), strict=False)
        ),
    )


def _tiles(view: View) -> bytes:
    """The tiles of the game: the first is open, the others have owners."""
    places = {name: OWNED + place % view.players for place, name in enumerate(view.tiles)}
    places |= dict.fromkeys([*view.tiles][:1], OPEN)
    return bytes(places.get(name, 0) for name in TILES) if view.tiles else b""
