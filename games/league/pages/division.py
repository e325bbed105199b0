"""The page of a division: its standings, how they come about, and each of its tables."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language, gettext, ngettext, pgettext

from games.accounts.direction import isolated
from games.accounts.models import User
from games.league.models import Division, Season
from games.league.pages.leagues import division_url
from games.league.pages.paths import path
from games.league.pages.rows import Member, SeatRow, TableRow
from games.league.pages.standings import Line, Standings, standings_of
from games.league.pages.sums import Sums
from games.league.pages.words import figure, points_of, season_name, short_day, state_of
from games.league.system.movement import MOVING
from games.play.language import say
from games.play.models import Game, Pace, Player
from games.play.pages.time_left import span
from games.rules.common.lru import LRUCache

_cards = LRUCache(2048)
"""Cards of tables by language, time zone and all that they follow from."""

LOW = 5
"""An entry is short of time once less than one part in so many of its time bank is left."""


@dataclass(frozen=True)
class SeatLine:
    """A seat of a table; of a table that is over with place, score and points, which may be ''.

    `lost` says how the entry lost the seat and who plays there now, as a sentence.
    """

    seat: int
    name: str
    page: str
    place: int
    score: str
    points: str
    lost: str
    waited: bool


@dataclass(frozen=True)
class TableCard:
    """A table with the seats in turn order, or by place once it is over.

    `mine` says that the visitor has or had a seat at it, and `my_turn` that it waits for them.
    """

    number: int
    url: str
    state: str
    is_over: bool
    shared: bool
    mine: bool
    my_turn: bool
    seats: tuple[SeatLine, ...]


@dataclass(frozen=True)
class DivisionPage:
    """A division as one visitor sees it; `short` is who is short of time, each as a sentence.

    `movers` says while it runs who will move up and down. Of its `tables`, `own` are the visitor's,
    and `waiting` those that wait for them.
    """

    season: Season
    name: str
    number: int
    url: str
    season_url: str
    league_url: str
    atom: str
    calendar: str
    state: str
    movers: str
    lines: tuple[Line, ...]
    mine: Line | None
    over: int
    tables: list[TableCard]
    own: list[TableCard]
    others: list[TableCard]
    waiting: list[TableCard]
    sums: list[Sums]
    short: list[str]
    before: str
    after: str

    @classmethod
    def of(cls, division: Division, visitor: Any, now: datetime) -> "DivisionPage":
        """Read the page in a fixed number of queries; `division` has its season and league."""
        (found,) = standings_of([division])
        season, league = division.season, division.season.league
        where = (league.slug, season.number, division.number)
        players, helpers = _players(found.tables), _substitutes(found.tables)
        tables = [
            _card(table, found, players.get(table.game, {}), helpers, visitor)
            for table in found.tables
        ]
        around = set(
            season.divisions.filter(
                number__in=[division.number - 1, division.number + 1]
            ).values_list("number", flat=True)
        )
        return cls(
            season=season,
            name=season_name(league, season.number),
            number=division.number,
            url=division_url(season, division.number),
            season_url=path("season", league.slug, season.number),
            league_url=path("league", league.slug),
            atom=path("division-atom", *where),
            calendar=path("division-calendar", *where),
            state=state_of(season),
            movers=_movers(season, division.number, around),
            lines=found.lines,
            mine=found.line_of(visitor),
            over=sum(table.ended_at is not None for table in found.tables),
            tables=tables,
            own=[card for card in tables if card.mine],
            others=[card for card in tables if not card.mine],
            waiting=[card for card in tables if card.my_turn],
            sums=found.sums,
            short=_short(season, found, players, now) if season.is_under_way else [],
            before=_beside(season, division.number - 1, around),
            after=_beside(season, division.number + 1, around),
        )


def _beside(season: Season, number: int, around: set[int]) -> str:
    return division_url(season, number) if number in around else ""


def _movers(season: Season, number: int, around: Collection[int]) -> str:
    """Return who will move to one of the divisions `around`, as a sentence, '' if nobody can."""
    if not season.is_under_way or not around:
        return ""
    if number + 1 not in around:
        said = ngettext(
            "At the end, the first {number} moves up.",
            "At the end, the first {number} move up.",
            MOVING,
        )
    elif number - 1 not in around:
        said = ngettext(
            "At the end, the last {number} moves down.",
            "At the end, the last {number} move down.",
            MOVING,
        )
    else:
        said = ngettext(
            "At the end, the first {number} moves up and the last {number} moves down.",
            "At the end, the first {number} move up and the last {number} move down.",
            MOVING,
        )
    return said.format(number=MOVING)


def _players(tables: Sequence[TableRow]) -> dict[int, dict[int, Player]]:
    """Return who sits at the open tables, by game and seat, with their open waits."""
    found: dict[int, dict[int, Player]] = {
        table.game: {} for table in tables if table.ended_at is None
    }
    if found:
        for player in Player.objects.with_waits().filter(game__in=found):
            found[player.game_id][player.seat] = player
    return found


def _substitutes(tables: Sequence[TableRow]) -> dict[int, str]:
    """Return the names of substitutes at tables, isolated, by id; no query if there is none."""
    seats = [seat for table in tables for seat in table.seats]
    found = {seat.substitute for seat in seats if seat.substitute is not None}
    if not found:
        return {}
    named = User.objects.filter(pk__in=found).values_list("pk", "username")
    return {person: isolated(name) for person, name in named}


def _card(
    table: TableRow,
    found: Standings,
    players: dict[int, Player],
    helpers: dict[int, str],
    visitor: Any,
) -> TableCard:
    """Return what is shown of a table, the same to all who see the same."""
    people = tuple(found.entries[seat.entry] for seat in table.seats)
    names = tuple(helpers.get(seat.substitute or 0, "") for seat in table.seats)
    waited = frozenset(seat for seat, player in players.items() if player.is_waited_for)
    own = _seats_of(visitor, found, table, players)
    mine, my_turn = bool(own), not waited.isdisjoint(own)
    key = (get_language(), get_current_timezone_name(), table, people, names, waited, mine, my_turn)
    card: TableCard = _cards.get(
        key, lambda: _tell(table, people, names, waited, mine=mine, my_turn=my_turn)
    )
    return card


def _tell(
    table: TableRow,
    people: Sequence[Member],
    helpers: Sequence[str],
    waited: Collection[int],
    *,
    mine: bool,
    my_turn: bool,
) -> TableCard:
    result = table.result
    over = not result.is_open
    order = sorted(range(len(people)), key=lambda seat: result.order[seat] if over else 0)
    seats = tuple(
        SeatLine(
            seat=seat,
            name=people[seat].name,
            page=people[seat].page,
            place=result.order[seat] if over and not table.shared else 0,
            score=figure(result.scores[seat]) if result.scores else "",
            points=points_of(figure(result.points()[seat]), short=True) if over else "",
            lost=_lost(table.seats[seat], helpers[seat], over=over),
            waited=seat in waited,
        )
        for seat in order
    )
    return TableCard(
        number=table.number,
        url=Game(pk=table.game).get_absolute_url(),
        state=_state(table),
        is_over=over,
        shared=table.shared,
        mine=mine,
        my_turn=my_turn,
        seats=seats,
    )


def _seats_of(
    visitor: Any, found: Standings, table: TableRow, players: dict[int, Player]
) -> list[int]:
    """Return the seats of a table that a visitor has, or had at its end."""
    if visitor.pk is None:
        return []
    held = {
        seat.seat: found.entries[seat.entry].user_id if seat.lost_at is None else seat.substitute
        for seat in table.seats
    }
    held |= {number: player.user_id for number, player in players.items()}
    return [number for number, holder in held.items() if holder == visitor.pk]


def _state(table: TableRow) -> str:
    if table.ended_at is None:
        return pgettext("table", "running")
    return pgettext("table", "ended {date}").format(date=short_day(table.ended_at))


def _lost(seat: SeatRow, helper: str, *, over: bool) -> str:
    if seat.lost_at is None:
        return ""
    if not helper:
        if over:
            return gettext("Seat lost. A bot played on.")
        return gettext("Seat lost. A bot plays on.")
    if over:
        return gettext("Seat lost. {name} played on.").format(name=helper)
    return gettext("Seat lost. {name} plays on.").format(name=helper)


def _short(
    season: Season, found: Standings, players: dict[int, dict[int, Player]], now: datetime
) -> list[str]:
    """Return who is short of time at which table, as sentences, the shortest first."""
    terms = season.league.terms
    if terms.get("pace") != Pace.BANK:
        return []
    low = timedelta(hours=terms["bank_hours"]) / LOW
    told = []
    for table in found.tables:
        for seat in table.seats:
            player = players.get(table.game, {}).get(seat.seat)
            owner = found.entries[seat.entry]
            if player is None or owner.user_id is None or player.user_id != owner.user_id:
                continue
            left = _left(player, now)
            if left < low:
                told.append((left, owner.name, table.number))
    return [
        gettext("{name} has {time} left at table {number}.").format(
            name=name, time=say(span(left)), number=number
        )
        if left
        else gettext("{name}'s time is up at table {number}.").format(name=name, number=number)
        for left, name, number in sorted(told)
    ]


def _left(player: Player, now: datetime) -> timedelta:
    """Return what is left of a player's time bank, about: time off counts only once it is over."""
    wait = player.wait
    # Answers during the turns of others have a time of their own.
    if wait is None or wait.budget < player.bank:
        return player.bank
    left = wait.budget - wait.used
    return left if wait.deadline is None else max(timedelta(), min(left, wait.deadline - now))
