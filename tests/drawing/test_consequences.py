"""What a draft brings is told in sentences, from what its player may see."""

import random
from dataclasses import replace

import pytest

from games.bots import BOTS
from games.drawing import DRAWINGS
from games.rules import TITLES
from games.rules.teutonica.pieces import NEUTRAL, TRADER, piece
from games.rules.title import CHANCE
from games.wording import ENGLISH
from tests.cases import first
from tests.drawing.test_position import TABLES

NAMES = ["Ann", "Ben", "Cleo", "Dora", "Emil"]


@pytest.mark.parametrize(("title", "table"), first(4, TABLES))
def test_every_order_has_consequences_in_sentences(title, table):
    rules, drawing, names = TITLES[title], DRAWINGS[title], NAMES[: table.players]
    rng, told = random.Random(2), set()
    state = rules.start(table.options, table.players)
    for _ in range(80):
        seat = rules.to_move(state)[0]
        if seat == CHANCE:
            state = rules.apply(state, seat, rules.chance_outcomes(state)[0][0])
            continue
        before = rules.view(state, seat)
        assert list(drawing.wording.consequences(before, before, names, ENGLISH)) == []
        order = BOTS["journeyman"](before, rules.orders(state, seat), rng)
        state = rules.apply(state, seat, order)
        said = drawing.wording.consequences(before, rules.view(state, seat), names, ENGLISH)
        assert all(line[0].isupper() and line.endswith(".") for line in said)
        assert not any(names[seat] in line for line in said), "the viewer is 'you'"
        told.update(said)
    assert len(told) > 5


def test_prestige_control_and_the_end_of_hansa_teutonica():
    rules, drawing = TITLES["teutonica"], DRAWINGS["teutonica"]
    table = rules.setups()[0]
    before = rules.view(rules.start(table.options, 4), 0)
    before = replace(before, seat=0)
    mine = replace(before.desks[0], prestige=2, supply=(3, 1), levels=(0, 1, 0, 0, 0))
    theirs = replace(before.desks[1], supply=(before.desks[1].supply[0] + 2, 1))
    offices = bytearray(before.offices)
    for seat, city in zip((0, 1, NEUTRAL), before.printed.cities, strict=False):
        offices[city.offices[0]] = piece(seat, TRADER)
    after = replace(
        before,
        desks=(mine, theirs, *before.desks[2:]),
        offices=bytes(offices),
        completed=(3,),
    )
    said = drawing.wording.consequences(before, after, NAMES, ENGLISH)
    assert "That makes 2 prestige points, 2 more than before." in said
    assert any(line.startswith("You control ") for line in said)
    assert any(line.startswith("Ben controls ") for line in said)
    assert any(line.startswith("The neutral player controls ") for line in said)
    assert "Your supply: 3 traders and a merchant." in said
    assert any(line.startswith("Ben gets 2 traders") for line in said)
    assert "Completed cities: 1 of the 10 that end the game." in said
    assert "The first has 2 of the 20 prestige points that end the game." in said
