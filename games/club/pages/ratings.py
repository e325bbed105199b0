"""A person's ratings with their history."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils.translation import gettext, pgettext

from games.accounts.figures import signed
from games.accounts.models import User
from games.club.pages.games import place_of
from games.drawing import charts
from games.play.models import Game
from games.play.pages.boards import called
from games.ratings.models import Pool, Rating, ResultSeat
from games.ratings.scale import LISTED_DEVIATION, LISTED_GAMES, Shown

NEWEST = 60
"""How many of the newest rated games are in the charts."""

LONGEST_TABLE = 10

_COLUMNS = (
    "result__title",
    "result__kind",
    "result__game",
    "game_name",
    "result__ended",
    "result__players",
    "place",
    "mean_before",
    "mean_after",
    "deviation_after",
)

FEWEST = 2
"""From how many games on there is a chart."""


class RatedGame(NamedTuple):
    """A rated game: the person's place, and their rating before and after, on the model's scale.

    `place` is None if they gave it up, `name` if the visitor may not see the game.
    """

    number: int
    name: str | None
    ended: datetime
    players: int
    place: int | None
    before: float | None
    mean: float
    deviation: float

    @property
    def url(self) -> str:
        """The URL of the game."""
        return reverse("play:table", args=[self.number])

    @property
    def result(self) -> str:
        """The place in words."""
        if not self.place:
            return pgettext("result", "Given up")
        return place_of(self.place, players=self.players)

    @property
    def after(self) -> Shown:
        """The rating after the game."""
        return Shown.of(self.mean, self.deviation)

    @property
    def change(self) -> str:
        """What the game did to the rating."""
        return signed(self.after.rating - Shown.of(self.before or 0.0, 0.0).rating)


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
    def since(self) -> str:
        """How the rating has changed since the newest game, '' if it is still as it was then."""
        if not self.games or self.games[0].after == self.shown:
            return ""
        return signed(self.shown.rating - self.games[0].after.rating)

    @property
    def chart(self) -> str:
        """The rating after each game as a line in its uncertainty, '' for too few games.

        It ends with the rating of today.
        """
        if len(self.games) < FEWEST:
            return ""
        after = [game.after for game in reversed(self.games)]
        today = [self.shown] if self.since else []
        return charts.banded(
            [(each.rating, each.deviation) for each in after + today],
            gettext(
                "{name}: rating after each of the last {games} games, from {first} to {last} today"
            ).format(name=self.name, games=len(after), first=after[0], last=self.shown),
            across=pgettext("axis", "Game"),
            end=pgettext("axis", "Today") if today else "",
        )


def current_ratings(person: User) -> list[RatingPage]:
    """Return a person's ratings without their games, games among people first; one query."""
    return list(_pages(person).values())


def ratings_of(person: User, visitor: Any) -> list[RatingPage]:
    """Return a person's ratings as a visitor sees them, games among people first; two queries.

    Rated results are public, except for private games that the visitor may not see.
    """
    seen = Game.objects.visible_to(visitor).filter(pk=OuterRef("result__game"))
    rated = ResultSeat.objects.filter(user=person, mean_after__isnull=False)
    # Results are recorded as games end.
    newest = rated.order_by("-pk").annotate(game_name=Subquery(seen.values("name")))
    pages = _pages(person)
    for title, kind, *columns in newest.values_list(*_COLUMNS)[:NEWEST]:
        game = RatedGame(*columns)
        page = pages.get((title, kind))
        if page is not None and game.name is not None:
            page.games.append(game)
    return list(pages.values())


def _pages(person: User) -> dict[tuple[str, str], RatingPage]:
    """Return the ratings by title and pool; one query."""
    ratings = sorted(Rating.objects.of(person), key=lambda each: each.pool != Pool.PEOPLE)
    return {
        (rating.title, rating.pool): RatingPage(
            name=_name(rating.title, rating.pool),
            shown=rating.shown,
            count=rating.games,
            why_not=_why_not(rating),
        )
        for rating in ratings
    }


def _name(title: str, pool: str) -> str:
    name = called(title, None)
    if pool == Pool.BOT_ACCOUNTS:
        return pgettext("rating", "{title}, among bots").format(title=name)
    if pool != Pool.BOTS:
        return name
    return pgettext("rating", "{title}, against bots only").format(title=name)


def _why_not(rating: Rating) -> str:
    if rating.is_listed:
        return ""
    if rating.games < LISTED_GAMES:
        return gettext(
            "Not enough games yet: ratings are listed from {games} rated games on."
        ).format(games=LISTED_GAMES)
    return gettext("Too uncertain to be listed: that takes ±{deviation} or less.").format(
        deviation=LISTED_DEVIATION
    )
