"""Reasons: what tells one turn from another, how others punish the lesser one, and all of it so."""

import random
import re
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest

from games.bots import BOTS, STRATEGIES
from games.bots.hansa import reasons as hansa
from games.bots.hansa import told_reasons as told_hansa
from games.bots.puzzles import Puzzle, path_of, puzzles_of
from games.bots.reasons import reason, theme_of, told
from games.bots.stories import Fact
from games.bots.teutonica import reasons as teutonica
from games.bots.teutonica import told_reasons as told_teutonica
from games.rules import TITLES
from games.rules.playthrough import Step, draw
from games.rules.position import read
from games.rules.teutonica.orders import ClaimDevelop, UseDevelop
from games.rules.title import CHANCE
from games.wording import ENGLISH, language
from tests.telling import CODES

NAMES = ("Red", "Yellow", "Green", "Blue", "Purple")
SAILS_ON = "sell blue3 blue3; sail riga; sail danzig; sail kalmar; buy yellow2; end"
POSITIONS = Path(__file__).parent / "positions"


def at(name: str, seat: int) -> Puzzle:
    title, state = read((POSITIONS / f"{name}.txt").read_text())
    return Puzzle(1, title, state, seat, [], name)


def in_words(puzzle: Puzzle, fact: Fact) -> str:
    return ENGLISH.say_all(told(puzzle, fact, NAMES))


def explained(puzzle: Puzzle, better: str, other: str) -> tuple[list[str], str, str]:
    """Return the points, the theme and the reply of two turns written as texts."""
    found = reason(puzzle, better.split("; "), other.split("; "))
    points = [in_words(puzzle, each) for each in found.points]
    return points, found.theme, in_words(puzzle, found.reply)


def test_a_route_is_kept_from_another_who_would_claim_it() -> None:
    """Green needs one more turn for Groningen and the marker on the way; Red can fill it first."""
    fills = "place t emden-groningen.2; place t emden-groningen.3; income 5t"
    best = f"{fills}; displace t emden-groningen.1 paying 1t; end"
    points, theme, reply = explained(at("marker", 0), best, "end")
    stops, fills = points
    assert stops == (
        "It stops Green from claiming Emden–Groningen. The claim would open an office in Groningen"
        " and take the bonus marker Develop."
    )
    assert fills == "It fills Emden–Groningen, so that you can claim it next turn yourself."
    assert theme == teutonica.BLOCK
    assert reply == (
        "Green claims Emden–Groningen and opens an office in Groningen. Green takes the bonus"
        " marker Develop. Green gains 1 prestige point."
    )


def test_pieces_that_were_there_before_are_said_to_stay() -> None:
    """Red moves pieces from one route to another, and leaves those on a third as they are.

    Had Red claimed that one, Green would have found another marker there: which, chance decides.
    """
    moves = "move halle-quedlinburg.1 > emden-groningen.1; move halle-quedlinburg.2 >"
    best = f"{moves} emden-groningen.2; place t emden-groningen.3; end"
    usual = "place t goslar-hildesheim.3; claim goslar-hildesheim office goslar; end"
    points, theme, reply = explained(at("staying", 0), best, usual)
    stays, fills = points
    assert stays == (
        "It leaves your pieces on Goslar–Hildesheim, in the way of Green, who would claim it."
        " The claim would open an office in Hildesheim."
    )
    assert fills.startswith("It fills Emden–Groningen, so that you can claim it next turn.")
    # Green also claims another route, which weighs more.
    assert reply == "Green claims Goslar–Hildesheim and opens an office in Hildesheim."
    assert theme == teutonica.BLOCK


def test_a_marker_that_takes_pieces_off_a_route_keeps_it_from_another() -> None:
    """Green removes the piece with which Red would begin; none of Green's own is there."""
    removes = "income 5t; place t nottingham-york.1; use remove3; remove chester-hereford.1; done"
    best = f"{removes}; place t nottingham-york.2; place t nottingham-york.3; end"
    places = "place t carlisle-newcastle.1; place t carlisle-newcastle.2; end"
    points, theme, reply = explained(
        at("lifted", 2), best, f"income 5t; place t nottingham-york.1; {places}"
    )
    (lifts,) = points
    assert lifts == (
        "It takes pieces off Chester–Hereford, which Red would claim."
        " The claim would develop Actions."
    )
    assert theme == teutonica.BLOCK
    assert reply == "Red claims Chester–Hereford and develops Actions."


def test_where_the_ship_is_left_is_told_if_it_spoils_a_sale() -> None:
    puzzle = at("ship", 2)
    points, theme, _ = explained(puzzle, "sell blue3 blue3; end", SAILS_ON)
    assert points[0] == "It leaves the ship in Reval, and Yellow without a sale in reply."
    assert theme == hansa.SPOIL
    stays = explained(puzzle, "sell blue3 blue3; end", "end")[0]
    assert "It leaves Yellow without a sale in reply." in stays


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
        "It puts 2 booths in Riga, where nobody else has any.",
        "It puts 3 booths in Reval, so that you have the most there.",
        "It buys a blue marker with 3 barrels in Reval, which Yellow would buy next.",
    ]
    assert theme == hansa.BOOTHS
    assert reply.startswith("Yellow puts ")


