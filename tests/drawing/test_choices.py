"""Whatever is legal can be clicked, once, in one or two steps, and stands in the list."""

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from games.drawing import DRAWINGS, Choices, Group
from games.rules.common.syntax import SEPARATOR
from games.rules.teutonica.frames import (
    DevelopPrivilege,
    FoundOffice,
    Frame,
    MoveAny,
    PlaceAbroad,
    PlaceClaimed,
    Remove3,
)
from games.rules.title import CHANCE, Title
from games.wording import ENGLISH, WORDINGS
from tests.drawing.positions import GAMES, TITLE, walk
from tests.rules.positions import GREEN, RED, play, position
from tests.rules.test_t05_displace import merchant_and
from tests.rules.walks import PAIRED_FIRST, Case, some
from tests.rules.walks import walk as walk_of

DRAWING, WORDS = DRAWINGS["teutonica"], WORDINGS["teutonica"]
OPTION = re.compile(r'<option value="([^"]*)">([^<]*)</option>')


def listed(choices: Choices, group: Group) -> list[str]:
    """All orders that a group of the list leads to."""
    orders = [choice.order for choice in group.choices]
    orders += [unescape(value) for value, _ in OPTION.findall(group.options)]
    for target, _ in OPTION.findall(group.picks):
        verb = "move" if group.id == "move" else group.id
        orders += [c.order for c in choices.after(target) if c.order.split()[0] == verb]
    return orders


def positions(case: Case, number: int) -> Iterator[tuple[Any, int]]:
    """Positions from a whole game, and the first time that each thing is asked."""
    met = set()
    for step in walk_of(case):
        what = case.title.view(step.before, None).prompt
        if step.seat != CHANCE and what not in met:
            met.add(what)
            yield step.before, step.seat
    for step in some(case, number):
        yield step.before, step.seat


def written(title: Title, state: Any, seat: int) -> Counter[str]:
    return Counter(title.write(state, order) for order in title.orders(state, seat))


def offered(title: Title, state: Any, seat: int) -> Choices:
    """What the drawing of a title makes of all legal orders."""
    return DRAWINGS[title.id].choices(
        title, title.orders(state, seat), title.view(state, seat), ENGLISH
    )


def check_paths(title: Title, state: Any, seat: int) -> None:
    choices = offered(title, state, seat)
    found: Counter[str] = Counter()
    for target in choices.first.values():
        after = choices.after(target.id)
        single = len(after) == 1 and len(after[0].path) == 1
        assert (target.order is None) == (not single and not target.several)
        assert {target.order, target.other} - {None, ""} <= {choice.order for choice in after}
        assert not (single and target.several)
        for choice in after:
            assert choice.path[0] == target.id
            assert len(choice.path) <= 2
            found[choice.order] += 1
        assert len({choice.path for choice in after}) == len(after)
    assert found == written(title, state, seat)


def check_shortcuts(title: Title, state: Any, seat: int) -> None:
    """Each of them is legal, to its last order."""
    choices = offered(title, state, seat)
    short = choices.with_shortcuts()
    assert choices.first.items() <= short.first.items()
    for target in short.first.values():
        known = len(choices.after(target.id))
        meant = short.after(target.id)[known:]
        if not known:
            assert target.order == meant[0].order
            assert target.several == (len(meant) > 1)
        for choice in meant:
            assert choice.path[0] == target.id
            after = state
            for text in choice.order.split(SEPARATOR):
                assert title.to_move(after) == (seat,)
                after = title.apply(after, seat, title.read(after, text))


def check_list(title: Title, state: Any, seat: int) -> None:
    choices = offered(title, state, seat)
    found = Counter(order for group in choices.groups for order in listed(choices, group))
    assert found == written(title, state, seat)


