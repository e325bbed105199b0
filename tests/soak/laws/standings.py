"""Laws about seasons: standings follow from the games, and people move by them once.

The sums are done here anew, from the position at the end of each game.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import pairwise

from django.db.models import QuerySet

from games.league.models import Division, Entry, League, Moves, Season, SeasonStatus, Table
from games.league.results import standings_of
from games.league.terms import CLOSING, TAKE_BACK
from games.play.models import Change, EndedBy, Holder, Player, Wait
from games.play.models.game import LEFT
from tests.soak.laws.evidence import Evidence

WORTH: Mapping[int, tuple[int, ...]] = {3: (10, 5, 1), 4: (10, 6, 3, 1), 5: (10, 7, 4, 2, 1)}
MOVING = 2
"""So many of a division move up, and so many down."""
STEPS = {Moves.UP: -1, Moves.STAY: 0, Moves.DOWN: 1}
BEFORE, BEHIND, LEVEL = Fraction(1), Fraction(2), Fraction(3, 2)
Key = tuple[Fraction | int, ...]


@dataclass
class Played:
    """A table that is over: of each entry its place, points, and share of the winner's score.

    The place of one that has lost its seat there is None.
    """

    places: dict[int, int | None]
    points: dict[int, Fraction]
    shares: dict[int, Fraction]


def standings(evidence: Evidence) -> Iterator[str]:
    """Points, ranks and who moves are what the games of a season come to, also where it shows them.

    Each entry sits once in each seat.
    """
    for season in Season.objects.filter(status=SeasonStatus.OVER):
        shown = {row.entry: row for rows in standings_of(season).values() for row in rows}
        for division in season.divisions.all():
            known = {entry.pk: entry for entry in division.entries.all()}
            yield from _seated(division, known)
            for number, (rank, points) in _ranked(division, known).items():
                entry, row = known[number], shown[number]
                told = {(entry.final_rank, entry.points), (row.rank, row.points)}
                if told != {(rank, points)}:
                    yield f"{entry} has {told}, and came to rank {rank} with {points} points."
                if entry.moves != _moves(division, rank, len(known)):
                    yield f"{entry} with rank {rank} of {len(known)} moves: {entry.moves}."


def promotions(evidence: Evidence) -> Iterator[str]:
    """Who moves up or down is in that division in the next season, if the same people enter it.

    Those who are level at a border may make one too large: then some move otherwise.
    """
    for league in League.objects.all():
        seasons = list(league.seasons.order_by("number"))
        for before, after in pairwise(seasons):
            earned = {
                person: number + STEPS[Moves(moves)]
                for person, number, moves in _placed(before)
                if moves
            }
            now = {person: number for person, number, _ in _placed(after)}
            if earned.keys() != now.keys() or sorted(earned.values()) != sorted(now.values()):
                continue
            for person, number in now.items():
                if number != earned[person]:
                    yield f"User {person} is in division {number} of {after}, not {earned[person]}."


def _placed(season: Season) -> QuerySet[Entry, tuple[int, int, str]]:
    """Return the people of a season, each with the number of their division, and how they move."""
    placed = season.entries.exclude(division=None)
    return placed.values_list("user", "division__number", "moves")


def _moves(division: Division, rank: int, size: int) -> Moves:
    last = division.season.divisions.count()
    if rank <= MOVING and division.number > 1:
        return Moves.UP
    return Moves.DOWN if rank > size - MOVING and division.number < last else Moves.STAY


def _seated(division: Division, known: Mapping[int, Entry]) -> Iterator[str]:
    for number, entry in known.items():
        here = entry.table_seats.filter(table__division=division)
        seats = sorted(here.values_list("seat", flat=True))
        if seats != list(range(division.season.league.seats)):
            yield f"Entry {number} of {division} has seats {seats}."


def _ranked(division: Division, known: Mapping[int, Entry]) -> dict[int, tuple[int, Fraction]]:
    """Return the rank and points of each entry of a division."""
    own = division.tables.select_related("game", "division__season")
    tables = [_played(table) for table in own]
    total = {each: sum((t.points.get(each, 0) for t in tables), Fraction(0)) for each in known}
    products = {
        each: sum((_product(t, each, total) for t in tables if each in t.points), Fraction(0))
        for each in known
    }
    keys: dict[int, Key] = {}
    for each, entry in known.items():
        level = [o for o in known if (total[o], products[o]) == (total[each], products[each])]
        met = [
            _before(t.places[each], t.places[o])
            for t in tables
            for o in level
            if o != each and each in t.places and o in t.places
        ]
        shares = [t.shares[each] for t in tables if each in t.shares]
        late = Wait.objects.filter(
            player__game__league_table__division=division,
            holder__user=entry.user_id,
            ended_by=EndedBy.CLOCK,
        )
        keys[each] = (
            -total[each], -products[each], _mean(met, LEVEL), -_mean(shares), late.count(),
        )  # fmt: skip
    return {
        each: (1 + sum(other < key for other in keys.values()), total[each])
        for each, key in keys.items()
    }


def _product(table: Played, entry: int, total: Mapping[int, Fraction]) -> Fraction:
    """Return an entry's points at a table, times the mean of all points of the others there."""
    return table.points[entry] * _mean([total[each] for each in table.points if each != entry])


def _mean(values: list[Fraction], otherwise: Fraction = Fraction(0)) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else otherwise


def _before(own: int | None, other: int | None) -> Fraction:
    if own == other:
        return LEVEL
    return BEHIND if own is None or (other is not None and other < own) else BEFORE


def _played(table: Table) -> Played:
    """Return what became of a table, by the end of its game."""
    game = table.game
    result = game.rules().result(game.position())
    seats = list(table.seats.order_by("seat").values_list("entry", "entry__user"))
    closed = table.division.season.ends_at + CLOSING
    lost = {seat for seat, (_, user) in enumerate(seats) if _is_lost(table, seat, user, closed)}
    if result is None and game.ended_by == LEFT:
        lost = set(range(len(seats)))
    # One that was ended by vote is shared by all.
    places = (1,) * len(seats) if result is None else result.places
    order = sorted(places)
    played = Played({}, {}, {})
    for seat, (entry, _) in enumerate(seats):
        first, level = order.index(places[seat]), order.count(places[seat])
        worth = Fraction(sum(WORTH[len(seats)][first : first + level]), level)
        kept = seat not in lost
        played.places[entry] = places[seat] if kept else None
        played.points[entry] = worth if kept else Fraction(0)
        if result is not None:
            best = max(each["total"] for each in result.scores)
            share = Fraction(result.scores[seat]["total"], best) if best > 0 else Fraction(1)
            played.shares[entry] = share if kept else Fraction(0)
    return played


def _is_lost(table: Table, seat: int, user: int | None, closed: datetime) -> bool:
    """Return whether a person has lost a seat: they left it, or stayed away when it was on offer.

    What the season's end does, when bots play on, is no loss.
    """
    player = Player.objects.get(game=table.game_id, seat=seat)
    own = Holder.objects.filter(player=player, user=user).order_by("pk").last()
    if own is None:
        return True
    if own.until is None:
        ended = table.game.ended
        return bool(player.offered_at and ended and player.offered_at <= ended - TAKE_BACK)
    return own.went != Change.EVENT or own.until < closed
