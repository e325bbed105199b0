"""A person's ratings with their history, and a bot's strength."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.accounts.models import User
from games.club.pages.boards import called
from games.club.pages.games import nth
from games.drawing import charts
from games.play.models import Game
from games.ratings.models import Anchor, Pool, Rating, ResultSeat
from games.ratings.scale import LISTED_DEVIATION, LISTED_GAMES, Shown, signed

NEWEST = 300
"""How many of the newest rated games are in the charts."""

LONGEST_TABLE = 20

FEWEST = 2
"""From how many games on there is a chart."""


@dataclass(frozen=True)
class RatedGame:
    """A rated game: `result` is the place in words, `change` what it did to the rating."""

    game: Game
    ended: datetime
    result: str
    change: str
    after: Shown


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
    newest = list(rated.select_related("result").order_by("-pk")[:NEWEST])
    numbers = [seat.result.game for seat in newest]
    games = Game.objects.visible_to(visitor).defer("state", "result").in_bulk(numbers)
    pages = {
        (rating.title, rating.pool): RatingPage(
            name=_name(rating.title, rating.pool),
            shown=rating.shown,
            count=rating.games,
            why_not=_why_not(rating),
        )
        for rating in sorted(ratings, key=lambda each: each.pool == Pool.BOTS)
    }
    for seat in newest:
        page = pages.get((seat.result.title, seat.result.kind))
        game = games.get(seat.result.game)
        if page is not None and game is not None:
            page.games.append(_rated(game, seat))
    return list(pages.values())


def strengths_of(bot: str) -> list[tuple[str, Shown, int]]:
    """Return a bot's strength at each title, with the number of games it is from; one query."""
    anchors: Iterable[Anchor] = Anchor.objects.filter(bot=bot).order_by("title")
    return [(called(each.title, None), each.shown, each.games) for each in anchors]


def _name(title: str, pool: str) -> str:
    name = called(title, None)
    return f"{name}, against bots only" if pool == Pool.BOTS else name


def _why_not(rating: Rating) -> str:
    if rating.is_listed:
        return ""
    if rating.games < LISTED_GAMES:
        return f"Not enough games yet: ratings are listed from {LISTED_GAMES} rated games on."
    return f"Too uncertain to be listed: that takes ±{LISTED_DEVIATION} or less."


def _rated(game: Game, seat: ResultSeat) -> RatedGame:
    after = Shown.of(seat.mean_after or 0.0, seat.deviation_after or 0.0)
    before = Shown.of(seat.mean_before or 0.0, seat.deviation_before or 0.0)
    return RatedGame(
        game=game,
        ended=seat.result.ended,
        result=f"{nth(seat.place)} of {seat.result.players}" if seat.place else "",
        change=signed(after.rating - before.rating),
        after=after,
    )
