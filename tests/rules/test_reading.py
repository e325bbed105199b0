"""Orders from text: what is read generously, and what is said about the rest."""

import pytest

from games.rules.errors import IllegalOrder
from tests.rules.positions import TEUTONICA, misread, position

STATE = position()


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("PLACE T Hamburg-Stade.2", "place t hamburg-stade.2"),
        ("  place   trader  hamburg - stade.2 ", "place t hamburg-stade.2"),
        ("place merchant stade–hamburg.2", "place m hamburg-stade.2"),
        ("pl t ham-st.2", "place t hamburg-stade.2"),
        ("place t Lübeck-Hamburg.1", "place t hamburg-lubeck.1"),
        ("income 1m2t", "income 2t1m"),
        ("income t", "income 1t"),
        ("income 2t 1m", "income 2t1m"),
        ("move bremen-minden.1 emden-stade.3", "move bremen-minden.1 > emden-stade.3"),
        ("place t emden osnabr 4", "place t emden-osnabruck.4"),
        ("place t emden-osnabr 4", "place t emden-osnabruck.4"),
        ("move bremen minden 1 emden stade.3", "move bremen-minden.1 > emden-stade.3"),
        ("displace t emden stade 1 1t", "displace t emden-stade.1 paying 1t"),
        ("displace t emden-stade.1 pay t m", "displace t emden-stade.1 paying 1t1m"),
        ("displace t emden-stade.1 paying: 1t", "displace t emden-stade.1 paying 1t"),
        ("claim emden groningen office emden", "claim emden-groningen office emden"),
        ("move bremen-minden.1>emden-stade.3", "move bremen-minden.1 > emden-stade.3"),
        ("move bremen-minden.1 to emden-stade.3", "move bremen-minden.1 > emden-stade.3"),
        ("displace m emden-stade.1 paying t m", "displace m emden-stade.1 paying 1t1m"),
        ("claim göttingen-warburg office göttingen", "claim gottingen-warburg office gottingen"),
        ("claim halle-quedlinburg develop City Keys", "claim halle-quedlinburg develop city_keys"),
        ("claim emden-groningen dev boo", "claim emden-groningen develop book"),
        ("use +3", "use plus3"),
        ("use +4 Actions", "use plus4"),
        ("use + 3 actions", "use plus3"),
        ("use Move 3", "use move3"),
        ("use Remove 3", "use remove3"),
        ("use develop city keys", "use develop city_keys"),
        ("use swap bremen 2 1", "use swap bremen 1 2"),
        ("put t emden-stade.1 from Supply", "put t emden-stade.1 from supply"),
        ("put t emden-stade.1 from su", "put t emden-stade.1 from supply"),
        ("marker +4 Actions bremen-minden", "marker plus4 bremen-minden"),
        ("marker Additional Office bremen-minden", "marker extra bremen-minden"),
    ],
)
def test_text_is_read_generously(text, canonical):
    assert TEUTONICA.write(STATE, TEUTONICA.read(STATE, text)) == canonical
    assert TEUTONICA.write(STATE, TEUTONICA.read(STATE, canonical)) == canonical


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Write an order, for example 'place t hamburg-stade.2'."),
        (
            "sing",
            (
                "'sing' is not an order. Did you mean income, place, displace, move, done, "
                "claim, use, put, marker, end, remove, found, develop, take, decline, "
                "favour, neutral or pawn?"
            ),
        ),
        ("place", "'place' needs a kind of piece, t or m."),
        (
            "place x hamburg-stade.1",
            "'x' is not a kind of piece. Write t for a trader, m for a merchant.",
        ),
        ("place t", "'place t' needs a space."),
        (
            "place t hamburg",
            (
                "'hamburg' is not a space. Write a route, a point and a number, for example "
                "'arnheim-duisburg.1'."
            ),
        ),
        ("place t hamburg-stade.4", "Hamburg–Stade has spaces 1 to 3."),
        ("place t hamburg-paris.1", "There is no route 'hamburg-paris' on this board."),
        (
            "place t h-l.1",
            (
                "'h-l' could mean hamburg-lubeck, hamburg-luneburg or hannover-luneburg. "
                "Type a few more letters."
            ),
        ),
        ("income", "Say how many pieces. Write 2t1m, 3t or 1m, for example."),
        ("income 3", "'3' is not a number of pieces. Write 2t1m, 3t or 1m, for example."),
        (
            "displace t emden-stade.1",
            "Say what you pay for the displacement, for example 'paying 1t'.",
        ),
        ("displace t emden-stade.1 for 1t", "'displace t emden-stade.1 for 1t' needs 'paying'."),
        (
            "displace t emden-stade.1 twice paying 1t",
            "Leave out 'twice' before 'paying'.",
        ),
        ("move hamburg-stade.1", "'move hamburg-stade.1' needs a space."),
        (
            "claim hamburg-stade",
            "Say what the claim is for: office, develop, prestige, extra or nothing.",
        ),
        ("claim hamburg-stade office paris", "There is no city 'paris' on this board."),
        (
            "claim hamburg-stade office m",
            "'m' could mean magdeburg, minden or munster. Type a few more letters.",
        ),
        (
            "claim hamburg-stade develop beer",
            "'beer' is not an ability. Did you mean City Keys, Actions, Privilege, Book or Bank?",
        ),
        ("claim hamburg-stade develop", "'claim hamburg-stade develop' needs an ability."),
        (
            "claim coellen-warburg prestige 10",
            "'10' is not a field of the special prestige table. Did you mean 7, 8, 9 or 11?",
        ),
        (
            "use beer",
            (
                "'beer' is not a marker. Did you mean Additional Office, Swap, +3 Actions, +4 "
                "Actions, Develop, Move 3 or Remove 3?"
            ),
        ),
        ("use plus", "'plus' could mean plus3 or plus4. Type a few more letters."),
        ("use extra", "Use an Additional Office as part of a claim: 'claim ... extra CITY t'."),
        (
            "use swap bremen 1 3",
            "Swap takes two offices side by side, counted from the left: 'use swap bremen 1 2'.",
        ),
        ("use swap bremen one two", "'one' is not an office number. Write 1, for example."),
        (
            "put t emden-stade.1 from",
            "'put t emden-stade.1 from' needs a space, the stock or the supply.",
        ),
        ("end now", "'end now' should end before 'now'."),
        ("start 0", "Seats are counted from 1."),
        ("start first", "'first' is not a seat number. Write 1, for example."),
    ],
    ids=lambda value: value.split(" ")[0] if isinstance(value, str) else "",
)
def test_what_is_not_understood_is_said(text, sentence):
    assert misread(text, STATE) == sentence


