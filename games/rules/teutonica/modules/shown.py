"""What modules of the game show in a view, worked out from what they store."""

from typing import Protocol

from games.rules.common.state import Frozen
from games.rules.teutonica.modules import britannia, favour, missions
from games.rules.teutonica.state import Position


class _View(Position, Protocol):
    @property
    def actions_left(self) -> int: ...


class Shown(Frozen):
    """The part of a view that is about modules."""

    __slots__ = ()

    @property
    def missions(self: Position) -> tuple[tuple[int, ...], ...]:
        """The cities of each seat's card if this viewer may know them, else () (T12)."""
        return tuple(missions.card(self, seat) for seat in range(self.players))

    @property
    def tiles(self: Position) -> dict[str, int | None]:
        """The owner of each tile in the game, None for an open one (T13)."""
        return favour.tile_owners(self)

    @property
    def permissions(self: Position) -> tuple[tuple[str, ...], ...]:
        """The countries of each permission that the player on turn has left (T15.1)."""
        return tuple(city.grants for city in britannia.permissions_left(self, self.turn))

    @property
    def pawn(self: Position) -> int | None:
        """The province of the pawn, None if there is none on the board (T17)."""
        return self.added.pawn or None

    @property
    def free_walk(self: Position) -> bool:
        """Whether the pawn's free move is to come (T17.2)."""
        return bool(self.added.pawn) and not self.added.walked

    @property
    def walk_ends(self: _View) -> bool:
        """Whether that move would give up the actions that are left (T17.2)."""
        return self.added.acted and not self.added.walked and self.actions_left > 0
