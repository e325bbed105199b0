"""A person's ratings with their history."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.urls import reverse

from games.accounts.models import User
from games.club.pages.boards import called
from games.club.pages.games import nth
from games.drawing import charts
from games.play.models import Game
from games.ratings.models import Pool, Rating, ResultSeat
from games.ratings.scale import LISTED_DEVIATION, LISTED_GAMES, Shown, signed

NEWEST = 300
"""How many of the newest rated games are in the charts."""

LONGEST_TABLE = 20

_COLUMNS = (
    "result__game",
    "result__title",
    "result__kind",
    "result__ended",
    "result__players",
    "place",
    "mean_before",
    "mean_after",
    "deviation_after",
)

FEWEST = 2
"""From how many games on there is a chart."""


@dataclass(frozen=True)
class RatedGame:
    """A rated game: `result` is the place in words, `change` what it did to the rating."""

    number: int
    name: str
    ended: datetime
    result: str
    change: str
    after: Shown

    @property
    def url(self) -> str:
        """The URL of the game."""
        return reverse("play:table", args=[self.number])


@dataclass
class RatingPage:
    """A rating of a title; `games` are the newest ones that the visitor may see, the newest first.

    `why_not` says why the rating is not on the leaderboard, '' if it is.
    """

    name: str
    shown: Shown
    count: int
    why_not: str
    games: list[RatedGame] = field(default_factory=list)

    @property
    def rows(self) -> Sequence[RatedGame]:
        """The games in the table."""
        return self.games[:LONGEST_TABLE]

    @property
    def chart(self) -> str:
        """The rating after each game as a line in its uncertainty, '' for too few games."""
        if len(self.games) < FEWEST:
            return ""
        after = [game.after for game in reversed(self.games)]
        return charts.banded(
            [(each.rating, each.deviation) for each in after],
            f"{self.name}: rating after each of the last {len(after)} games, "
            f"from {after[0]} to {after[-1]}",
            across="Game",
        )


def ratings_of(person: User, visitor: Any) -> list[RatingPage]:
    """Return a person's ratings as a visitor sees them, games among people first; three queries.

    Rated results are public, except for private games that the visitor may not see.
    """
    ratings = list(Rating.objects.of(person))
    rated = ResultSeat.objects.filter(user=person, mean_after__isnull=False)
    # Results are recorded as games end.
    newest = list(rated.order_by("-pk").values_list(*_COLUMNS)[:NEWEST])
    seen = Game.objects.visible_to(visitor).filter(pk__in=[row[0] for row in newest])
    names = dict(seen.values_list("pk", "name"))
    pages = {
        (rating.title, rating.pool): RatingPage(
            name=_name(rating.title, rating.pool),
            shown=rating.shown,
            count=rating.games,
            why_not=_why_not(rating),
        )
        for rating in sorted(ratings, key=lambda each: each.pool == Pool.BOTS)
    }
    for number, title, kind, *told in newest:
        page = pages.get((title, kind))
        if page is not None and number in names:
            page.games.append(_rated(number, names[number], *told))
    return list(pages.values())


def _name(title: str, pool: str) -> str:
    name = called(title, None)
    return f"{name}, against bots only" if pool == Pool.BOTS else name


def _why_not(rating: Rating) -> str:
    if rating.is_listed:
        return ""
    if rating.games < LISTED_GAMES:
        return f"Not enough games yet: ratings are listed from {LISTED_GAMES} rated games on."
    return f"Too uncertain to be listed: that takes ±{LISTED_DEVIATION} or less."


def _rated(
    number: int,
    name: str,
    ended: datetime,
    players: int,
    place: int | None,
    before: float | None,
    mean: float,
    deviation: float,
) -> RatedGame:
    after = Shown.of(mean, deviation)
    first = Shown.of(before or 0.0, 0.0)
    return RatedGame(
        number=number,
        name=name,
        ended=ended,
        result=f"{nth(place)} of {players}" if place else "",
        change=signed(after.rating - first.rating),
        after=after,
    )
