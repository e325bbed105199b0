"""The log: every order and everything that comes of it, as a sentence for a spectator."""

import random
import re

import pytest

from games.rules.title import CHANCE
from tests.rules.positions import RED, TEUTONICA, play, position
from tests.rules.test_oracle import steps
from tests.telling import describe

NAMES = ["Ada", "Bo", "Cy", "Di", "Eve"]


def told(state, line, viewer=None, prepare=()):
    """Return the log's sentence for an order in a position, after some orders before it."""
    state = play(state, *prepare)
    (seat,) = TEUTONICA.to_move(state)
    after = play(state, line)
    return describe(TEUTONICA, after, seat, line, after.events, NAMES, viewer)


ROUTE = {"hamburg-stade": "red t, red m, red t"}
HELD = {"red": "extra swap plus3 plus4 develop move3"}
GREEN_TRADER = {"hamburg-stade.1": "green t"}
CHAIN = dict.fromkeys(("arnheim", "munster", "minden", "brunswick"), "red")


@pytest.mark.parametrize(
    ("words", "line", "sentence"),
    [
        ({}, "income 2t1m", "Ada takes 2 traders and a merchant as income."),
        (
            {"supply": {"red": "1t"}},
            "place t hamburg-stade.2",
            "Ada places a trader at Hamburg–Stade 2.",
        ),
        (
            {"supply": {"red": "1t1m"}, "spaces": GREEN_TRADER},
            "displace m hamburg-stade.1 paying 1t",
            "Ada displaces Bo's trader with a merchant at Hamburg–Stade 1 and pays a trader.",
        ),
        (
            {"spaces": {"hamburg-stade.1": "red m"}},
            "move hamburg-stade.1 > emden-stade.3",
            "Ada moves a merchant from Hamburg–Stade 1 to Emden–Stade 3.",
        ),
        (
            {"spaces": ROUTE},
            "move hamburg-stade.1 > hamburg-stade.2",
            "Ada swaps a trader and a merchant: Hamburg–Stade 1 and Hamburg–Stade 2.",
        ),
        ({"spaces": ROUTE}, "claim hamburg-stade nothing", "Ada claims Hamburg–Stade."),
        (
            {"spaces": ROUTE},
            "claim hamburg-stade office stade",
            "Ada claims Hamburg–Stade and opens an office in Stade. Stade is completed.",
        ),
        (
            {"spaces": {"hamburg-lubeck": "red t"}},
            "claim hamburg-lubeck office lubeck",
            (
                "Ada claims Hamburg–Lübeck and opens an office in Lübeck. Ada gains 1 "
                "prestige point for the coin in Lübeck."
            ),
        ),
        (
            {
                "spaces": ROUTE,
                "offices": {"hamburg": "blue"},
                "markers": {"hamburg-stade": "plus3"},
            },
            "claim hamburg-stade develop privilege",
            (
                "Ada claims Hamburg–Stade and develops Privilege. Cy gains 1 prestige point for "
                "controlling Hamburg. Ada takes the bonus marker +3 Actions. Privilege is "
                "now orange."
            ),
        ),
        (
            {"spaces": {"hamburg-lubeck": "red t"}, "levels": {"red": {"bank": 2}}},
            "claim hamburg-lubeck develop bank",
            "Ada claims Hamburg–Lübeck and develops Bank. Bank is now all.",
        ),
        (
            {"spaces": {"coellen-warburg": "red m"}, "levels": {"red": {"book": 3}}},
            "claim coellen-warburg prestige 7",
            "Ada claims Coellen–Warburg for 7 special prestige points.",
        ),
        (
            {"spaces": ROUTE, "offices": {"hamburg": "blue"}, "held": HELD},
            "claim hamburg-stade extra hamburg m",
            (
                "Ada claims Hamburg–Stade and opens an extra office in Hamburg. Cy gains 1 "
                "prestige point for controlling Hamburg."
            ),
        ),
        (
            {"spaces": {"brunswick-stendal": "red t"}, "offices": CHAIN},
            "claim brunswick-stendal office stendal",
            (
                "Ada claims Brunswick–Stendal and opens an office in Stendal. Ada gains 1 "
                "prestige point for controlling Brunswick. Ada gains 7 prestige points for the "
                "East-West connection."
            ),
        ),
        (
            {"spaces": ROUTE, "offices": {"hamburg": "red"}, "prestige": {"red": 19}},
            "claim hamburg-stade nothing",
            (
                "Ada claims Hamburg–Stade. Ada gains 1 prestige point for controlling Hamburg. "
                "The game is over: a player has reached 20 prestige points."
            ),
        ),
        (
            {"spaces": ROUTE, "markers": {"hamburg-stade": "swap"}, "rest_used_by": "green"},
            "claim hamburg-stade nothing",
            (
                "Ada claims Hamburg–Stade. Ada takes the bonus marker Swap. The game is "
                "over: a replacement marker was needed and none was left."
            ),
        ),
        ({"held": HELD}, "use plus3", "Ada uses +3 Actions."),
        ({"held": HELD}, "use plus4", "Ada uses +4 Actions."),
        (
            {"held": HELD},
            "use develop city_keys",
            "Ada uses Develop on City Keys. City Keys is now 2.",
        ),
        (
            {"held": HELD, "offices": {"hamburg": "blue, red"}},
            "use swap hamburg 1 2",
            "Ada uses Swap: Cy and Ada swap offices 1 and 2 in Hamburg.",
        ),
        ({"held": HELD, "spaces": GREEN_TRADER}, "use move3", "Ada uses Move 3."),
        ({}, "end", "Ada ends the turn."),
    ],
)
def test_an_order_of_a_turn(words, line, sentence):
    assert told(position(**words), line) == sentence