@pytest.mark.parametrize("title_id", STRATEGIES)
def test_nothing_tells_a_turn_from_itself(title_id: str) -> None:
    for puzzle in islice(puzzles_of(path_of(STRATEGIES[title_id])).values(), 4):
        orders = puzzle.turns[0].orders
        assert reason(puzzle, orders, orders) == ((), "", 0.0, (), 0)


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
            for _, route in teutonica._claimed([Step(title, seat, order, state, after)]):
                if not free:
                    counted += 1
                    least = teutonica._least(begun, seat, route)
                    assert least <= teutonica._actions(begun, seat)
            # What is developed in a turn may help in it; and a claim may lift pieces, too.
            free |= isinstance(order, ClaimDevelop | UseDevelop) or len(after.frames) > 0
            state = after
    assert counted > 50


def test_a_reply_in_a_later_round_says_so() -> None:
    puzzle = at("booths", 0)
    assert in_words(puzzle, ("later", 2, "build_beside", 2, "danzig", 3)) == (
        "Two rounds later: Yellow puts 3 booths in Danzig, where you are no longer alone."
    )


@pytest.mark.parametrize("title_id", STRATEGIES)
def test_every_fact_of_the_puzzles_is_told_whole_in_every_language(title_id: str) -> None:
    for code in CODES:
        spoken = language(code)
        for puzzle in puzzles_of(path_of(STRATEGIES[title_id])).values():
            assert spoken.say(theme_of(puzzle))
            for turn in puzzle.turns:
                for fact in filter(None, (*turn.why, turn.reply)):
                    words = spoken.say_all(told(puzzle, fact, NAMES))
                    assert words.endswith(".")
                    assert not {"{", "}"} & {*words}


CLAIMS = (
    "emden-groningen office groningen - 0", "emden-groningen office groningen develop 1",
    "emden-groningen extra groningen - 2", "emden-groningen extra groningen swap 0",
    "emden-groningen develop bank - 0", "emden-groningen develop bank plus3 0",
    "emden-groningen prestige 7 - 0", "emden-groningen prestige 7 plus4 0",
    "emden-groningen nothing - - 0", "emden-groningen nothing - - 1",
    "emden-groningen nothing - - 2", "emden-groningen nothing - move3 0",
)  # fmt: skip
FACTS = {
    "teutonica": [
        "ends", "office emden 0", "office emden 1", "extra emden", "takes swap", "special 7",
        "develops actions 3", "develops privilege 2", "develops bank 99", "gains 1 0", "gains 3 0",
        "gains 3 1", "gives 2", "keeps plus3", "supply 3 0", "supply 4 1",
        *(f"stops 2 {claim}" for claim in CLAIMS), *(f"hinders 2 {claim}" for claim in CLAIMS),
        *(f"stays 2 {claim}" for claim in CLAIMS), *(f"lifts 2 {claim}" for claim in CLAIMS),
        "breaks 2 emden-groningen", *(f"keeps_full {claim}" for claim in CLAIMS),
        *(f"fills {claim}" for claim in CLAIMS), *(f"prepares {claim}" for claim in CLAIMS),
        "holds emden-groningen", "fills_own emden-groningen", "prepares_own emden-groningen",
        "first emden-groningen 2", "they_end 2", *(f"claims 2 {claim}" for claim in CLAIMS),
        "they_develop 2 book", "they_fill 2 emden-groningen", "they_refill 2 emden-groningen",
        "still_full 2 emden-groningen", "displaces 2 trader emden-groningen 0",
        "displaces 2 trader emden-groningen 1", "displaces 2 merchant emden-groningen 0",
        "displaces 2 merchant emden-groningen 1", "comes 2 1 emden-groningen",
        "comes 2 3 emden-groningen",
    ],
    "hansa": [
        "ends", "sells red1,red2 5 0", "sells red3,red3,blue1,blue1 12 2", "loses 2 red1",
        "loses 2 red1,blue3", "booths_alone riga 1", "booths_most riga 2", "booths_beside riga 1 2",
        "booths_catch riga 3 2", "booths riga 1", "prepares red", "prepares red,brown", "spoils 2",
        "spoils_from 2 riga", "saves 1", "saves 2", "buys blue1 riga 2", "fills_nothing", "fills",
        "pays 2 0 1", "pays 2 1 2", "keeps 3 0", "keeps 4 1", "they_sell 2 red1,red2 5 -",
        "they_sell 2 red1,red2 5 red1", "build_beside 2 riga 1", "build_past 2 riga 2",
        "build_alone 2 riga 1", "build_most 2 riga 3", "they_buy 2 blue1 riga", "over",
        "begins_last 2",
    ],
}  # fmt: skip
"""Facts of every kind."""


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(
    ("title_id", "reasons", "telling"),
    [("teutonica", teutonica, told_teutonica), ("hansa", hansa, told_hansa)],
)
def test_every_kind_of_fact_is_found_and_told(
    code: str, title_id: str, reasons: ModuleType, telling: ModuleType
) -> None:
    puzzle = next(iter(puzzles_of(path_of(STRATEGIES[title_id])).values()))
    if title_id == "teutonica":
        puzzle = at("marker", 0)
    found, spoken = Path(reasons.__file__ or "").read_text(), language(code)
    kinds = set()
    for text in FACTS[title_id]:
        fact = tuple(int(word) if word.isdigit() else word for word in text.split())
        words = spoken.say_all(told(puzzle, fact, NAMES))
        assert words.endswith(".")
        assert not {"{", "}"} & {*words}
        assert f'"{fact[0]}"' in found
        kinds.add(f"_{fact[0]}")
    methods = {name for name in vars(telling._Teller) if re.match("_[a-z]", name)}
    assert kinds == methods
