"""The results of a duplicate, as far as a visitor may see them."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Avg, Count, Value
from django.urls import reverse
from django.utils import timezone

from games.accounts.figures import figure, signed
from games.duplicate.models import Duplicate, DuplicateGame
from games.duplicate.models.duplicate import Result, better_than
from games.duplicate.pages.words import (
    name_of,
    set_up,
    state_of,
    title_of,
    week_name,
)
from games.duplicate.policies import may_see_results
from games.duplicate.setups import SEATS
from games.play.models.player import page_of
from games.play.pages.thumbnails import picture_of
from games.rules.common.lru import LRUCache

PAGE = 25
"""How many results a page has."""

TOP = 10
"""How many of them stand on the page of this week."""

MEANS = ("place", "points", "lead")
"""The columns whose means stand below the results."""

_final = LRUCache(500)
"""The numbers of closed duplicates."""


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
    game: int


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


class Numbers(NamedTuple):
    """How many play a duplicate, how many of them have a result, and the means of these, if asked.

    `better` is how many have a better result than the visitor, 0 if they have none.
    """

    joined: int = 0
    counted: int = 0
    better: int = 0
    place: float | None = None
    points: float | None = None
    lead: float | None = None


class _Person(NamedTuple):
    username: str | None
    is_active: bool
    guest: bool


@dataclass(frozen=True)
class WeekPage:
    """A duplicate as one visitor sees it.

    `joined` and `counted` are how many play it, and how many of them have a result. The results are
    `listed` for those who `may_see` them. The `secret` is '' until everyone may know it.
    """

    duplicate: Duplicate
    name: str
    title: str
    set_up: tuple[str, ...]
    picture: str
    state: str
    joining: bool
    own: Own | None
    joined: int
    counted: int
    may_see: bool
    means: Means | None
    listed: Page[Any] | None
    rows: tuple[Row, ...]
    secret: str

    @classmethod
    def of(cls, duplicate: Duplicate, visitor: Any, page: str | None) -> "WeekPage":
        """Read a page, in a fixed number of queries."""
        own = own_games([duplicate], visitor).get(duplicate.pk)
        return cls.with_numbers(duplicate, visitor, own, final_numbers(duplicate, own), PAGE, page)

    @classmethod
    def with_numbers(
        cls,
        duplicate: Duplicate,
        visitor: Any,
        own: DuplicateGame | None,
        numbers: Numbers,
        most: int,
        page: str | None = None,
    ) -> "WeekPage":
        """Read a page of at most so many results; the visitor's own game is known already."""
        may_see = may_see_results(duplicate, own)
        listed = None
        if may_see:
            paginator = Paginator(duplicate.games.ranked(), most)
            paginator.count = numbers.counted
            listed = paginator.get_page(page)
        joining = timezone.now() < duplicate.joined_until
        return cls(
            duplicate=duplicate,
            name=week_name(duplicate),
            title=title_of(duplicate),
            set_up=tuple(set_up(duplicate)),
            picture=picture_of(duplicate.title, duplicate.options, SEATS),
            state=state_of(duplicate, joining=joining),
            joining=joining,
            own=None if own is None else _own(own, numbers.better),
            joined=numbers.joined,
            counted=numbers.counted,
            may_see=may_see,
            means=_means(numbers) if may_see else None,
            listed=listed,
            rows=tuple(_rows(duplicate, listed, visitor)) if listed is not None else (),
            secret=duplicate.secret if duplicate.closed_at is not None else "",
        )


def own_games(duplicates: Collection[Duplicate], visitor: Any) -> Mapping[int, DuplicateGame]:
    """Return a visitor's own games, by the ids of their duplicates."""
    if not visitor.is_authenticated:
        return {}
    games = DuplicateGame.objects.filter(user=visitor, duplicate__in=[d.pk for d in duplicates])
    return {game.duplicate_id: game for game in games}


def final_numbers(duplicate: Duplicate, own: DuplicateGame | None) -> Numbers:
    """Return the numbers of a duplicate; those of a closed one are read once a day."""
    result = None if own is None else own.result

    def numbers() -> Numbers:
        return numbers_of([duplicate], result, *MEANS)[duplicate.pk]

    if duplicate.closed_at is None:
        return numbers()
    key = (duplicate.pk, duplicate.closed_at, timezone.now().date(), result)
    found: Numbers = _final.get(key, numbers)
    return found


def numbers_of(
    duplicates: Collection[Duplicate], result: Result | None, *averaged: str
) -> Mapping[int, Numbers]:
    """Return the numbers of duplicates by their ids, in one query.

    `result` is the visitor's, `averaged` names the columns whose means are wanted.
    """
    found = {each.pk: Numbers() for each in duplicates}
    has_result = result is not None and None not in result
    better = Count("pk", filter=better_than(result)) if result and has_result else Value(0)
    games = DuplicateGame.objects.filter(duplicate__in=list(found)).values_list("duplicate")
    counted = games.annotate(
        joined=Count("pk"),
        counted=Count("place"),
        better=better,
        **{f"mean_{column}": Avg(column) for column in averaged},
    )
    return found | {number: Numbers(*rest) for number, *rest in counted}


def _own(game: DuplicateGame, better: int) -> Own:
    url = reverse("play:table", args=[game.game_id])
    if game.place is None or game.points is None or game.lead is None:
        return Own(url, ended=game.ended_at is not None)
    return Own(url, True, better + 1, game.place, game.points, signed(game.lead))


def _rows(duplicate: Duplicate, listed: Page[Any], visitor: Any) -> Iterator[Row]:
    """Yield the results of a page; equal ones share their rank."""
    rank, before = 1, None
    people = ("user_id", "user__username", "user__is_active", "user__guest")
    ranked: Any = listed.object_list
    found = ranked.values_list("place", "lead", "points", "game_id", *people)
    first = listed.start_index()
    for number, (place, lead, points, game, user, *person) in enumerate(found, first):
        result = place, lead, points
        if before is None and first > 1:
            rank = duplicate.games.better_than(result).count() + 1
        elif result != before:
            rank = number
        before = result
        holder = None if user is None else _Person(*person)
        yield Row(
            rank=rank,
            name=name_of(holder),
            page=page_of(holder, ""),
            mine=visitor.is_authenticated and user == visitor.pk,
            place=place,
            points=points,
            lead=signed(lead),
            game=game,
        )


def _means(numbers: Numbers) -> Means | None:
    if numbers.place is None or numbers.points is None or numbers.lead is None:
        return None
    return Means(
        place=figure(numbers.place),
        points=figure(numbers.points),
        lead=signed(numbers.lead, 1),
    )
