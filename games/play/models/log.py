"""The log of a game, wherever its moves are kept: in a row each, or all packed into one."""

from collections.abc import Callable, Collection
from typing import Any

from django.core.exceptions import ObjectDoesNotExist

from games.play.models.game import Game
from games.play.models.move import Move
from games.play.models.packed import PackedLog


class Log:
    """Answers every question about the moves of a game, in the order in which they were played.

    It ends with the position of `game` as that was read: there may be newer moves in the database,
    which only `all` returns, and `numbered` if it is asked for them. A running game has its moves
    in rows. Those of a finished game may be packed at any moment, so whatever is not where it was
    is looked for in the other place.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def all(self) -> list[Move]:
        """Return every move, also those newer than `game`."""
        rows = self.game.moves.all()
        return self._found(lambda: list(rows.all()), lambda packed: packed.between(1, packed.moves))

    def between(self, first: int, last: int) -> list[Move]:
        """Return the moves from number `first` to number `last`, as far as there are such."""
        first, last = max(first, 1), min(last, self.game.moves_made)
        if first > last:
            return []
        rows = self.game.moves.filter(number__gte=first, number__lte=last)
        return self._found(lambda: list(rows.all()), lambda packed: packed.between(first, last))

    def until(self, number: int) -> list[Move]:
        """Return the moves up to and including a number."""
        return self.between(1, number)

    def after(self, number: int) -> list[Move]:
        """Return the moves after a number."""
        return self.between(number + 1, self.game.moves_made)

    def news_after(self, number: int) -> list[Move]:
        """Return the moves after a number, without setup moves, which are not news."""
        return [move for move in self.after(number) if move.turn]

    def newest(self, count: int) -> list[Move]:
        """Return the last `count` moves, in the order they were played."""
        return self.after(self.game.moves_made - count)

    def move(self, number: int) -> Move | None:
        """Return the move of a number, None if there is none."""
        return next(iter(self.numbered([number])), None)

    def numbered(self, numbers: Collection[int]) -> list[Move]:
        """Return the moves of these numbers, as far as there are such."""
        rows = self.game.moves.filter(number__in=numbers)
        return self._found(
            lambda: list(rows.all()),
            lambda packed: [
                move for number in sorted(numbers) for move in packed.between(number, number)
            ],
        )

    def columns(
        self, *names: str, first: int = 1, last: int | None = None
    ) -> list[tuple[Any, ...]]:
        """Return only these fields of the moves from `first` to `last`, by default of all.

        It is less work than whole moves.
        """
        made = self.game.moves_made
        last = made if last is None else min(last, made)
        rows = self.game.moves.filter(number__gte=first, number__lte=last)
        return self._found(
            lambda: list(rows.values_list(*names)),
            lambda packed: packed.columns(*names)[first - 1 : last],
        )

    def _found(
        self, in_rows: Callable[[], list[Any]], in_packed: Callable[[PackedLog], list[Any]]
    ) -> list[Any]:
        """Return what there is in one of the two places; nothing is in both."""

        def unpacked() -> list[Any]:
            try:
                return in_packed(self.game.packed_log)
            except ObjectDoesNotExist:
                return []

        if self.game.packed:
            return unpacked()
        # The game may have been packed after it was read.
        return in_rows() or unpacked()