LAID = position(
    spaces={"hamburg-lubeck": "red t, red t, red t", "hamburg-luneburg.1": "blue t"},
    held={"red": "plus4"},
    supply={"red": "5t"},
)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("p t emden osnabr 4", "place t emden-osnabruck.4"),
        ("p t h-l.1", "place t hannover-luneburg.1"),
        ("d t h-l.1 1t", "displace t hamburg-luneburg.1 paying 1t"),
        ("c h-l n", "claim hamburg-lubeck nothing"),
        ("m h-l 2 emden stade 1", "move hamburg-lubeck.2 > emden-stade.1"),
        ("u plus", "use plus4"),
        ("e", "end"),
    ],
)
def test_of_several_meanings_the_legal_one_counts(text, canonical):
    assert TEUTONICA.write(LAID, TEUTONICA.read(LAID, text)) == canonical


def test_a_line_with_several_legal_meanings_is_refused_with_these_alone():
    error = "'h-l' could mean hamburg-luneburg or hannover-luneburg. Type a few more letters."
    assert misread("p t h-l.2", LAID) == error


def test_an_abbreviated_verb_is_refused_as_the_legal_one():
    assert misread("p t emden", LAID).startswith("'emden' is not a space.")


@pytest.mark.parametrize(
    "text",
    ["income 999t", "place t hamburg-stade.٢", "use swap bremen ١ ٢", "\0", "> > >", "-.-", "🚢"],
)
def test_odd_text_is_refused_and_breaks_nothing(text):
    with pytest.raises(IllegalOrder, match=r"[.?]$"):
        TEUTONICA.read(STATE, text)