DISPLACED = position(
    spaces={"hamburg-stade.1": "green m"}, supply={"red": "3t"}, stock={"green": "0t"}
)


@pytest.mark.parametrize(
    ("prepare", "line", "sentence"),
    [
        ((), "put m emden-stade.1", "Bo puts a merchant at Emden–Stade 1."),
        (
            ("put m emden-stade.1",),
            "put t emden-stade.2 from supply",
            "Bo puts a trader from the supply at Emden–Stade 2.",
        ),
        (("put m emden-stade.1",), "done", "Bo stops there."),
    ],
)
def test_the_answer_to_a_displacement(prepare, line, sentence):
    state = play(DISPLACED, "displace t hamburg-stade.1 paying 2t")
    assert told(state, line, prepare=prepare) == sentence


def test_moves_of_a_move_3():
    state = position(spaces={"hamburg-stade": "green t, blue m, -"}, held=HELD)
    state = play(state, "use move3")
    assert told(state, "move hamburg-stade.1 > emden-stade.3") == (
        "Ada moves Bo's trader from Hamburg–Stade 1 to Emden–Stade 3."
    )
    assert told(state, "move hamburg-stade.1 > hamburg-stade.2") == (
        "Ada moves Bo's trader from Hamburg–Stade 1 to Hamburg–Stade 2. Cy's merchant there is"
        " lifted and moves next."
    )


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "displace t hamburg-stade.1 paying 1t",
            "Ada displaces a piece with a trader at Hamburg–Stade 1 and pays a trader.",
        ),
        (
            "move hamburg-stade.1 > emden-stade.1",
            "Ada moves a piece from Hamburg–Stade 1 to Emden–Stade 1.",
        ),
        ("use swap hamburg 1 2", "Ada uses Swap: offices 1 and 2 in Hamburg change owners."),
    ],
)
def test_an_order_without_its_events(line, sentence):
    assert describe(TEUTONICA, position(), RED, line, [], NAMES, None) == sentence


def test_what_chance_does():
    state = TEUTONICA.start({}, 4)
    assert told(state, "start 3") == "Cy is the start player."
    assert told(state, "tavern swap bremen-osnabruck", prepare=("start 3",)) == (
        "Swap starts on Bremen–Osnabrück."
    )


def test_t8_4_a_draw_is_told_to_its_owner_alone():
    state = play(position(drawn={"red": 1}), "end")
    assert told(state, "draw plus4", viewer=RED) == "Ada draws +4 Actions."
    for viewer in (None, 1, 2, 3):
        assert told(state, "draw plus4", viewer) == "Ada draws a replacement marker."
    assert told(state, "marker plus4 hamburg-stade", prepare=("draw plus4",)) == (
        "Ada places +4 Actions on Hamburg–Stade."
    )


def test_t8_5_markers_that_stay():
    spaces = {
        f"{route.id}.1": ("red t", "green t", "blue t", "yellow t")[route.index % 4]
        for route in position().board.routes
    }
    state = play(position(spaces=spaces, drawn={"red": 1}), "end")
    assert told(state, "draw plus4") == (
        "Ada draws a replacement marker. No route is free, so 1 marker stays on Ada's plate."
    )


def test_t5_4_a_piece_that_fits_nowhere():
    state = position()
    state.spaces = bytes((1,)) * len(state.spaces)
    events = [["to_stock", 1, "trader"]]
    line = "displace t hamburg-stade.1 paying 1t"
    sentence = describe(TEUTONICA, state, RED, line, events, NAMES, None)
    assert sentence.endswith("No free space takes Bo's trader, so it goes to the stock.")


def test_t10_completed_cities_are_counted():
    events = [["over", "cities"]]
    sentence = describe(TEUTONICA, position(), RED, "end", events, NAMES, None)
    assert sentence.endswith("The game is over: 10 cities are completed.")


@pytest.mark.parametrize("players", [3, 5])
def test_every_line_of_a_game_reads_well(players):
    rng = random.Random(players)
    words = re.compile(r"city_keys|plus[34]|move3|_|\bNone\b|  |[a-z]-[a-z]+\.\d| ,|\.\.")
    for _, seat, order, after in steps(players, 7):
        text = TEUTONICA.write(after, order)
        viewer = rng.choice([None, *range(players)])
        sentence = describe(TEUTONICA, after, seat, text, after.events, NAMES[:players], viewer)
        assert sentence.endswith(".")
        assert not words.search(sentence), sentence
        assert seat == CHANCE or sentence.startswith(NAMES[seat])