def check_words(title: Title, state: Any, seat: int) -> None:
    choices = offered(title, state, seat)
    for target in choices.first:
        labels = [choice.label for choice in choices.after(target)]
        assert len(set(labels)) == len(labels), labels
    for group in choices.groups:
        words = [choice.label for choice in group.choices]
        words += [label for _, label in OPTION.findall(group.options)]
        assert len(set(words)) == len(words), (group.id, words)


@pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)
def test_every_legal_order_has_one_path_and_one_place_in_the_list(case: Case) -> None:
    for state, seat in positions(case, 12):
        check_paths(case.title, state, seat)
        check_shortcuts(case.title, state, seat)
        check_list(case.title, state, seat)
        check_words(case.title, state, seat)


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_random_turns_are_clicked_too(players: int, options: dict[str, str]) -> None:
    for state, seat in walk(players, 60, players, options):
        check_paths(TITLE, state, seat)
        check_shortcuts(TITLE, state, seat)
        check_list(TITLE, state, seat)


@pytest.mark.parametrize(
    ("board", "frame"),
    [
        ("east", DevelopPrivilege()),
        ("east", FoundOffice()),
        ("east", PlaceClaimed(2, 1, 2)),
        ("east", MoveAny(2)),
        ("britannia", PlaceAbroad(2)),
        ("britannia", Remove3(3)),
    ],
)
def test_what_permanent_markers_ask_is_clicked_too(board: str, frame: Frame) -> None:
    *_, (before, seat) = walk(3, 30, 5, {"board": board})
    state = before.copy()
    state.frames = (frame,)
    seat = state.turn
    assert TITLE.orders(state, seat)
    check_paths(TITLE, state, seat)
    check_list(TITLE, state, seat)
    check_words(TITLE, state, seat)


def test_the_pawn_says_what_its_move_costs() -> None:
    labels: dict[bool, set[str]] = {False: set(), True: set()}
    for state, seat in walk(2, 60, 3, {"two_player": "pawn"}):
        view = TITLE.view(state, seat)
        if view.prompt == "turn" and view.free_walk:
            choices = DRAWING.choices(TITLE, TITLE.orders(state, seat), view, ENGLISH)
            near = [target for target in choices.first if target.startswith("province:")]
            labels[view.walk_ends] |= {c.label for t in near for c in choices.after(t)}
    assert any(label.endswith(", free") for label in labels[False])
    assert not any(label.endswith(", free") for label in labels[True])
    assert any(label.endswith(", free, ends your actions") for label in labels[True])
    assert all(any(label.endswith(", for an action") for label in labels[ends]) for ends in labels)


def test_what_is_no_target_leads_nowhere() -> None:
    state, seat = next(walk(4, 1, 1))
    choices = DRAWING.choices(TITLE, TITLE.orders(state, seat), TITLE.view(state, seat), ENGLISH)
    assert choices.after("space:nowhere.1") == []


def test_buttons_say_what_happens() -> None:
    state, seat = next(walk(4, 1, 1))
    choices = DRAWING.choices(TITLE, TITLE.orders(state, seat), TITLE.view(state, seat), ENGLISH)
    labels = {choice.order: choice.label for choice in choices.after("space:hamburg-stade.2")}
    assert labels["place t hamburg-stade.2"] == "Trader to Hamburg–Stade 2"


def test_t5_4_the_displaced_piece_and_its_twin_are_told_apart() -> None:
    """A merchant was displaced, and the one of the stock may come before it."""
    state = merchant_and(stock="1m", supply="1t")
    check_paths(TITLE, state, GREEN)
    choices = DRAWING.choices(TITLE, TITLE.orders(state, GREEN), TITLE.view(state, GREEN), ENGLISH)
    labels = {choice.order: choice.label for choice in choices.after("space:emden-stade.1")}
    assert labels == {
        "put m emden-stade.1": "Displaced merchant to Emden–Stade 1",
        "put m emden-stade.1 from stock": "Merchant from your stock to Emden–Stade 1",
    }
    assert [group.title for group in choices.groups] == [
        "Place the displaced merchant",
        "Place a merchant from your stock",
    ]


