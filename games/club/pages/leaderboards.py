"""A leaderboard as one visitor sees it."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.utils import timezone

from games.club.models import Standing
from games.club.pages.boards import board_names
from games.club.pages.filters import Filter, filter_of
from games.club.services.leaderboards import GAMES_IN_MONTH, MONTHS
from games.ratings.models import Anchor, Pool
from games.ratings.scale import LISTED_DEVIATION, LISTED_GAMES, Shown, signed
from games.rules.title import Title

PAGE = 25

POOLS = {Pool.PEOPLE.value: "Among people", Pool.BOTS.value: "Against bots"}


@dataclass(frozen=True, slots=True)
class Row:
    """A place; `score` is the rating, or what it gained."""

    place: int
    name: str
    score: str
    games: int
    won: int
    mine: bool


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot with its fixed strength, by its id."""

    bot: str
    name: str
    strength: Shown
    games: int


@dataclass
class Leaderboard:
    """A page of a leaderboard; `own` is the visitor's place if it is not on the page.

    `gains` says that it ranks what ratings gained, not ratings; `absent` that the visitor has no
    place on it. `bots` are listed beside the leaderboard of all games.
    """

    title: Title
    filters: list[Filter]
    gains: bool
    listed: Page[Standing]
    rows: list[Row]
    own: Row | None
    absent: bool
    rule: str
    bots: list[Bot]

    @classmethod
    def of(cls, title: Title, query: QueryDict, visitor: Any) -> "Leaderboard":
        """Read a leaderboard in a fixed number of queries; what is not known is ignored."""
        filters = _filters(title, query)
        chosen = {"board": "", **{each.name: each.chosen for each in filters}}
        board, month = chosen["board"], chosen["month"]
        players = int(chosen["players"] or 0)
        gains = bool(board or players or month)
        standings = (
            Standing.objects.filter(
                title=title.id, pool=chosen["pool"], board=board, players=players, month=month
            )
            .select_related("user")
            .only("place", "value", "deviation", "games", "won", "user__username")
        )
        listed = Paginator(standings, PAGE).get_page(query.get("page"))
        rows = [_row(standing, visitor) for standing in listed]
        own = None
        if visitor.is_authenticated and not any(row.mine for row in rows):
            mine = standings.filter(user=visitor).first()
            own = _row(mine, visitor) if mine else None
        absent = visitor.is_authenticated and own is None and not any(row.mine for row in rows)
        return cls(
            title=title,
            filters=filters,
            gains=gains,
            listed=listed,
            rows=rows,
            own=own,
            absent=absent,
            rule=_rule(gains=gains, month=bool(month)),
            bots=[] if gains else _bots(title),
        )


def _filters(title: Title, query: QueryDict) -> list[Filter]:
    boards = board_names(title.id)
    players = {str(number): str(number) for number in title.players}
    today = timezone.now()
    months = {}
    for back in range(MONTHS):
        number = 12 * today.year + today.month - 1 - back
        first = today.replace(year=number // 12, month=number % 12 + 1, day=1)
        months[f"{first:%Y-%m}"] = f"{first:%B %Y}"
    found = [
        filter_of("board", "Board", boards, query),
        filter_of("players", "Players", players, query),
        filter_of("month", "When", months, query, any_="All time"),
        filter_of("pool", "Games", POOLS, query, any_=""),
    ]
    return [each for each in found if len(each.choices) > 1]


def _row(standing: Standing, visitor: Any) -> Row:
    rating = standing.deviation is not None
    return Row(
        place=standing.place,
        name=standing.user.username,
        score=str(Shown(standing.value, standing.deviation or 0))
        if rating
        else signed(standing.value),
        games=standing.games,
        won=standing.won,
        mine=standing.user_id == visitor.pk,
    )


def _rule(*, gains: bool, month: bool) -> str:
    """Return who is listed, in a sentence."""
    if not gains:
        return (
            f"Listed are players with {LISTED_GAMES} rated games or more whose rating is certain"
            f" to ±{LISTED_DEVIATION}."
        )
    least = GAMES_IN_MONTH if month else LISTED_GAMES
    return f"Players are ranked by how much their rating gained in these games, {least} or more."


def _bots(title: Title) -> list[Bot]:
    anchors = Anchor.objects.filter(title=title.id).order_by("-mean", "bot")
    return [
        Bot(each.bot, f"{each.bot.capitalize()} bot", each.shown, each.games) for each in anchors
    ]
