"""Results by title and board, from the rows of seats: no game is replayed."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, F, FilteredRelation, OuterRef, Q, Subquery

from games.club.pages.subject import Subject
from games.play.models import Player, Status
from games.play.models.game import visible_to
from games.play.pages.boards import BOARD, called

NEWEST = 250
"""How many of the newest seats are looked at."""


@dataclass
class BoardResult:
    """How many of the `games` on a board were `won`, and how many `by_chance` would have been."""

    name: str
    games: int = 0
    won: int = 0
    by_chance: float = 0.0

    @property
    def percent(self) -> int:
        """The share of games won."""
        return round(100 * self.won / self.games) if self.games else 0

    @property
    def percent_by_chance(self) -> int:
        """The share of games that a player wins if all are equally good."""
        return round(100 * self.by_chance / self.games) if self.games else 0


@dataclass
class Together:
    """How two people fared in the finished games of a title that both played."""

    name: str
    games: int = 0
    ahead: int = 0
    behind: int = 0

    @property
    def level(self) -> int:
        """In how many games they shared a place."""
        return self.games - self.ahead - self.behind


@dataclass(frozen=True)
class Results:
    """Results by board, the most played first, and `total`.

    `together` is how the visitor fared against them, by title.
    """

    boards: list[BoardResult]
    total: BoardResult
    together: list[Together] = field(default_factory=list)

    @classmethod
    def of(cls, subject: Subject, visitor: Any) -> "Results":
        """Count the finished games that a visitor may see among the newest ones; one query."""
        boards: dict[str, BoardResult] = {}
        titles: dict[str, Together] = {}
        total = BoardResult("All")
        for row in _counted(subject, visitor):
            name = called(row["game__title"], row[f"game__options__{BOARD}"])
            for result in (boards.setdefault(name, BoardResult(name)), total):
                result.games += row["games"]
                result.won += row["won"]
                result.by_chance += row["games"] / row["players"]
            if row.get("shared"):
                title = called(row["game__title"], None)
                both = titles.setdefault(title, Together(title))
                both.games += row["shared"]
                both.ahead += row["ahead"]
                both.behind += row["behind"]
        return cls(
            sorted(boards.values(), key=lambda each: (-each.games, each.name)),
            total,
            sorted(titles.values(), key=lambda each: -each.games),
        )


def _counted(subject: Subject, visitor: Any) -> Iterable[dict[str, Any]]:
    """Return the results of a subject's newest games by title, board and number of players."""
    seats = subject.newest_seats(NEWEST).filter(
        visible_to(visitor, "game"), place__isnull=False, game__status=Status.OVER
    )
    counts = {"games": Count("pk"), "won": Count("pk", filter=Q(place=1))}
    if visitor.is_authenticated and visitor != subject.user:
        own = FilteredRelation("game__players", condition=Q(game__players__user=visitor))
        seats = seats.annotate(own=own)
        counts |= {
            "shared": Count("own__place"),
            "ahead": Count("pk", filter=Q(own__place__lt=F("place"))),
            "behind": Count("pk", filter=Q(own__place__gt=F("place"))),
        }
    last = Player.objects.filter(game=OuterRef("game")).order_by("-seat").values("seat")[:1]
    seats = seats.order_by().annotate(players=Subquery(last) + 1)
    kinds = seats.values("game__title", f"game__options__{BOARD}", "players")
    grouped: Iterable[dict[str, Any]] = kinds.annotate(**counts)
    return grouped
