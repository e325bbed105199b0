"""A state and the view of it answer every question alike."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.rules.hansa import questions as hansa
from games.rules.hansa.view import View
from games.rules.teutonica import questions
from games.rules.teutonica.modules import britannia, favour, missions, pawn
from games.rules.teutonica.state import Position
from tests.rules.positions import TEUTONICA
from tests.rules.test_oracle import OTHERS, named, steps
from tests.rules.walks import Case, walk

GAMES = [({}, 4, 3), *OTHERS]


def of_everyone(position: Position) -> Iterator[Any]:
    """Yield the answers that have no seat."""
    for city in position.printed.cities:
        assert position.city_offices(city.index) == position.office_rows[city.index]
        yield questions.controller(position, city.index)
        yield questions.takes_extra_office(position, city.index)
        yield position.vacant_office(city.index)
    yield questions.connection_prestige(position)
    yield questions.ends(position)
    yield questions.ending(position)
    yield favour.tile_owners(position)
    for country in britannia.abroad(position.printed):
        yield britannia.country_points(position, country)
    if position.added.pawn:
        yield pawn.free_targets(position)
        yield [pawn.borders(position, route.index) for route in position.printed.routes]


def of_a_seat(position: Position, seat: int) -> Iterator[Any]:
    """Yield the answers about a seat that are open to everyone."""
    ask: Callable[[Position, int], Any]
    for ask in (
        questions.controlled,
        questions.office_counts,
        questions.groups,
        questions.network,
        questions.is_connected,
        questions.developed,
        questions.special_prestige,
        questions.goes_anywhere,
        britannia.permissions,
        britannia.permissions_left,
    ):
        yield ask(position, seat)
    for line in ("abilities", "cities"):
        yield questions.worth(position, seat, line)
    yield [questions.extra_pieces(position, 1 + 2 * seat + kind) for kind in (0, 1)]
    lines = questions.score(position, seat)
    yield {line: points for line, points in lines.items() if line not in ("missions", "total")}


@pytest.mark.parametrize(("options", "players", "seed"), GAMES, ids=named)
def test_teutonica_is_asked_alike(options: dict[str, str], players: int, seed: int) -> None:
    for number, (_, _, _, state) in enumerate(steps(players, seed, options=options)):
        if number % 59 and TEUTONICA.to_move(state):
            continue
        views = {viewer: TEUTONICA.view(state, viewer) for viewer in (None, *range(players))}
        for view in views.values():
            assert list(of_everyone(view)) == list(of_everyone(state))
            for seat in range(players):
                assert list(of_a_seat(view, seat)) == list(of_a_seat(state, seat))
        for viewer, view in views.items():
            for seat in range(players):
                known = viewer == seat or state.over or options.get("missions") != "on"
                card = missions.card(state, seat) if known else ()
                assert missions.card(view, seat) == card
                if known:
                    assert questions.score(view, seat) == questions.score(state, seat)


def of_hansa(position: hansa.Position) -> Iterator[Any]:
    """Yield all answers in Hansa, where nothing that is asked about is hidden."""
    yield position.piles
    yield hansa.refill(position)
    yield hansa.before_last_round(position)
    for seat in range(position.players):
        yield hansa.score(position, seat)
        yield hansa.cities_worth(position, seat)
        yield [hansa.booths_for(position, seat, code) for code in (1, 2, 3)]
        for city in position.printed.cities:
            yield hansa.price(position.booths_in(city.index), seat)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hansa_is_asked_alike(players: int) -> None:
    case = Case("hansa", (), players)
    for step in walk(case)[::7]:
        view = case.title.view(step.after, 0)
        assert isinstance(view, View)
        assert list(of_hansa(view)) == list(of_hansa(step.after))
