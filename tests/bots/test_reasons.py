"""Reasons: what tells one turn from another, how others punish the lesser one, and all of it so."""

import random
from itertools import islice
from pathlib import Path

import pytest

from games.bots import BOTS, STRATEGIES
from games.bots.puzzles import Puzzle, Turn, path_of, puzzles_of
from games.bots.reasons import named, reason
from games.bots.teutonica import reasons as teutonica
from games.rules import TITLES
from games.rules.playthrough import Step, draw
from games.rules.position import read
from games.rules.teutonica.orders import ClaimDevelop, UseDevelop
from games.rules.title import CHANCE

NAMES = ("Red", "Yellow", "Green", "Blue", "Purple")
POSITIONS = Path(__file__).parent / "positions"


def at(name: str, seat: int) -> Puzzle:
    title, state = read((POSITIONS / f"{name}.txt").read_text())
    return Puzzle(1, title, state, seat, [], name)


def explained(puzzle: Puzzle, better: str, other: str) -> tuple[list[str], str, str]:
    """Return the points, the theme and the reply of two turns written as texts."""
    found = reason(puzzle, better.split("; "), other.split("; "))
    return [named(each, NAMES) for each in found.points], found.theme, named(found.reply, NAMES)


def test_a_route_is_kept_from_another_who_would_claim_it() -> None:
    """Green needs one more turn for Groningen and the marker on the way; Red can fill it first."""
    fills = "place t emden-groningen.2; place t emden-groningen.3; income 5t"
    best = f"{fills}; displace t emden-groningen.1 paying 1t; end"
    points, theme, reply = explained(at("marker", 0), best, "end")
    stops, fills = points
    assert stops == (
        "stops Green from claiming Emden–Groningen for an office in Groningen and the bonus marker"
        " Develop"
    )
    assert fills == "fills Emden–Groningen, so that you can claim it next turn yourself"
    assert theme == teutonica.BLOCK
    assert reply == (
        "Green claims Emden–Groningen, opens an office in Groningen, takes the bonus marker"
        " Develop and gains 1 prestige point."
    )


def test_goods_and_booths_are_told_by_what_the_others_would_do() -> None:
    best = (
        "sail danzig; buy green2; sail reval; buy blue3; sail riga; build green2; sail danzig;"
        " buy red1; sail reval; build blue3; end"
    )
    usual = (
        "buy brown2; sail lubeck; buy red2; sail aalborg; build red2; sail copenhagen;"
        " build brown2; sail danzig; buy green2; end"
    )
    points, theme, reply = explained(at("booths", 0), best, usual)
    assert points == [
        "puts 2 booths in Riga, where nobody else has any",
        "puts 3 booths in Reval, so that you have the most there",
        "buys a blue marker with 3 barrels in Reval, which Yellow would buy next",
    ]
    assert theme == "Putting up booths"
    assert reply.startswith("Yellow puts ")


@pytest.mark.parametrize("title_id", STRATEGIES)
def test_nothing_tells_a_turn_from_itself(title_id: str) -> None:
    for puzzle in islice(puzzles_of(path_of(STRATEGIES[title_id])).values(), 4):
        orders = puzzle.turns[0].orders
        assert reason(puzzle, orders, orders) == ((), "", 0.0, "", 0)


def test_nobody_claims_a_route_in_fewer_actions_than_the_fewest() -> None:
    """What a turn is said to stop cannot be done in the next one."""
    title, counted = TITLES["teutonica"], 0
    for number, setup in enumerate(title.setups()[::3]):
        rng, bots = random.Random(number), [BOTS["journeyman"]] * setup.players
        state = begun = title.start(title.complete(setup.options, setup.players), setup.players)
        turn, free = CHANCE, False
        while seats := title.to_move(state):
            seat = seats[0]
            view = title.view(state, seat if seat != CHANCE else None)
            if view.turn != turn:
                turn, begun, free = view.turn, state, False
            if seat == CHANCE:
                state = title.apply(state, CHANCE, draw(title, state, rng))
                continue
            order = bots[seat](view, title.orders(state, seat), rng)
            after = title.apply(state, seat, order)
            for claim in teutonica._claims([Step(title, seat, order, state, after)]):
                if not free:
                    counted += 1
                    least = teutonica._least(begun, seat, claim.order.route)
                    assert least <= teutonica._actions(begun, seat)
            # What is developed in a turn may help in it; and a claim may lift pieces, too.
            free |= isinstance(order, ClaimDevelop | UseDevelop) or len(after.frames) > 0
            state = after
    assert counted > 50


def test_seats_are_named_wherever_they_are_told_of() -> None:
    assert (
        named("stops {3} from claiming it; {1} pays", NAMES)
        == "stops Green from claiming it; Red pays"
    )
    assert Turn(("end",), 0.5).why == ()
