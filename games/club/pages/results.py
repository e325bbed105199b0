"""Results by title and board, from the rows of seats: no game is replayed."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, FilteredRelation, OuterRef, Q, Subquery

from games.club.pages.boards import BOARD, called
from games.club.pages.subject import Subject
from games.play.models import Game, Player, Status

NEWEST = 500
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


@dataclass(frozen=True)
class Results:
    """Results by board, the most played first, and `total`."""

    boards: list[BoardResult]
    total: BoardResult

    @classmethod
    def of(cls, subject: Subject, visitor: Any) -> "Results":
        """Count the finished games that a visitor may see among the newest ones; one query."""
        seen = Game.objects.visible_to(visitor).filter(pk=OuterRef("game"), status=Status.OVER)
        last = Player.objects.filter(game=OuterRef("game")).order_by("-seat").values("seat")[:1]
        newest = subject.seats().order_by("-pk")[:NEWEST].values("pk")
        seats = Player.objects.filter(Exists(seen), pk__in=newest, place__isnull=False)
        rows = seats.order_by().annotate(players=Subquery(last) + 1)
        boards: dict[str, BoardResult] = {}
        total = BoardResult("All")
        for title, board, place, players in rows.values_list(
            "game__title", f"game__options__{BOARD}", "place", "players"
        ):
            name = called(title, board)
            for result in (boards.setdefault(name, BoardResult(name)), total):
                result.games += 1
                result.won += place == 1
                result.by_chance += 1 / players
        ordered = sorted(boards.values(), key=lambda each: (-each.games, each.name))
        return cls(ordered, total)


@dataclass(frozen=True)
class Together:
    """How two people fared in the finished games of a title that both played."""

    name: str
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """In how many games they shared a place."""
        return self.games - self.ahead - self.behind


def together(visitor: Any, subject: Subject) -> list[Together]:
    """Return how a visitor fared against a person or bot, by title; one query."""
    theirs = FilteredRelation("game__players", condition=Q(game__players__user=visitor))
    rows = (
        subject.seats()
        .annotate(mine=theirs)
        .filter(mine__place__isnull=False, place__isnull=False, game__status=Status.OVER)
        .order_by()
        .values("game__title")
        .annotate(
            games=Count("pk"),
            ahead=Count("pk", filter=Q(mine__place__lt=F("place"))),
            behind=Count("pk", filter=Q(mine__place__gt=F("place"))),
        )
    )
    return sorted(
        (
            Together(called(row["game__title"], None), row["games"], row["ahead"], row["behind"])
            for row in rows
        ),
        key=lambda each: -each.games,
    )
