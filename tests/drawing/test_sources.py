"""After a game: the winners are those of the result, points come from where the rules say."""

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from games.drawing import DRAWINGS
from games.drawing.plain import PlainDrawing
from games.drawing.sources import Source
from games.rules import TITLES, replay
from games.rules.common.message import Player
from games.rules.hansa.questions import city_points
from games.rules.teutonica.modules.missions import cards
from games.rules.teutonica.pieces import CITY_KEYS, SPECIAL_PRESTIGE
from games.rules.teutonica.questions import controller, groups, office_counts
from games.rules.title import Result
from games.wording import ENGLISH
from tests.cases import first
from tests.records.test_records import FILES, read
from tests.rules.walks import CASES, NAMES, Case, walk

Numbers = Mapping[str, int]
"""What counts in each place that gives points, by target."""


def ids(state: Any, numbers: Mapping[int, int]) -> Numbers:
    return {f"city:{state.board.cities[city].id}": number for city, number in numbers.items()}


def of_prestige(state: Any, seat: int, events: list[list[Any]], points: int) -> Numbers:
    found: Counter[str] = Counter()
    for what, *told in events:
        if what == "prestige" and told[0] == seat:
            _, gained, _, city = told
            points -= gained
            ends = [state.board.cities[end].id for end in state.board.connection]
            for name in [city] if city else ends:
                found[f"city:{name}"] += gained if city else 0
    assert points == 0, "all prestige was told"
    return found


def of_special(state: Any, seat: int, events: Any, points: int) -> Numbers:
    mine = zip(SPECIAL_PRESTIGE, state.special, strict=True)
    return {f"special:{worth}": worth for worth, owner in mine if owner == seat + 1}


def of_cities(state: Any, seat: int, events: Any, points: int) -> Numbers:
    mine = [city.index for city in state.board.cities if controller(state, city.index) == seat]
    return ids(state, dict.fromkeys(mine, points // len(mine)))


def of_network(state: Any, seat: int, events: Any, points: int) -> Numbers:
    counts = office_counts(state, seat)
    best = max(groups(state, seat), key=lambda group: sum(counts[city] for city in group))
    assert points == sum(counts[city] for city in best) * state.value(seat, CITY_KEYS)
    return ids(state, {city: counts[city] for city in best})


def of_missions(state: Any, seat: int, events: Any, points: int) -> Numbers:
    own = office_counts(state, seat)
    card = cards(state.board)[state.added.cards[seat] - 1]
    return ids(state, {city: 1 for city in card if city in own})


def of_country(country: str) -> Callable[..., Numbers]:
    def find(state: Any, seat: int, events: Any, points: int) -> Numbers:
        own = office_counts(state, seat).items()
        return ids(
            state,
            {city: n for city, n in own if country in state.board.cities[city].countries},
        )

    return find


def of_booths(state: Any, seat: int, events: Any, points: int) -> Numbers:
    worth = {
        city.index: city_points(state.booths_in(city.index), seat) for city in state.board.cities
    }
    assert sum(worth.values()) == points
    return ids(state, {city: number for city, number in worth.items() if number})


def nowhere(state: Any, seat: int, events: Any, points: int) -> Numbers:
    return {}


FOUND: Mapping[tuple[str, str], Callable[..., Numbers]] = {
    ("teutonica", "prestige"): of_prestige,
    ("teutonica", "abilities"): nowhere,
    ("teutonica", "markers"): nowhere,
    ("teutonica", "special"): of_special,
    ("teutonica", "cities"): of_cities,
    ("teutonica", "network"): of_network,
    ("teutonica", "missions"): of_missions,
    ("teutonica", "wales"): of_country("wales"),
    ("teutonica", "scotland"): of_country("scotland"),
    ("hansa", "sold"): nowhere,
    ("hansa", "unsold"): nowhere,
    ("hansa", "cities"): of_booths,
}
"""Where each line's points come from, counted on the state by what the rules count with."""


def check_winners(sheet: Mapping[str, Any], result: Result, names: tuple[str, ...]) -> None:
    best = max(scores["total"] for scores in result.scores)
    winners = [name for name, place in zip(names, result.places, strict=True) if place == 1]
    verb = "won" if len(winners) == 1 else "share the win"
    points = "1 point" if best == 1 else f"{best} points"
    assert sheet["verdict"].startswith(
        f"{ENGLISH.listed(map(Player, winners))} {verb} with {points}"
    )


def check_sheet(sheet: Mapping[str, Any], players: int) -> None:
    for seat in range(players):
        rows = {line["id"]: line["cells"][seat]["points"] for line in sheet["lines"]}
        assert rows.pop("total") == sum(rows.values())


def check_board(body: str, source: Source) -> None:
    lit = ElementTree.fromstring(f"<svg>{body}</svg>").iterfind("g[@id='lit']/g[@id]")
    assert [(part.get("id"), part.findtext("text")) for part in lit] == [
        (f"lit-{place.target}", str(place.number) if place.number else None)
        for place in source.places
    ]


def check(title_id: str, state: Any, events: list[list[Any]]) -> None:
    title, drawing = TITLES[title_id], DRAWINGS[title_id]
    result, view = title.result(state), title.view(state, None)
    assert result is not None
    names = NAMES[: view.players]
    sheet = drawing.wording.score(result, view, names, ENGLISH)
    check_winners(sheet, result, names)
    check_sheet(sheet, view.players)
    for seat, scores in enumerate(result.scores):
        for line in scores.keys() - {"total"}:
            if points := scores[line]:
                source = drawing.source(view, seat, line, points, names, events, ENGLISH)
                found = {place.target: place.number for place in source.places}
                if not isinstance(drawing, PlainDrawing):
                    assert found == FOUND[title_id, line](state, seat, events, points)
                assert names[seat] in source.sentence
                body = drawing.live(view, ENGLISH, source=source)["body"]
                check_board(body, source)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_t11_h4_2_points_come_from_where_the_rules_count_them(file: Path) -> None:
    steps = list(replay.record_steps(read(file)))
    events = [event for step in steps for event in step.after.events]
    check(read(file).title, steps[-1].after, events)


@pytest.mark.parametrize("case", first(0, CASES), ids=str)
def test_t11_h4_2_they_do_in_every_way_to_play(case: Case) -> None:
    events = [event for step in walk(case) for event in step.after.events]
    check(case.title_id, walk(case)[-1].after, events)
