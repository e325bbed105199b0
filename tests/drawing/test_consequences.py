"""What a draft brings is told in sentences, from what its player may see."""

import random
from dataclasses import replace
from itertools import chain

import pytest

from games.drawing import DRAWINGS
from games.rules import TITLES
from tests.cases import first
from tests.drawing.test_position import TABLES, positions

NAMES = ["Ann", "Ben", "Cleo", "Dora", "Emil"]


@pytest.mark.parametrize(("title", "table"), first(4, TABLES))
def test_every_order_has_consequences_in_sentences(title, table):
    rules, drawing = TITLES[title], DRAWINGS[title]
    rng, told = random.Random(2), set()
    for state in chain(positions(rules, table, 1), positions(rules, table, 2)):
        for seat in rules.to_move(state):
            if seat < 0:
                continue
            names = NAMES[: table.players]
            before = rules.view(state, seat)
            assert drawing.consequences(before, before, names) == []
            orders = list(rules.orders(state, seat))
            for order in rng.sample(orders, min(len(orders), 30)):
                after = rules.view(rules.apply(state, seat, order), seat)
                said = drawing.consequences(before, after, names)
                told.update(said)
                assert all(line[0].isupper() and line.endswith(".") for line in said)
                assert not any(names[seat] in line for line in said), "the viewer is 'you'"
    assert told


def test_prestige_control_and_the_end_of_hansa_teutonica():
    rules, drawing = TITLES["teutonica"], DRAWINGS["teutonica"]
    table = rules.tables()[0]
    before = rules.view(rules.start(table.options, 4), 0)
    before = replace(before, seat=0)
    mine = replace(before.desks[0], prestige=2, supply=(3, 1), levels=(0, 1, 0, 0, 0))
    theirs = replace(before.desks[1], supply=(before.desks[1].supply[0] + 2, 1))
    after = replace(
        before,
        desks=(mine, theirs, *before.desks[2:]),
        controllers=(0, 1, *before.controllers[2:]),
        completed=(3,),
    )
    said = drawing.consequences(before, after, NAMES)
    assert "You have 2 prestige points then, 2 more." in said
    assert any(line.startswith("You control ") for line in said)
    assert any(line.startswith("Ben controls ") for line in said)
    assert "Your supply: 3 traders and a merchant." in said
    assert any(line.startswith("Ben gets 2 traders") for line in said)
    assert "1 of 10 cities are completed." in said
    assert "The first has 2 of the 20 prestige points that end the game." in said
