"""Pairs of players whose games look odd, as staff see them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from games.accounts.models import User
from games.play.models import Game
from games.ratings.collusion import games_of
from games.ratings.models import Flag, Part, Result, ResultSeat
from games.rules import TITLES

MOST = 50
"""How many games of a pair are listed at most."""


@dataclass(frozen=True)
class Meeting:
    """A game that both played in; `ends` says how it ended for each of the two."""

    result: Result
    name: str
    ends: list[str]


@dataclass(frozen=True)
class PairFile:
    """What was seen of a pair, who they are, and the games that it was seen in.

    The first of `names` and `people` is the one who gains; people without an account are None.
    """

    flag: Flag
    title: str
    people: list[User | None]
    names: list[str]
    meetings: list[Meeting]

    @classmethod
    def of(cls, flag: Flag) -> Self:
        found = User.objects.in_bulk(flag.pair)
        people = [found.get(number) for number in flag.pair]
        return cls(
            flag=flag,
            title=str(TITLES[flag.title].name),
            people=people,
            names=[_name(person) for person in people],
            meetings=_meetings(flag),
        )


def listed(flags: Iterable[Flag]) -> list[tuple[Flag, list[str], str]]:
    """Return flags with the names of the two and the name of the title, in one query."""
    flags = list(flags)
    people = User.objects.in_bulk({number for flag in flags for number in flag.pair})
    return [
        (flag, [_name(people.get(number)) for number in flag.pair], str(TITLES[flag.title].name))
        for flag in flags
    ]


def _name(person: User | None) -> str:
    return person.called if person else "Former player"


def _meetings(flag: Flag) -> list[Meeting]:
    results = list(games_of(flag)[:MOST])
    names = Game.objects.names([result.game for result in results])
    seats: dict[tuple[int, int | None], ResultSeat] = {
        (seat.result_id, seat.person): seat
        for seat in ResultSeat.objects.filter(result__in=results, person__in=flag.pair)
    }
    return [
        Meeting(
            result=result,
            name=names.get(result.game, f"Game {result.game}"),
            ends=[_end(seats[result.pk, number], result.players) for number in flag.pair],
        )
        for result in results
    ]


def _end(seat: ResultSeat, players: int) -> str:
    if seat.part == Part.LEFT:
        return "left"
    return f"place {seat.place} of {players}, {seat.score} points"
