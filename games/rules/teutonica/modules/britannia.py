"""Britannia: permissions for Wales and Scotland, and their points at the end (T15)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from games.rules.common.message import Message, Place, message, series
from games.rules.teutonica.board import Board, City
from games.rules.teutonica.lookup import as_number, lookup
from games.rules.teutonica.pieces import COUNTRY_WORDS, EMPTY, HOME, NEUTRAL, owner
from games.rules.teutonica.questions import leader, owners
from games.rules.teutonica.state import Module, Position, State

COUNTRY_POINTS: Final[tuple[int, ...]] = (7, 4, 2)


@lru_cache(maxsize=1 << 12)
def holder(offices: bytes) -> int | None:
    """Return who has the permission of a city with these offices: the rightmost owner (T15.1)."""
    occupied = offices.rstrip(bytes((EMPTY,)))
    return owner(occupied[-1]) if occupied else None


@lru_cache(maxsize=8)
def granting(board: Board) -> tuple[City, ...]:
    """Return the cities that give permissions, those for one country first."""
    cities = [city for city in board.cities if city.grants]
    return tuple(sorted(cities, key=lambda city: len(city.grants)))


def permissions(position: Position, seat: int) -> list[City]:
    """Return the cities whose permission a seat has each turn, those for one country first."""
    offices = position.city_offices
    return [city for city in granting(position.printed) if holder(offices(city.index)) == seat]


def permissions_left(position: Position, seat: int) -> list[City]:
    """Return those of a seat's permissions that were not used in this turn (T15.1)."""
    used = position.added.permits
    return [city for city in permissions(position, seat) if city.index not in used]


@lru_cache(maxsize=8)
def abroad(board: Board) -> tuple[str, ...]:
    """Return the countries of a board that give points of their own: all but HOME (T15.6)."""
    return tuple(country for country in lookup(board).countries if country != HOME)


class Britannia(Module):
    """Place and Displace abroad need a permission; abroad scores at the end (T15.1, T15.6)."""

    def turn_begins(self, state: State) -> None:
        state.added = state.added._replace(permits=b"")

    def open_to(self, state: State, seat: int, spaces: bytes) -> bytes:
        table = lookup(state.board)
        members = as_number(spaces)
        if not members & table.abroad:
            return spaces
        entry = table.countries[HOME]
        for city in permissions_left(state, seat):
            for country in city.grants:
                entry |= table.countries.get(country, 0)
        return (members & entry).to_bytes(len(spaces), "little")

    def not_open(self, state: State, seat: int, space: int) -> Message | None:
        country = state.board.routes[state.board.space_route[space]].country
        if country == HOME:
            return None
        if any(country in city.grants for city in permissions_left(state, seat)):
            return None
        grants = [city for city in state.board.cities if country in city.grants]
        used = [Place(city.name) for city in grants if city.index in state.added.permits]
        if used:
            return message(
                "You've used the permission of {cities} this turn. It allows one Place or one"
                " Displace.",
                cities=series(used),
            )
        return message(
            "You need a permission to place or displace in {country}. The rightmost office of"
            " {cities} gives one each turn.",
            country=COUNTRY_WORDS[country],
            cities=series((Place(city.name) for city in grants), "or"),
        )

    def entered(self, state: State, seat: int, space: int) -> None:
        country = state.board.routes[state.board.space_route[space]].country
        for city in permissions_left(state, seat):
            if country in city.grants:
                state.added = state.added._replace(
                    permits=state.added.permits + bytes((city.index,))
                )
                state.tell("permission", city.id)
                return

    def lines(self, position: Position, seat: int) -> dict[str, int]:
        board = position.printed
        return {country: country_points(position, country)[seat] for country in abroad(board)}


def country_points(
    position: Position, country: str, instead: Mapping[int, bytes] = MappingProxyType({})
) -> list[int]:
    """Return each seat's points for a country (T15.6).

    Seats with an office there are ranked by cities controlled and then by offices, so those that
    control none come last. In a tie they share the points of their places, rounded down. The
    cities of `instead` are taken as if they had these offices.
    """
    controlled, offices = [0] * (1 + NEUTRAL), [0] * (1 + NEUTRAL)
    for city in position.printed.cities:
        if country in city.countries:
            row = instead.get(city.index)
            if row is None:
                row = position.city_offices(city.index)
            for seat, number in owners(row).items():
                offices[seat] += number
            head = leader(row)
            if head is not None:
                controlled[head] += 1
    return shares(list(zip(controlled, offices, strict=True))[: position.players])


def shares(strengths: Sequence[tuple[int, int]]) -> list[int]:
    """Return the points of a country by each seat's (cities controlled, offices) there (T15.6)."""
    points = [0] * len(strengths)
    place = 0
    for strength in sorted({s for s in strengths if s[1]}, reverse=True):
        tied = [seat for seat, other in enumerate(strengths) if other == strength]
        share = sum(COUNTRY_POINTS[place : place + len(tied)]) // len(tied)
        for seat in tied:
            points[seat] = share
        place += len(tied)
    return points
