"""How well ratings predict, as everyone may see it."""

import pytest
from django.test import Client

from games.ratings.models import Ladder, Pool
from games.rules import TITLES

pytestmark = pytest.mark.django_db


def ladder(bins: dict[int, tuple[int, float, float]], loss: float, elo: float) -> None:
    """Store what a night has counted: pairs, the sum of predictions and of what came true."""
    counted = [list(bins.get(number, (0, 0.0, 0.0))) for number in range(10)]
    pairs = sum(each[0] for each in counted)
    kept = {"pairs": pairs, "bins": counted, "loss": loss * pairs, "elo_loss": elo * pairs}
    Ladder.objects.update_or_create(
        title="teutonica", pool=Pool.PEOPLE, defaults={"calibration": kept, "games": 40}
    )


def test_predictions_stand_beside_what_came_true(client: Client, django_assert_num_queries):
    ladder({2: (200, 126.0, 130.0), 8: (5, 4.6, 5.0)}, 0.51, 0.57)
    with django_assert_num_queries(1):
        page = client.get("/calibration/teutonica/").text
    assert "205 pairs of players in 40 rated games." in page
    assert "60 to 65%" in page
    assert "63.0%" in page
    assert "65.0%" in page
    assert "0.510" in page
    assert "These ratings predict better." in page
    ladder({2: (5, 3.1, 5.0)}, 0.58, 0.57)
    page = client.get("/calibration/teutonica/").text
    assert "Too few pairs yet to draw." in page
    assert "So far Elo predicts no worse here." in page


@pytest.mark.parametrize("title", TITLES)
def test_without_rated_games_it_says_so(client: Client, title: str):
    assert "No rated game has been counted yet." in client.get(f"/calibration/{title}/").text
    assert client.get("/calibration/chess/").status_code == 404
