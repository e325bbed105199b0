"""The greedy bot is worth learning against: it beats players who order anything at all."""

import random

import pytest

from games.bots import BOTS
from games.rules import TITLES
from games.rules.playing import play_out

GAMES = 20


@pytest.mark.parametrize("part", range(5))
def test_greedy_beats_three_random_players_in_95_of_100_games(part: int) -> None:
    """A hundred games in five parts, each of which holds what all of them should."""
    title, won = TITLES["teutonica"], 0
    for number in range(part * GAMES, (part + 1) * GAMES):
        seat = number % 4
        players = [BOTS["greedy" if other == seat else "random"] for other in range(4)]
        played = play_out(title, {}, players, random.Random(number))
        result = title.result(played.state)
        assert result is not None
        won += result.places[seat] == 1 and result.places.count(1) == 1
    assert won >= 0.95 * GAMES


@pytest.mark.parametrize("players", [3, 5])
def test_greedy_beats_random_players_at_other_tables(players: int) -> None:
    title = TITLES["teutonica"]
    for number in range(10):
        seat = number % players
        bots = [BOTS["greedy" if other == seat else "random"] for other in range(players)]
        result = title.result(play_out(title, {}, bots, random.Random(number)).state)
        assert result is not None
        assert result.places[seat] == 1
