"""Positions changed thing by thing: what is on the board stays what a game can have."""

import random

import pytest

from games.rules import EDITING, TITLES, editing, position
from games.rules.common.message import Message
from games.rules.errors import BadPosition
from games.rules.playthrough import draw
from games.rules.title import CHANCE
from tests.cases import first
from tests.rules.walks import PAIRED_FIRST, Case, of_each_kind, walk

NAMES = ("Red", "Yellow", "Green", "Blue", "Purple")
every = pytest.mark.parametrize("case", first(8, PAIRED_FIRST), ids=str)


@every
def test_every_position_of_a_game_is_possible_and_its_things_say_what_is_there(case: Case) -> None:
    title, names = case.title, NAMES[: case.players]
    for state in [case.start(), *(step.after for step in walk(case)[::40])]:
        again = editing.read(position.write(title, state))[1]
        assert title.dump(again) == title.dump(state)
    for thing in editing.things(title, again, names):
        values = {each.name: each.value for each in editing.fields(title, again, thing.id, names)}
        assert values
        text = editing.changed(title, again, thing.id, values, names)
        assert title.dump(editing.read(text)[1]) == title.dump(again)
    for target in editing.targets(title, again):
        assert editing.fields(title, again, editing.thing_of(title, target), names)


@every
def test_any_change_is_possible_or_refused_in_a_sentence(case: Case) -> None:
    title, names, rng = case.title, NAMES[: case.players], random.Random(1)
    refused = 0
    for step in of_each_kind(case, 1):
        things = editing.things(title, step.before, names)
        for thing in rng.sample(list(things), min(len(things), 12)):
            values = {}
            for field in editing.fields(title, step.before, thing.id, names):
                choices = [word for word, _ in field.choices] or ["0", "3", "99", "", "-", "x: y"]
                values[field.name] = rng.choice(choices)
            text = editing.changed(title, step.before, thing.id, values, names)
            try:
                editing.read(text)
            except BadPosition as error:
                refused += 1
                said = str(error)
                assert said.endswith(".")
    assert refused or title.id not in EDITING


@every
def test_a_spoilt_position_is_possible_or_refused(case: Case) -> None:
    """What is read can be looked at from every seat, and played on by any orders."""
    title, rng = case.title, random.Random(2)
    for step in of_each_kind(case, 1):
        lines = position.write(title, step.before).splitlines()
        for _ in range(8):
            number = rng.randrange(len(lines))
            spoilt = [*lines]
            if rng.random() < 0.3:
                del spoilt[number]
            else:
                words = lines[number].split() or ["-"]
                words[rng.randrange(len(words))] = rng.choice(["-", "1", "9", "t3", "swap", "yes"])
                spoilt[number] = " ".join(words)
            try:
                _, state = editing.read("\n".join(spoilt))
            except BadPosition:
                continue
            for _ in range(40):
                for seat in (None, *range(case.players)):
                    title.view(state, seat)
                if not (seats := title.to_move(state)):
                    break
                seat = rng.choice(seats)
                orders = [] if seat == CHANCE else title.orders(state, seat)
                order = rng.choice(orders) if orders else draw(title, state, rng)
                state = title.apply(state, seat, order)


SHORT = "title: teutonica\nplayers: 3\n"
PAWN = "title: teutonica\nplayers: 2\noption two_player: pawn\n"
TWO = "title: teutonica\nplayers: 2\noption two_player: neutral\n"
EAST = "title: teutonica\nplayers: 4\noption board: east\n"
HANSA = "title: hansa\nplayers: 3\nstage: turn\nwithout: red\n"


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        (SHORT + "city lubeck: - t1", (3, 14), "vacant before another (T7.4)"),
        (SHORT + "city hamburg:  m1 - -", (3, 16), "but hold a merchant (T7.4)"),
        (SHORT + "city hamburg: m1 - -\nextras hamburg: t2", (3, 15), "but hold a merchant (T7.4)"),
        (SHORT + "seat 1: supply 27t", (3, None), "It should have 27 (T1.5)"),
        (SHORT + "held 2: plus3*3", (None, None), "The edition has 2 (T1.4)"),
        (EAST + "route malmo-visby: - t1 -", (4, 22), "Only merchants do (T4)"),
        (HANSA, (None, None), "The piles hold 51 markers at most"),
        (HANSA + "turn: 1\nsold 1: green1*9", (None, None), "of them, or none"),
        (SHORT + "waits: plate", (None, None), "does not fit the rest"),
        (SHORT + "waits: moving 2", None, ""),
        (PAWN + "actions: 0\nthis-turn: walked", (None, None), "number of its province"),
        (PAWN + "waits: pawn", None, ""),
        (
            PAWN + "pawn: 8\nroute hamburg-stade: - tn -",
            (5, 24),
            "'option two_player: neutral' (T18)",
        ),
        (SHORT + "extras lubeck: tn", (3, 16), "Neutral pieces are traders"),
        (TWO + "route hamburg-stade: mn - -", (4, 22), "Neutral pieces are traders"),
        (TWO + "route hamburg-stade: tn - -", None, ""),
    ],
)
def test_what_is_impossible_is_said_with_its_place_and_rule(text, place, words) -> None:
    try:
        editing.read(text)
    except BadPosition as error:
        found = error
    else:
        found = BadPosition(Message(""), 0, 0)
    assert words in str(found)
    if place is not None:
        assert (found.line, found.column) == place


def test_a_piece_that_is_put_comes_from_the_stock() -> None:
    title, state = editing.read(SHORT)
    before = title.dump(state)["stock"]
    values = {"place_00": "t1", "place_01": "m2"}
    text = editing.changed(title, state, "route:hamburg-stade", values, NAMES[:3])
    after = title.dump(editing.read(text)[1])["stock"]
    assert [a - b for a, b in zip(after, before, strict=True)] == [-1, 0, 0, -1, 0, 0]
    for route in ("bremen-minden", "bremen-hamburg", "emden-stade", "emden-groningen"):
        state = editing.read(text)[1]
        text = editing.changed(
            title, state, f"route:{route}", {"place_00": "t1", "place_01": "t1"}, NAMES[:3]
        )
    assert "route hamburg-stade: t1 m2 -" in text


def test_a_piece_that_is_not_in_stock_comes_from_the_supply() -> None:
    title, state = editing.read(SHORT + "seat 2: supply 3t1m")
    values = {"place_00": "m2", "place_01": "t2"}
    text = editing.changed(title, state, "route:hamburg-stade", values, NAMES[:3])
    data = title.dump(editing.read(text)[1])
    assert data["supply"][2:4] == [3, 0]
    assert sum(data["stock"][2:4]) == sum(title.dump(state)["stock"][2:4]) - 1


def test_a_title_that_cannot_be_edited_stays_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(editing.EDITING, "hansa")
    title, state = TITLES["hansa"], TITLES["hansa"].start({}, 2)
    assert editing.things(title, state, NAMES) == []
    assert editing.fields(title, state, "turn", NAMES) == []
    assert not editing.targets(title, state)
    assert editing.changed(title, state, "turn", {}, NAMES) == position.write(title, state)
