"""Why a key can do nothing, in a sentence: at a place, without one, and out of turn."""

from typing import Any

import pytest
from django.test import Client

from games.play.models import Game
from tests.play.factories import game_of_people, laid
from tests.play.timepiece import at
from tests.rules import hansa_positions, positions

pytestmark = pytest.mark.django_db


def table(title: str = "teutonica", **words: Any) -> Game:
    """A game on a position in words; it is the first seat's turn."""
    place = positions if title == "teutonica" else hansa_positions
    return laid(game_of_people(3, title=title), place.position(players=3, **words))


def why(game: Game, key: str, thing: str = "", seat: int = 0) -> str:
    client = Client()
    client.force_login(at(game, seat).user)
    answer = client.get(f"{game.get_absolute_url()}why", {"key": key, "at": thing})
    assert answer["Content-Type"].startswith("text/plain")
    return answer.text


SPACES = {"emden-osnabruck.1": "red t", "emden-osnabruck.2": "blue t"}

OTHERS_THERE = "To claim Emden–Osnabrück, fill all its spaces with your own pieces."
NEAREST = "No route is full of your pieces. Emden–Osnabrück comes nearest: 3 missing."


@pytest.mark.parametrize(
    ("key", "thing", "sentence"),
    [
        ("c", "route:emden-osnabruck", OTHERS_THERE),
        ("c", "space:emden-osnabruck.1", OTHERS_THERE),
        ("t", "space:emden-osnabruck.2", "Emden–Osnabrück 2 is not free."),
        ("t", "space:emden-osnabruck.3", "Place a trader: possible here."),
        ("t", "", "Place a trader: possible now."),
        ("v", "space:emden-osnabruck.2", "You have no piece on Emden–Osnabrück 2."),
        ("u", "", "You have no bonus marker face up."),
        ("c", "", NEAREST),
        ("c", "city:emden", NEAREST),
        ("x", "", "Remove a piece: not possible now."),
        ("z", "", "Nothing is drafted yet."),
        ("e", "", "There's nothing to confirm yet."),
        ("", "city:emden", "Nothing can be ordered here."),
        ("", "nowhere", "Nothing can be ordered here."),
    ],
)
def test_a_key_says_why_it_does_nothing(key: str, thing: str, sentence: str) -> None:
    assert why(table(spaces=SPACES, supply={"red": "5t"}), key, thing) == sentence


def test_a_key_of_the_other_title_says_why_too() -> None:
    game = table("hansa", ship="danzig", talers=3)
    assert why(game, "v", "city:aalborg").startswith("No arrow leads from Danzig to Aalborg.")
    assert why(game, "d") == "You have no more than 3 unsold markers, so you keep them."


def test_out_of_turn_a_key_says_whose_turn_it_is() -> None:
    game = table(spaces=SPACES)
    assert why(game, "t", seat=1) == f"{at(game, 0).user.username}'s turn: 2 actions left."
