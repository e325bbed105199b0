"""Everything on a table is explained, to everyone, from what they may see."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from games.bots import BOTS
from games.drawing import DRAWINGS
from games.rules import TITLES
from games.rules.common.message import Message
from games.rules.errors import IllegalOrder
from games.rules.hansa.questions import leader
from games.rules.teutonica.claim import full_routes
from games.rules.teutonica.modules.pawn import provinces
from games.rules.teutonica.pieces import MERCHANT, SWAP, kind_of, owner
from games.rules.title import CHANCE, Setup
from games.wording import ENGLISH, WORDINGS
from tests.cases import first
from tests.drawing.positions import brimful
from tests.drawing.test_position import NAMES, TABLES

LONGEST = 1000
LONG = 320
FAVOUR = ("teutonica", Setup(Message("Favour and Missions"), 3, {"favour": "on", "missions": "on"}))
GAMES = [FAVOUR, TABLES[-3], TABLES[3], TABLES[-4], *TABLES[:3], *TABLES[4:-4], *TABLES[-2:]]
every_table = pytest.mark.parametrize(("title", "table"), first(4, GAMES))


def game(title_id: str, table: Any) -> Iterator[Any]:
    """Every position of a game in which most orders are good ones, and the others at random."""
    title, rng = TITLES[title_id], random.Random(5)
    state = title.start(table.options, table.players)
    for _ in range(LONG):
        yield state
        if not title.to_move(state):
            break
        seat = title.to_move(state)[0]
        if seat == CHANCE:
            draws, weights = zip(*title.chance_outcomes(state), strict=True)
            order = rng.choices(draws, weights)[0]
        elif rng.random() < 0.9:
            order = BOTS["journeyman"](title.view(state, seat), title.orders(state, seat), rng)
        else:
            groups = title.orders(state, seat).groups
            group = groups[rng.choice(list(groups))]
            order = group[rng.randrange(len(group))]
        state = title.apply(state, seat, order)


@cache
def positions(title_id: str, label: str) -> list[Any]:
    """The game of a table, played once."""
    table = next(table for title, table in GAMES if (title, str(table.label)) == (title_id, label))
    return list(game(title_id, table))


def check(view: Any, names: tuple[str, ...]) -> None:
    """Everything in a view has an explanation that can be printed."""
    drawing = DRAWINGS[view.title]
    known = drawing.wording.things(view, ENGLISH)
    for thing in known:
        told = drawing.wording.explain(view, thing, names, ENGLISH)
        assert told is not None
        assert all(line[0].isupper() and line.endswith(".") for line in told.sentences), told
        words = " ".join([told.heading, *told.sentences, *map(" ".join, told.rows)])
        assert len(words) < LONGEST, words
        assert not re.search(r"  |None|\byou (has|controls|places)\b|, ,", words), words
        assert all(label and on for label, on in told.rows), told
        assert {other for other, _ in told.links} <= known.keys(), told
    for thing in ("city:atlantis", "herring", "", "space:"):
        assert drawing.wording.explain(view, thing, names, ENGLISH) is None


@every_table
def test_everything_has_an_explanation_for_everyone(title, table):
    rules, names = TITLES[title], NAMES[: table.players]
    for state in positions(title, str(table.label))[10::70]:
        for seat in (None, 0):
            check(rules.view(state, seat), names)


@pytest.mark.parametrize("options", [{}, {"board": "east"}, {"board": "britannia"}])
def test_a_board_filled_to_the_brim_is_explained(options):
    check(brimful(5, options=options), NAMES)


@every_table
def test_what_has_a_target_or_a_name_on_the_table_can_be_asked_about(title, table):
    rules, drawing = TITLES[title], DRAWINGS[title]
    for state in positions(title, str(table.label))[5::90]:
        for seat in rules.to_move(state):
            view = rules.view(state, seat if seat != CHANCE else None)
            known = drawing.wording.things(view, ENGLISH).keys()
            drawn = drawing.static(view.board, ENGLISH) + drawing.live(view, ENGLISH)["body"]
            drawn += "".join(desk["body"] for desk in drawing.desks(view, NAMES, ENGLISH))
            assert set(re.findall(r'data-about="([^"]+)"', drawn)) <= known
            if seat == CHANCE:
                continue
            targets = drawing.choices(rules, rules.orders(state, seat), view, ENGLISH).first
            places = {name for name in targets if not name.startswith(("action:", "order:"))}
            assert places - {"sell:several"} <= known


@every_table
def test_what_one_may_want_to_do_is_refused_where_nothing_can_be_done(title, table):
    rules, drawing = TITLES[title], DRAWINGS[title]
    for state in positions(title, str(table.label))[7::45]:
        for seat in rules.to_move(state):
            if seat == CHANCE:
                continue
            view, orders = rules.view(state, seat), rules.orders(state, seat)
            targets = drawing.choices(rules, orders, view, ENGLISH).first
            for thing in drawing.wording.things(view, ENGLISH).keys() - targets.keys():
                told = drawing.wording.explain(view, thing, NAMES, ENGLISH)
                for verb, text in told.tries:
                    assert verb in COMMON[title] | {"put", "favour", "pawn", "booths"}
                    if text:
                        assert text.startswith(verb)
                        order = rules.read(state, text)
                        with pytest.raises(IllegalOrder):
                            rules.apply(state, seat, order)


# Why something is not possible: each sentence with what must be so.


def _spaces(state: Any) -> list[tuple[int, int]]:
    """(route, piece) of every piece on a space that the pawn, if there is one, lets reach."""
    near = None
    if state.options.get("two_player") == "pawn" and state.added.pawn:
        near = provinces(state.board).routes[state.added.pawn]
    found = [(state.board.space_route[n], code) for n, code in enumerate(state.spaces) if code]
    return [(route, code) for route, code in found if near is None or route in near]


def _supply(state: Any, seat: int) -> int:
    return state.supply[2 * seat] + state.supply[2 * seat + 1]


def _others(state: Any, seat: int) -> list[int]:
    return [code for _, code in _spaces(state) if owner(code) != seat]


TRUE = {
    "teutonica": {
        r"You have no actions left this turn\.": lambda s, n: s.actions == 0,
        r"You've used the pawn's free move this turn\. You have no actions.*": lambda s, n: (
            s.added.walked and not s.actions
        ),
        r"Your supply is empty\. Income brings .*": lambda s, n: (
            not _supply(s, n) and s.stock[2 * n] + s.stock[2 * n + 1]
        ),
        r"Your supply is empty\.": lambda s, n: (
            not _supply(s, n) and not s.stock[2 * n] + s.stock[2 * n + 1]
        ),
        r"No space.* that your pieces may take is free\.": lambda s, n: _supply(s, n),
        r"You need 2 more in your supply.*": lambda s, n: _supply(s, n) == 0,
        r"You need 1 more in your supply.*": lambda s, n: _supply(s, n) == 1,
        r"No other player has a piece on a route.*": lambda s, n: not _others(s, n),
        r"The others have only merchants there, .*": lambda s, n: (
            _supply(s, n) == 2 and {kind_of(code) for code in _others(s, n)} == {MERCHANT}
        ),
        r"The others have no piece on a space that .*": lambda s, n: (
            _supply(s, n) > 1 and _others(s, n)
        ),
        r"You have no piece on a route\.": lambda s, n: (
            not any(code and owner(code) == n for code in s.spaces)
        ),
        r"No space that your pieces may move to is free\.": lambda s, n: any(
            code and owner(code) == n for code in s.spaces
        ),
        r"No route is full of your pieces\..*": lambda s, n: not full_routes(s, n),
        r".* is full, but doesn't border province \d+\.": lambda s, n: full_routes(s, n),
        r"Your stock is empty\.": lambda s, n: not s.stock[2 * n] + s.stock[2 * n + 1],
        r"You have no bonus marker face up\.": lambda s, n: not s.held[n],
        r".*(is used with a claim|would do nothing|needs two offices).*": lambda s, n: s.held[n],
        r"All tiles are taken\.": lambda s, n: 1 not in s.added.tiles,
        r"A tile costs two bonus markers that are face up\.": lambda s, n: len(s.held[n]) < 2,
        r"A tile is taken at the start of a turn.*": lambda s, n: s.added.touched,
        r"It's not your turn\..*": lambda s, n: s.turn != n,
        r"You are (in the middle of a Move|using).*": lambda s, n: s.frames,
        r"Your actions are over\..*": lambda s, n: s.frames[-1].name == "plate",
        r"(The permanent marker|The office of the neutral player).*": lambda s, n: s.frames,
        r"The first turn has not begun\..*": lambda s, n: s.frames[-1].name == "pawn",
    },
    "hansa": {
        r"The first turn has not begun\..*": lambda s, n: s.stage == "booths",
        r"A sale is not over yet.*": lambda s, n: s.stage == "lose",
        r"Every warehouse is empty.*": lambda s, n: s.stage == "must",
        r"You've filled them already this turn\.": lambda s, n: s.replenished,
        r"Every warehouse is full\.": lambda s, n: 0 not in s.warehouses,
        r"The piles are empty\.": lambda s, n: not any(s.hidden),
        r"This is possible only before anything else in a turn\.": lambda s, n: not s.fresh,
        r"Sailing costs 1 taler, and you have none\.": lambda s, n: not s.talers[n],
        r"You've begun to discard markers as toll.*": lambda s, n: s.stage == "tolls",
        r"You've acted in this city.*": lambda s, n: s.acted,
        r".* has nothing for sale\.": lambda s, n: not any(s.holds(s.ship)),
        r"A marker in .* costs you 1 taler, and you have none\.": lambda s, n: (
            not s.talers[n] and leader(s.booths_in(s.ship)) != n
        ),
        r"All your booths are on the board\.": lambda s, n: not s.stock(n),
        r"You have no unsold marker to give up\.": lambda s, n: not s.unsold[n],
        r"You need a booth in .*": lambda s, n: not s.booths_in(s.ship)[n],
        r"You need at least 2 unsold markers of one colour\.": lambda s, n: (
            max([0, *map([(code - 1) // 3 for code in s.unsold[n]].count, range(6))]) < 2
        ),
        r"You have no more than 3 unsold markers.*": lambda s, n: len(s.unsold[n]) <= 3,
        r"You can keep at most 3 unsold markers.*": lambda s, n: len(s.unsold[n]) > 3,
    },
}
COMMON = {
    "teutonica": {"place", "displace", "move", "claim", "income", "use"},
    "hansa": {"replenish", "sail", "buy", "build", "sell", "discard", "end"},
}


@every_table
def test_each_kind_of_order_is_possible_or_has_a_true_reason(title, table):
    rules, drawing, told = TITLES[title], DRAWINGS[title], set()
    for state in positions(title, str(table.label)):
        for seat in rules.to_move(state):
            if seat == CHANCE:
                continue
            possible = rules.orders(state, seat).groups
            reasons = drawing.wording.obstacles(rules.view(state, seat), possible, ENGLISH)
            assert COMMON[title] <= possible.keys() | reasons.keys()
            assert not possible.keys() & reasons.keys()
            for verb, (words, reason) in reasons.items():
                meant = [law for law in TRUE[title] if re.fullmatch(law, reason)]
                assert len(meant) == 1, (verb, reason, meant)
                assert words
                assert TRUE[title][meant[0]](state, seat), (verb, reason)
                told.add(meant[0])
    assert len(told) > 4


@pytest.mark.parametrize(
    ("edition", "whose"), [("big_box", "one of them yours"), ("classic", "whoever")]
)
def test_swap_says_whose_offices_it_takes(edition, whose):
    view = brimful(3, options={"edition": edition})
    told = WORDINGS["teutonica"].explain(view, "marker:swap", NAMES, ENGLISH)
    assert whose in told.sentences[0]
    desks = tuple(replace(desk, markers=(SWAP,)) for desk in view.desks)
    for desk in DRAWINGS["teutonica"].desks(replace(view, desks=desks), NAMES, ENGLISH):
        assert whose in desk["body"]


def test_an_additional_office_says_that_the_city_needs_one():
    told = WORDINGS["teutonica"].explain(brimful(3), "marker:extra", NAMES, ENGLISH)
    assert "has an office already, or is green" in told.sentences[0]


@pytest.mark.parametrize(
    ("players", "board", "route", "rule", "lands"),
    [
        (3, "britannia", "calais-canterbury", "T15.4", ""),
        (3, "britannia", "calais-southampton", "T15.5", "in Wales."),
        (4, "britannia", "calais-southampton", "T15.5", "in Wales and Scotland."),
        (4, "east", None, "T14.3", ""),
    ],
)
def test_a_permanent_marker_leads_to_its_rule(players, board, route, rule, lands):
    view = brimful(players, options={"board": board})
    facts = TITLES["teutonica"].board_facts(view.board)["routes"]
    marked = next(each["id"] for each in facts if "permanent_marker" in each)
    told = WORDINGS["teutonica"].explain(view, f"route:{route or marked}", NAMES, ENGLISH)
    assert told.rule == rule
    assert lands in " ".join(told.sentences)
