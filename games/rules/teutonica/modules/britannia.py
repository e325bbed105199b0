"""Britannia: permissions for Wales and Scotland, and their points at the end (T15)."""

from collections.abc import Sequence
from functools import lru_cache

from games.rules.teutonica.board import Board, City
from games.rules.teutonica.control import controller, office_counts
from games.rules.teutonica.module import Module
from games.rules.teutonica.pieces import EMPTY, owner
from games.rules.teutonica.state import State
from games.rules.teutonica.tables import as_number, tables

COUNTRY_POINTS = (7, 4, 2)


def holder(state: State, city: int) -> int | None:
    """Return the seat with a city's permission: the owner of its rightmost office (T15.1)."""
    return _rightmost(state.city_offices(city))


@lru_cache(maxsize=1 << 12)
def _rightmost(offices: bytes) -> int | None:
    occupied = offices.rstrip(bytes((EMPTY,)))
    return owner(occupied[-1]) if occupied else None


@lru_cache(maxsize=8)
def granting(board: Board) -> tuple[City, ...]:
    """Return the cities that give permissions, those for one country first."""
    cities = [city for city in board.cities if city.grants]
    return tuple(sorted(cities, key=lambda city: len(city.grants)))


def permissions(state: State, seat: int) -> list[City]:
    """Return the cities whose permission a seat can still use, those for one country first."""
    return [
        city
        for city in granting(state.board)
        if city.index not in state.added.permits and holder(state, city.index) == seat
    ]


class Britannia(Module):
    """Place and Displace abroad need a permission; abroad scores at the end (T15.1, T15.6)."""

    def turn_begins(self, state: State) -> None:
        state.added = state.added._replace(permits=b"")

    def open_to(self, state: State, seat: int, spaces: bytes) -> bytes:
        table = tables(state.board)
        members = as_number(spaces)
        if not members & table.abroad:
            return spaces
        entry = table.countries["england"]
        for city in permissions(state, seat):
            for country in city.grants:
                entry |= table.countries.get(country, 0)
        return (members & entry).to_bytes(len(spaces), "little")

    def not_open(self, state: State, seat: int, space: int) -> str:
        country = state.board.routes[state.board.space_route[space]].country
        if country == "england":
            return ""
        if any(country in city.grants for city in permissions(state, seat)):
            return ""
        grants = [city for city in state.board.cities if country in city.grants]
        used = [city.name for city in grants if city.index in state.added.permits]
        if used:
            return (
                f"You've used the permission of {' and '.join(used)} this turn. It allows one"
                " Place or one Displace."
            )
        return (
            f"You need a permission to place or displace in {country.capitalize()}. The rightmost"
            f" office of {' or '.join(city.name for city in grants)} gives one each turn."
        )

    def entered(self, state: State, seat: int, space: int) -> None:
        country = state.board.routes[state.board.space_route[space]].country
        for city in permissions(state, seat):
            if country in city.grants:
                state.added = state.added._replace(
                    permits=state.added.permits + bytes((city.index,))
                )
                state.tell("permission", city.id)
                return

    def lines(self, state: State, seat: int) -> dict[str, int]:
        return {
            country: country_points(state, country)[seat]
            for country in tables(state.board).countries
            if country != "england"
        }


def country_points(state: State, country: str) -> list[int]:
    """Return each seat's points for a country (T15.6).

    Seats with an office there are ranked by cities controlled and then by offices, so those that
    control none come last. In a tie they share the points of their places, rounded down.
    """
    cities = [city.index for city in state.board.cities if country in city.countries]
    strengths = []
    for seat in range(state.players):
        offices = sum(
            number for city, number in office_counts(state, seat).items() if city in cities
        )
        controlled = sum(controller(state, city) == seat for city in cities)
        strengths.append((controlled, offices))
    return shares(strengths)


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
