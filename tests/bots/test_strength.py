"""Greedy bots are worth learning against: they beat players who order anything at all."""

import random

import pytest

from games.bots import BOTS
from games.rules import TITLES
from games.rules.playing import play_out
from games.rules.title import Title

GAMES = 20
TEUTONICA, HANSA = TITLES["teutonica"], TITLES["hansa"]
MODULES = {"missions": "on", "favour": "on"}
CLASSIC = {"edition": "classic"}
TABLES = [
    (5, CLASSIC),
    (3, MODULES),
    (3, {"board": "east"}),
    (3, {"board": "britannia"}),
    (4, {"board": "britannia"} | CLASSIC),
    (2, {"two_player": "neutral"}),
    (2, {"two_player": "pawn"} | MODULES | CLASSIC),
]


def won(title: Title, players: int, options: dict[str, str], numbers: range) -> int:
    """Return how many games a greedy bot wins alone, its seat changing, among random ones."""
    count = 0
    for number in numbers:
        seat = number % players
        bots = [BOTS["greedy" if other == seat else "random"] for other in range(players)]
        result = title.result(play_out(title, options, bots, random.Random(number)).state)
        assert result is not None
        count += result.places[seat] == 1 and result.places.count(1) == 1
    return count


@pytest.mark.parametrize("part", range(5))
def test_greedy_beats_three_random_players_in_95_of_100_games(part: int) -> None:
    """A hundred games in five parts, each of which holds what all of them should."""
    numbers = range(part * GAMES, (part + 1) * GAMES)
    assert won(TEUTONICA, 4, {}, numbers) >= 0.95 * GAMES


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_greedy_beats_random_players_at_every_table(
    players: int, options: dict[str, str], part: int
) -> None:
    """Forty games in two parts."""
    numbers = range(part * GAMES, (part + 1) * GAMES)
    assert won(TEUTONICA, players, options, numbers) >= 0.95 * GAMES


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("players", HANSA.players)
def test_greedy_beats_random_players_of_hansa(players: int, part: int) -> None:
    """Forty games in two parts."""
    numbers = range(part * GAMES, (part + 1) * GAMES)
    assert won(HANSA, players, {}, numbers) >= 0.95 * GAMES
