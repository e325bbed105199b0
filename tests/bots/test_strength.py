"""Journeyman bots are worth learning against: they beat players who order anything at all."""

import random

import pytest

from games.bots import BOTS
from games.rules import TITLES
from games.rules.playthrough import play_out
from games.rules.title import Title
from tests.cases import first

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


def few_and(many: int) -> pytest.MarkDecorator:
    """Parametrize with 10 games, 9 of them won, and with many games, 95% of them won."""
    whole = pytest.param(many, 0.95 * many, marks=pytest.mark.long)
    return pytest.mark.parametrize(("games", "wins"), [(10, 9), whole])


def won(title: Title, players: int, options: dict[str, str], games: int) -> int:
    """Return how many games a greedy bot wins alone, its seat changing, among random ones."""
    count = 0
    for number in range(games):
        seat = number % players
        bots = [BOTS["journeyman" if other == seat else "random"] for other in range(players)]
        result = title.result(play_out(title, options, bots, random.Random(number)).state)
        assert result is not None
        count += result.places[seat] == 1 and result.places.count(1) == 1
    return count


@few_and(100)
def test_greedy_beats_three_random_players(games: int, wins: float) -> None:
    assert won(TEUTONICA, 4, {}, games) >= wins


@few_and(40)
@pytest.mark.parametrize(("players", "options"), first(2, TABLES))
def test_greedy_beats_random_players_at_every_table(
    players: int, options: dict[str, str], games: int, wins: float
) -> None:
    assert won(TEUTONICA, players, options, games) >= wins


@few_and(40)
@pytest.mark.parametrize("players", HANSA.players)
def test_greedy_beats_random_players_of_hansa(players: int, games: int, wins: float) -> None:
    assert won(HANSA, players, {}, games) >= wins
