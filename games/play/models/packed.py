"""The log of a finished game, packed into one row."""

import json
import zlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, Self

from django.db import models

from games.accounts.errors import AppendOnly
from games.accounts.models import AppendOnlyQuerySet
from games.play.models.game import Game
from games.play.models.move import Move

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
COLUMNS = ("turn", "on_turn", "seat", "order", "events", "digest", "played_by", "reason")
"""What is kept of each move besides its number, which is its place, and `when`, as numbers."""


class PackedLog(models.Model):
    """All moves of a finished game, which has no rows of `Move` then; `Game.packed` says so.

    `data` is JSON, compressed by zlib: an object with a list for each column of `Move`, in the
    order of the moves, which are numbered from 1. `when` has microseconds, the first since 1970,
    each other since the one before. A column that was added to `Move` later has its default.
    """

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="packed_log")
    moves = models.PositiveIntegerField()
    data = models.BinaryField()

    objects = AppendOnlyQuerySet["PackedLog"].as_manager()

    def __str__(self) -> str:
        return f"the {self.moves} moves of game {self.pk}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the row; raises AppendOnly if it was saved before."""
        if not self._state.adding:
            raise AppendOnly("A packed log stays as it is.")
        super().save(*args, **kwargs)

    @classmethod
    def of(cls, game: Game, moves: Sequence[Move]) -> Self:
        """Return the moves of a game as a packed log, not saved.

        Raises ValueError unless they are numbered from 1 without gaps.
        """
        if [move.number for move in moves] != list(range(1, len(moves) + 1)):
            raise ValueError(f"The log of game {game.pk} has gaps.")
        kept = {name: [getattr(move, name) for move in moves] for name in COLUMNS}
        moments = [0, *((move.when - EPOCH) // MICROSECOND for move in moves)]
        kept["when"] = [after - before for before, after in pairwise(moments)]
        text = json.dumps(kept, separators=(",", ":"))
        return cls(game=game, moves=len(moves), data=zlib.compress(text.encode(), 9))

    def between(self, first: int, last: int) -> list[Move]:
        """Return the moves from number `first` to number `last`, as they were in their rows.

        Only their ids are gone. Changing them changes nothing that is kept.
        """
        numbers = range(max(first, 1), min(last, self.moves) + 1)
        names = [*self._kept]
        parts = [self._kept[name][numbers.start - 1 : numbers.stop - 1] for name in names]
        return [
            Move(game=self.game, number=number, **dict(zip(names, values, strict=True)))
            for number, *values in zip(numbers, *parts, strict=True)
        ]

    def columns(self, *names: str) -> list[tuple[Any, ...]]:
        """Return only these fields of all moves."""
        numbered = self._kept | {"number": range(1, self.moves + 1)}
        return list(zip(*(numbered[name] for name in names), strict=True))

    def take_rows(self) -> None:
        """Remove the rows of the moves; raises AppendOnly unless this was saved before."""
        if self._state.adding:
            raise AppendOnly("A packed log must be saved before the rows of its moves are removed.")
        super(AppendOnlyQuerySet, Move.objects.filter(game=self.game)).delete()

    @cached_property
    def _kept(self) -> dict[str, list[Any]]:
        """The columns of the moves by name, with moments in `when`."""
        kept: dict[str, list[Any]] = json.loads(zlib.decompress(self.data))
        kept["when"] = [EPOCH + number * MICROSECOND for number in accumulate(kept["when"])]
        return kept
