"""The rows of divisions that their pages show, as tuples: pages keep what follows from them.

Rows of models would take most of the time of a page with a hundred entries and tables.
"""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, Sum
from django.utils.translation import pgettext

from games.accounts.direction import isolated
from games.league.models import Entry, Table, TableSeat
from games.league.system.standings import TableResult
from games.play.models.player import page_of


class Member(NamedTuple):
    """An entry of a division with its person; `user_id` is None for a former player."""

    pk: int
    user_id: int | None
    username: str | None
    is_active: bool | None
    guest: bool | None
    status: str
    timeouts: int
    moves: str

    @property
    def name(self) -> str:
        """The name of the person, isolated."""
        if self.username is None:
            return pgettext("league", "Former player")
        return isolated(self.username)

    @property
    def page(self) -> str:
        """The URL of the person's page, '' if they have none."""
        return page_of(None if self.user_id is None else self, "")


class SeatRow(NamedTuple):
    """A seat of a table; `substitute` is the id of who took it over, None for nobody."""

    seat: int
    entry: int
    lost_at: datetime | None
    substitute: int | None


class TableRow(NamedTuple):
    """A table of a division with its seats in turn order, as `games.league.models.Table`."""

    number: int
    game: int
    ended_at: datetime | None
    places: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    shared: bool
    seats: tuple[SeatRow, ...]

    @property
    def result(self) -> TableResult:
        """The table as the arithmetic of standings takes it."""
        return TableResult(
            entries=tuple(seat.entry for seat in self.seats),
            places=self.places,
            scores=self.scores,
            lost=frozenset(seat.seat for seat in self.seats if seat.lost_at is not None),
            shared=self.shared,
        )


class Progress(NamedTuple):
    """What tells whether the tables of a division are as they were.

    How many of its seats are at tables that are over, and how many are lost, and since when: who
    loses a seat loses it later than others did. `substitutes` is the sum of their ids.
    """

    over: int
    over_since: datetime | None
    lost: int
    lost_since: datetime | None
    substitutes: int | None


def members_of(divisions: Collection[int]) -> dict[int, tuple[Member, ...]]:
    """Return the entries of divisions by their ids, in the order of their positions."""
    found: dict[int, list[Member]] = {division: [] for division in divisions}
    entries = Entry.objects.filter(division__in=divisions).order_by("division", "position")
    person = ("user", "user__username", "user__is_active", "user__guest")
    shown = ("pk", *person, "status", "timeouts", "moves")
    for division, *entry in entries.values_list("division", *shown):
        found[division or 0].append(Member(*entry))
    return {division: tuple(members) for division, members in found.items()}


def progress_of(divisions: Collection[int]) -> dict[int, Progress]:
    """Return how far the tables of divisions are, by their ids."""
    seats = TableSeat.objects.filter(table__division__in=divisions).order_by()
    rows = seats.values_list("table__division").annotate(
        Count("table__ended_at"),
        Max("table__ended_at"),
        Count("lost_at"),
        Max("lost_at"),
        Sum("substitute"),
    )
    none = Progress(0, None, 0, None, None)
    return dict.fromkeys(divisions, none) | {each: Progress(*counts) for each, *counts in rows}


def tables_of(divisions: Collection[int]) -> dict[int, tuple[TableRow, ...]]:
    """Return the tables of divisions by their ids, in the order of their numbers; two queries."""
    seats: dict[int, list[SeatRow]] = {}
    seated = TableSeat.objects.filter(table__division__in=divisions).order_by("table", "seat")
    for table, seat, entry, lost_at, substitute in seated.values_list(
        "table", "seat", "entry", "lost_at", "substitute"
    ):
        seats.setdefault(table, []).append(SeatRow(seat, entry, lost_at, substitute))
    found: dict[int, list[TableRow]] = {division: [] for division in divisions}
    tables = Table.objects.filter(division__in=divisions).order_by("division", "number")
    for pk, division, number, game, ended_at, places, scores, shared in tables.values_list(
        "pk", "division", "number", "game", "ended_at", "places", "scores", "shared"
    ):
        found[division].append(
            TableRow(
                number=number,
                game=game,
                ended_at=ended_at,
                places=None if places is None else tuple(places),
                scores=None if scores is None else tuple(scores),
                shared=shared,
                seats=tuple(seats.get(pk, ())),
            )
        )
    return {division: tuple(rows) for division, rows in found.items()}
