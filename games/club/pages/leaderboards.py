"""A leaderboard as one visitor sees it."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet
from django.http import QueryDict
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

from games.accounts.figures import signed
from games.club.models import GAMES_IN_MONTH, Standing, months
from games.club.pages.bot import bot_name
from games.club.pages.filters import Filter, filter_of
from games.play.models.player import level_of
from games.play.pages.boards import board_names
from games.ratings.anchors import all_anchors
from games.ratings.models import Pool
from games.ratings.scale import LISTED_DEVIATION, LISTED_GAMES, Shown
from games.rules.title import AnyTitle

PAGE = 25


@dataclass(frozen=True, slots=True)
class Row:
    """A place; `score` is the rating, or what it gained, `level` says whose bot account it is."""

    place: int
    name: str
    score: str
    games: int
    won: int
    mine: bool
    level: str


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot with its fixed strength, by its id; `games` is 0 for a strength as shipped."""

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

    title: AnyTitle
    filters: list[Filter]
    gains: bool
    listed: Page[Standing]
    rows: list[Row]
    own: Row | None
    absent: bool
    rule: str
    bots: list[Bot]

    @classmethod
    def of(cls, title: AnyTitle, query: QueryDict, visitor: Any) -> "Leaderboard":
        """Read a leaderboard in a fixed number of queries; what is not known is ignored."""
        filters = _filters(title, query)
        chosen = {"board": "", **{each.name: each.chosen for each in filters}}
        board, month = chosen["board"], chosen["month"]
        players = int(chosen["players"] or 0)
        gains = bool(board or players or month)
        standings = (
            Standing.objects.on(title.id, chosen["pool"], board=board, players=players, month=month)
            .select_related("user")
            .only("place", "value", "deviation", "games", "won", "user__username", "user__owner")
        )
        of_bots = chosen["pool"] == Pool.BOT_ACCOUNTS
        if of_bots:
            standings = standings.annotate(owner=F("user__owner__username"))
        pages = Paginator(standings, PAGE)
        pages.count = _number(standings)
        listed = pages.get_page(query.get("page"))
        rows = [_row(standing, visitor) for standing in listed]
        own = None
        if visitor.is_authenticated and not any(row.mine for row in rows):
            mine = standings.filter(user=visitor).first()
            own = _row(mine, visitor) if mine else None
        listed_here = own is not None or any(row.mine for row in rows)
        absent = visitor.is_authenticated and not listed_here and not of_bots
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


def _number(standings: QuerySet[Standing]) -> int:
    """Return how many standings there are by two looks into an index.

    A person in the last place, place 5 for example, has four before them.
    """
    last = standings.order_by("-place").values_list("place", flat=True).first()
    return last - 1 + standings.filter(place=last).count() if last else 0


def _filters(title: AnyTitle, query: QueryDict) -> list[Filter]:
    boards = board_names(title.id)
    players = {str(number): str(number) for number in title.players}
    ranked = months(timezone.now().date())
    named = {f"{month:%Y-%m}": date_format(month, "YEAR_MONTH_FORMAT") for month in ranked}
    pools = {
        Pool.PEOPLE.value: pgettext("choice", "Among people"),
        Pool.BOTS.value: pgettext("choice", "Against bots"),
        Pool.BOT_ACCOUNTS.value: pgettext("choice", "Among people's bots"),
    }
    found = [
        filter_of("board", pgettext("field", "Board"), boards, query),
        filter_of("players", pgettext("field", "Players"), players, query),
        filter_of(
            "month", pgettext("field", "When"), named, query, any_=pgettext("choice", "All time")
        ),
        filter_of("pool", pgettext("field", "Games"), pools, query, any_=""),
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
        level=level_of("", getattr(standing, "owner", "")),
    )


def _rule(*, gains: bool, month: bool) -> str:
    """Return who is listed, and what ranks them, in a sentence."""
    if not gains:
        return gettext(
            "Players with at least {games} rated games and an uncertainty of at most"
            " ±{deviation} are ranked by their rating."
        ).format(games=LISTED_GAMES, deviation=LISTED_DEVIATION)
    least = GAMES_IN_MONTH if month else LISTED_GAMES
    return gettext(
        "Players with at least {games} of these games are ranked by the points that their rating"
        " gained in them, not by the rating itself."
    ).format(games=least)


def _bots(title: AnyTitle) -> list[Bot]:
    return [
        Bot(each.bot, bot_name(each.bot), each.shown, each.games)
        for each in all_anchors()
        if each.title == title.id
    ]
