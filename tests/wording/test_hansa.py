"""Hansa's words: what is asked, of whom, what broke a tie, and all of it in every language."""

from typing import Any

from games.drawing import DRAWINGS
from games.rules.title import Result
from games.wording import ENGLISH, WORDINGS, language
from tests.rules.hansa_positions import ANN, BEN, CLEO, DAN, HANSA, losing, play, position
from tests.rules.walks import Case, walk

WORDS = WORDINGS["hansa"]
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def test_the_table_says_what_is_asked() -> None:
    placing = position(players=2)
    placing.stage = "booths"
    tolls = play(position(unsold={"Ann": "red1 red2 red3 blue1 blue2"}), "discard red1")
    must = position(warehouses={})
    must.stage = "must"
    asked = {
        "H1.4": (placing, ANN, "Put 2 booths in a city, but not in Copenhagen. Round 1 of 3."),
        "H2": (position(), ANN, "Your turn: 3 talers. The ship is in Copenhagen."),
        "H2.2": (must, ANN, "Your turn. Every warehouse is empty, so fill them first."),
        "H2.5": (tolls, ANN, "Tolls: you can keep 3 unsold markers. Discard 1."),
        "H3.3": (losing(), BEN, "A sale costs you a red marker and a blue marker. Choose which."),
    }
    for rule, (state, seat, sentence) in asked.items():
        view = HANSA.view(state, seat)
        assert WORDS.prompt_of_me(view, HANSA.orders(state, seat), ENGLISH) == sentence
        assert WORDS.rule(view) == rule


def asked(state: Any) -> str:
    return WORDS.prompt_of_me(HANSA.view(state, ANN), HANSA.orders(state, ANN), ENGLISH)


def test_h2_5_nothing_is_to_be_discarded_where_nothing_must_be() -> None:
    """Not before a marker is discarded, nor when one was."""
    tolls = position(unsold={"Ann": "red1 red2 red3 blue1"}, talers=0)
    assert asked(play(tolls, "discard red1")) == "There is nothing left to do. End your turn."


def test_a_turn_says_what_is_still_to_be_heeded() -> None:
    def acted(unsold: str, talers: int) -> str:
        state = play(position(unsold={"Ann": unsold}, talers=talers), "build blue1")
        return asked(state).partition("acted in Copenhagen. ")[2]

    assert acted("red1 red2 red3 blue1", 3) == "Sail on, or stop."
    assert acted("red1 blue1", 5) == "Sail on, or stop and lose 2 talers."
    assert acted("red1 red1 red2 red3 blue1", 4) == "Sail on, or discard 1 marker as toll."
    many = position(unsold={"Ann": "red1 red2 red3 blue1"})
    assert "You can't end your turn with 1 marker too many" in asked(many)


def test_the_table_says_whom_it_waits_for() -> None:
    def words(state: Any) -> str:
        return WORDS.prompt_of_others(HANSA.view(state, DAN), NAMES, ENGLISH)

    assert words(position(talers=1)) == "Ann's turn: 1 taler."
    assert words(losing()) == "Ben and Cleo choose what to lose to a sale."
    one = play(losing(), "lose red2", seat=CLEO)
    assert words(one) == "Ben chooses what to lose to a sale."
    assert words(HANSA.start({}, 4)) == "The game is being set up."
    assert words(play(position(), "replenish")) == "Goods are being drawn."
    assert words(walk(Case("hansa", (), 4))[-1].after) == "The game is over."
    assert WORDS.will("lose", ["Cleo"], ENGLISH) == "Cleo will choose what to lose."


def test_the_score_sheet_has_every_line_and_says_what_broke_a_tie() -> None:
    row = {"unsold": 2, "sold": 9, "cities": 8, "total": 19}
    view = HANSA.view(HANSA.start({}, 2), None)
    sheet = WORDS.score(
        Result("piles", (row, row), (2, 1), "booths"), view, ["Ann", "Ben"], ENGLISH
    )
    assert {line["id"] for line in sheet["lines"]} == row.keys()
    assert sheet["lines"][-1]["total"]
    assert sheet["verdict"] == (
        "Ben won with 19 points. Ann had as many, but fewer booths on the board."
    )
    shared = WORDS.score(Result("piles", (row, row), (1, 1), "shared"), view, [], ENGLISH)
    assert "Red and Yellow share the win with 19 points each" in shared["verdict"]


def test_pictures_in_two_languages_never_mix() -> None:
    """Parts of a picture are kept: those of one language are not shown in another."""
    drawing, german = DRAWINGS["hansa"], language("de")
    view = HANSA.view(losing(), BEN)

    def drawn(spoken: Any) -> str:
        live = drawing.live(view, spoken, names=NAMES)["body"]
        desks = "".join(desk["body"] for desk in drawing.desks(view, NAMES, spoken))
        return drawing.static(view.board, spoken) + live + desks

    first = drawn(german)
    english = drawn(ENGLISH)
    assert drawn(german) == first != english
    for words in ("Goods to come", "The ship, in Danzig", "Unsold", "one red (diamond)"):
        assert words in english
        assert words not in first
    for words in ("Kommende Waren", "Das Schiff, in Danzig", "Unverkauft", "ein rotes (Raute)"):
        assert words in first
        assert words not in english
