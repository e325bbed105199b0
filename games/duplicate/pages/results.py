"""The results of a duplicate, as far as a visitor may see them."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Avg, Count
from django.urls import reverse
from django.utils import timezone

from games.duplicate.models import Duplicate, DuplicateGame
from games.duplicate.pages.words import (
    mean,
    name_of,
    set_up,
    signed,
    state_of,
    title_of,
    week_name,
)
from games.duplicate.policies import may_see_results
from games.duplicate.setups import SEATS
from games.play.models.player import page_of
from games.play.pages.thumbnails import picture_of

PAGE = 25
"""How many results a page has."""


@dataclass(frozen=True)
class Row:
    """A result: its rank among all, the place and points at the table, and whose it is."""

    rank: int
    name: str
    page: str
    mine: bool
    place: int
    points: int
    lead: str
    game: str


@dataclass(frozen=True)
class Own:
    """The visitor's own game: where it is, and what has become of it.

    `rank` and what follows are set if it has a result, `ended` if it is over or they have left it.
    """

    url: str
    ended: bool
    rank: int = 0
    place: int = 0
    points: int = 0
    lead: str = ""


@dataclass(frozen=True)
class Means:
    """The mean of all results."""

    place: str
    points: str
    lead: str


@dataclass(frozen=True)
class WeekPage:
    """A duplicate as one visitor sees it.

    `joined` and `counted` are how many play it, and how many of them have a result. The results are
    `listed` for those who `may_see` them. The `secret` is '' until everyone may know it.
    """

    duplicate: Duplicate
    name: str
    title: str
    set_up: list[str]
    picture: str
    state: str
    joining: bool
    own: Own | None
    joined: int
    counted: int
    may_see: bool
    means: Means | None
    listed: Page[Any] | None
    rows: list[Row]
    secret: str

    @classmethod
    def of(cls, duplicate: Duplicate, visitor: Any, page: str | None) -> "WeekPage":
        """Read a page, in a fixed number of queries."""
        numbers = duplicate.games.aggregate(
            Count("pk"), Count("place"), Avg("place"), Avg("points"), Avg("lead")
        )
        may_see = may_see_results(duplicate, visitor)
        listed = None
        if may_see:
            ranked = duplicate.games.ranked().select_related("user")
            listed = Paginator(ranked, PAGE).get_page(page)
        joining = timezone.now() < duplicate.joined_until
        return cls(
            duplicate=duplicate,
            name=week_name(duplicate),
            title=title_of(duplicate),
            set_up=set_up(duplicate),
            picture=picture_of(duplicate.title, duplicate.options, SEATS),
            state=state_of(duplicate, joining=joining),
            joining=joining,
            own=own_game(duplicate, visitor),
            joined=numbers["pk__count"],
            counted=numbers["place__count"],
            may_see=may_see,
            means=_means(numbers) if may_see and numbers["place__count"] else None,
            listed=listed,
            rows=_rows(duplicate, listed, visitor) if listed is not None else [],
            secret=duplicate.secret if duplicate.closed_at is not None else "",
        )


def own_game(duplicate: Duplicate, visitor: Any) -> Own | None:
    """Return a visitor's own game of a duplicate, None if they have none."""
    if not visitor.is_authenticated:
        return None
    game = DuplicateGame.objects.filter(duplicate=duplicate, user=visitor).first()
    if game is None:
        return None
    url = reverse("play:table", args=[game.game_id])
    if game.place is None or game.points is None or game.lead is None:
        return Own(url, ended=game.ended_at is not None)
    rank = duplicate.games.better_than(game).count() + 1
    return Own(url, True, rank, game.place, game.points, signed(game.lead))


def _rows(duplicate: Duplicate, listed: Page[Any], visitor: Any) -> list[Row]:
    """Return the results of a page; equal ones share their rank."""
    games: list[DuplicateGame] = list(listed)
    if not games:
        return []
    rank, before = duplicate.games.better_than(games[0]).count() + 1, games[0].result
    rows = []
    for number, game in enumerate(games, listed.start_index()):
        if game.result != before:
            rank, before = number, game.result
        rows.append(_row(rank, game, visitor))
    return rows


def _row(rank: int, game: Any, visitor: Any) -> Row:
    return Row(
        rank=rank,
        name=name_of(game.user),
        page=page_of(game.user, ""),
        mine=visitor.is_authenticated and game.user_id == visitor.pk,
        place=game.place,
        points=game.points,
        lead=signed(game.lead),
        game=reverse("play:table", args=[game.game_id]),
    )


def _means(numbers: dict[str, Any]) -> Means:
    return Means(
        place=mean(numbers["place__avg"]),
        points=mean(numbers["points__avg"]),
        lead=mean(numbers["lead__avg"], with_sign=True),
    )
