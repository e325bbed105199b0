"""H4: the end of the game and the score."""

import pytest

from games.rules.hansa.orders import End
from games.rules.title import CHANCE, Consequence
from tests.rules.hansa_positions import (
    ANN,
    BEN,
    CLEO,
    HANSA,
    desk,
    events,
    play,
    position,
    refusal,
)

LAST_PILE = {2: 7, 3: 10, 4: 12}


def replenished(state):
    state = play(state, "replenish")
    told = []
    while HANSA.to_move(state) == (CHANCE,):
        state = HANSA.apply(state, CHANCE, HANSA.chance_outcomes(state)[0][0])
        told += events(state, "last_pile")
    return state, told


def over(state):
    return HANSA.to_move(state) == ()


def final(**words):
    """Return the end of a game in which the last player has just ended."""
    state = position(**{"players": 2, "start": "Ben", "hidden": 0} | words)
    return play(state, "end")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_h4_1_the_first_marker_of_the_last_pile_brings_the_last_round(players):
    state = position(players=players, hidden=LAST_PILE[players] + 1)
    assert HANSA.view(state, None).piles == (0, 0, 0, 1, LAST_PILE[players])
    state, told = replenished(state)
    assert told == [["last_pile"]]
    assert HANSA.view(state, None).last_round


def test_h4_1_the_last_marker_of_the_pile_before_does_not():
    full = {"riga": "blue3", "reval": "red1 red1", "stockholm": "red2 red2", "kalmar": "red3"}
    full |= {"danzig": "red2 red2", "copenhagen": "red3", "lubeck": "red1 red1"}
    state, told = replenished(position(warehouses=full, hidden=LAST_PILE[4] + 3))
    assert (told, HANSA.view(state, None).last_round) == ([], False)
    assert HANSA.view(state, None).piles == (0, 0, 0, 0, 12)


@pytest.mark.parametrize(
    ("start", "turns"),
    [("Ann", ["Ann", "Ben", "Cleo"]), ("Ben", ["Ann"]), ("Cleo", ["Ann", "Ben"])],
)
def test_h4_1_the_round_is_finished_so_that_all_have_had_equally_many_turns(start, turns):
    state, _ = replenished(position(players=3, start=start, hidden=10))
    for name in turns:
        assert not over(state)
        assert HANSA.to_move(state) == (["Ann", "Ben", "Cleo"].index(name),)
        state = play(state, "end")
    assert over(state)
    assert events(state, "over") == [["over", "piles"]]
    assert HANSA.view(state, None).ended_by == HANSA.result(state).ended_by == "piles"


def test_h4_1_nobody_has_an_income_after_the_end():
    state = final(talers={"Ann": 5, "Ben": 1})
    assert [line.talers for line in HANSA.view(state, None).desks] == [3, 1]
    assert events(state, "income") == []


def test_h4_1_the_end_is_warned_of():
    state = position(players=2, start="Ben", hidden=0)
    assert HANSA.warning(state, ANN, End()) == Consequence("ends")
    assert HANSA.warning(position(players=2, start="Ann", hidden=0), ANN, End()) is None


def test_h4_1_afterwards_nothing_is_possible():
    state = final()
    assert refusal(state, "end", seat=BEN) == "The game is over."
    assert HANSA.view(state, None).prompt == "over"


def test_h4_2_an_unsold_marker_is_worth_1():
    scores = HANSA.result(final(unsold={"Ann": "red1 red3", "Ben": "blue2"})).scores
    assert [lines["unsold"] for lines in scores] == [2, 1]


def test_h4_2_a_sold_marker_is_worth_1_and_its_barrels():
    scores = HANSA.result(final(sold={"Ann": "red1 red2 red3", "Ben": "blue3"})).scores
    assert [lines["sold"] for lines in scores] == [2 + 3 + 4, 4]


def test_h4_2_a_city_is_worth_2_or_4_if_nobody_else_has_booths_there():
    booths = {"riga": "Ann 1, Ben 5", "danzig": "Ann 3", "reval": "Ben 1", "lubeck": "Ben 2"}
    scores = HANSA.result(final(booths=booths)).scores
    assert [lines["cities"] for lines in scores] == [2 + 4, 2 + 4 + 4]


def test_h4_2_the_total_is_the_sum_and_most_points_win():
    result = HANSA.result(
        final(unsold={"Ann": "red1"}, sold={"Ben": "blue3 blue3"}, booths={"riga": "Ann 1"})
    )
    assert [lines["total"] for lines in result.scores] == [5, 8]
    assert (result.places, result.tie_breaker) == ((2, 1), "")


def test_h4_2_of_equal_players_the_one_with_more_booths_on_the_board_wins():
    result = HANSA.result(final(booths={"riga": "Ann 1", "danzig": "Ben 2"}))
    assert (result.places, result.tie_breaker) == ((2, 1), "booths")


def test_h4_2_else_the_place_is_shared():
    state = position(players=3, start="Ben", hidden=0, unsold={"Ann": "red1", "Cleo": "blue1"})
    result = HANSA.result(play(state, "end"))
    assert (result.places, result.tie_breaker) == ((1, 3, 1), "shared")
    assert (ANN, CLEO) == (0, 2)


def test_h4_3_talers_are_not_limited():
    state = position(talers={"Ben": 40}, booths={"riga": "Ben 1"}, ship="riga")
    assert desk(play(state, "buy blue3"), BEN).talers == 41


def test_h4_3_booths_taken_back_are_put_up_again():
    state = position(
        ship="danzig", booths={"danzig": "Ann 15"}, unsold={"Ann": "red1 red1 blue3"}, talers=2
    )
    state = play(state, "sell red1 red1", "sail reval", "build blue3")
    assert desk(state, ANN).booths == 0
    assert events(state, "built")[0][2] == 1