def test_t5_4_the_sentence_says_that_the_order_is_free() -> None:
    state = merchant_and(stock="2t")
    told = [WORDS.prompt_of_me(TITLE.view(state, GREEN), TITLE.orders(state, GREEN), ENGLISH)]
    for order in ("put t emden-stade.1", "put t emden-stade.2"):
        state = play(state, order)
        told.append(
            WORDS.prompt_of_me(TITLE.view(state, GREEN), TITLE.orders(state, GREEN), ENGLISH)
        )
    assert told == [
        "You were displaced. Place your piece and, if you like, 2 more pieces, in any order.",
        "You were displaced. Place your piece and, if you like, 1 more piece, in any order.",
        "Place the displaced piece.",
    ]


def short(state: Any, seat: int = RED) -> Choices:
    return offered(TITLE, state, seat).with_shortcuts()


def test_an_office_or_an_ability_fills_the_route_that_leads_there_and_claims_it() -> None:
    begun = {"hamburg-stade": "red t, -, -", "hamburg-lubeck": "-, red t, red t"}
    choices = short(position(actions=4, spaces=begun, supply={"red": "2t1m"}))
    assert [choice.order for choice in choices.after("office:hamburg.1")] == [
        "place t hamburg-lubeck.1;claim hamburg-lubeck office hamburg",
        "place t hamburg-stade.2;place t hamburg-stade.3;claim hamburg-stade office hamburg",
    ]
    assert choices.first["desk:privilege"].label == (
        "Place 2 traders on Hamburg–Stade and claim it: Develop Privilege"
    )
    assert choices.first["office:stade.1"].order == (
        "place m hamburg-stade.2;place t hamburg-stade.3;claim hamburg-stade office stade"
    )
    assert "desk:actions" not in choices.first
    assert "office:hamburg.1" not in short(position(actions=1, spaces=begun)).first
    equal = {"hamburg-stade": "red t, red t, -", "hamburg-lubeck": "-, red t, red t"}
    assert "office:hamburg.1" not in short(position(actions=4, spaces=equal)).first


def test_an_income_comes_first_where_the_supply_is_too_small() -> None:
    words: dict[str, Any] = {"actions": 4, "spaces": {"hamburg-stade": "red t, -, -"}}
    choices = short(position(**words, supply={"red": "1t"}))
    filled = "income 3t;place t hamburg-stade.2;place t hamburg-stade.3"
    assert choices.first["route:hamburg-stade"].order == filled
    claimed = f"{filled};claim hamburg-stade office hamburg"
    assert choices.first["office:hamburg.1"].order == claimed
    # Another player takes a piece in between (T13).
    tiles = {"options": {"favour": "on"}, "tiles": {"income": "green"}, "supply": {"red": "1t"}}
    assert not {"route:hamburg-stade", "office:hamburg.1"} & set(
        short(position(**words, **tiles)).first
    )


def test_pieces_of_one_route_move_on_together() -> None:
    spaces = {"hamburg-stade": "red t, red m, red t", "emden-stade": "-, -, blue t"}
    state = position(spaces=spaces, levels={"red": {"book": 1}})
    orders = {c.path[-1]: c.order for c in short(state).after("space:hamburg-stade.2")}
    assert orders["route:bremen-hamburg"] == (
        "move hamburg-stade.2 > bremen-hamburg.1;"
        "move hamburg-stade.1 > bremen-hamburg.2;"
        "move hamburg-stade.3 > bremen-hamburg.3"
    )
    assert orders["route:emden-stade"].count(SEPARATOR) == 1


def test_displaced_and_extra_pieces_go_to_one_route_together() -> None:
    state = merchant_and(stock="2t")
    order = short(state, GREEN).first["route:emden-stade"].order
    assert order == "put m emden-stade.1;put t emden-stade.2"
