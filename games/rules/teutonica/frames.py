"""What must be finished before a game of Hansa Teutonica goes on: the frames of `State.frames`.

The last field of each is its name, which is also what views call the decision. A dump has the name
first, then the numbers.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any, Final, Literal, NamedTuple, TypeVar, get_args

from games.rules.teutonica.pieces import EMPTY

NOWHERE: Final = -1
"""The origin of a lifted piece while none is in the hand."""


class Taverns(NamedTuple):
    """Start markers, by kind, are still to come to the taverns (T1.4)."""

    markers: tuple[int, ...]
    name: Literal["taverns"] = "taverns"


class StartPlayer(NamedTuple):
    """The start player is still to be drawn (T1.3)."""

    name: Literal["start"] = "start"


class DealMissions(NamedTuple):
    """Mission cards are still to be dealt (T12)."""

    name: Literal["missions"] = "missions"


class OpenTiles(NamedTuple):
    """The tiles of the game are still to be drawn (T13)."""

    name: Literal["tiles"] = "tiles"


class FirstProvince(NamedTuple):
    """The pawn is still to be put on the board (T17.1)."""

    name: Literal["pawn"] = "pawn"


class Moving(NamedTuple):
    """A Move action goes on, with moves left (T6.1)."""

    left: int
    name: Literal["moving"] = "moving"


class Displaced(NamedTuple):
    """A seat places the piece displaced from a route, and extra pieces (T5.2).

    `hand` is the displaced piece, EMPTY once it is placed; `extras` is how many more may be placed,
    `placed` the spaces that have been filled.
    """

    victim: int
    route: int
    hand: int
    extras: int
    placed: tuple[int, ...] = ()
    name: Literal["displaced"] = "displaced"


class NeutralDisplaced(NamedTuple):
    """The other player places a neutral trader, and another one, as in `Displaced` (T18.3)."""

    victim: int
    route: int
    hand: int
    extras: int
    name: Literal["neutral displaced"] = "neutral displaced"


class NeutralOfficeOf(NamedTuple):
    """The player on turn chooses where a claimed route's neutral office goes (T18.4)."""

    route: int
    name: Literal["neutral office"] = "neutral office"


class Plate(NamedTuple):
    """Markers on the plate are seen and placed (T8.4)."""

    name: Literal["plate"] = "plate"


class Move3(NamedTuple):
    """Other players' pieces move; one that was landed on is in the hand, from `origin` (T9.6)."""

    left: int
    hand: int = EMPTY
    origin: int = NOWHERE
    name: Literal["move3"] = "move3"


class MoveAny(NamedTuple):
    """Any pieces move, as in `Move3` (T14.3)."""

    left: int
    hand: int = EMPTY
    origin: int = NOWHERE
    name: Literal["move any"] = "move any"


class Remove3(NamedTuple):
    """Pieces go back to their owners' supplies (T9.6)."""

    left: int
    name: Literal["remove3"] = "remove3"


class Permanent(NamedTuple):
    """A claimed route's permanent marker is used, with the pieces that are left (T14.3)."""

    route: int
    traders: int
    merchants: int
    name: Literal["permanent"] = "permanent"


class DevelopPrivilege(NamedTuple):
    """Privilege may be developed (T14.3)."""

    name: Literal["develop privilege"] = "develop privilege"


class FoundOffice(NamedTuple):
    """An office may be opened in a green city (T14.3)."""

    name: Literal["found"] = "found"


class PlaceClaimed(NamedTuple):
    """Pieces of the claimed route may be placed again, `left` of them (T14.3)."""

    traders: int
    merchants: int
    left: int
    name: Literal["place claimed"] = "place claimed"


class PlaceAbroad(NamedTuple):
    """Own pieces may be placed in Wales and Scotland (T15.5)."""

    left: int
    name: Literal["place abroad"] = "place abroad"


class IncomeTile(NamedTuple):
    """The owner of a tile may take a piece, as another player took income (T13)."""

    seat: int
    name: Literal["income tile"] = "income tile"


Displacing = Displaced | NeutralDisplaced
Lifting = Move3 | MoveAny
Frame = (
    Taverns
    | StartPlayer
    | DealMissions
    | OpenTiles
    | FirstProvince
    | Moving
    | Displacing
    | NeutralOfficeOf
    | Plate
    | Lifting
    | Remove3
    | Permanent
    | DevelopPrivilege
    | FoundOffice
    | PlaceClaimed
    | PlaceAbroad
    | IncomeTile
)
FrameT = TypeVar("FrameT", bound=Frame)
_KINDS: dict[str, Any] = {kind._field_defaults["name"]: kind for kind in get_args(Frame)}
FIELDS: dict[str, tuple[str, ...]] = {name: kind._fields[:-1] for name, kind in _KINDS.items()}
"""What the numbers of each frame are, by its name."""


def dump(stack: tuple[Frame, ...]) -> list[list[str | int]]:
    """Return frames as plain JSON: the name of each, then its numbers."""
    return [_dumped(frame) for frame in stack]


def _dumped(frame: Frame) -> list[str | int]:
    fields: list[int | tuple[int, ...]] = list(frame[:-1])
    numbers = [field if isinstance(field, tuple) else (field,) for field in fields]
    return [frame.name, *chain.from_iterable(numbers)]


def load(dumped: Sequence[Sequence[Any]]) -> tuple[Frame, ...]:
    """Return the frames that `dump` wrote."""
    return tuple(_loaded(*frame) for frame in dumped)


def _loaded(name: str, *numbers: int) -> Frame:
    kind = _KINDS[name]
    if kind is Taverns:
        return Taverns(numbers)
    if kind is Displaced:
        victim, route, hand, extras, *placed = numbers
        return Displaced(victim, route, hand, extras, tuple(placed))
    frame: Frame = kind(*numbers)
    return frame
