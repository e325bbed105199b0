"""The line of a new game that sums up what is folded."""

import pytest
from django.test import Client

from tests.factories import UserFactory
from tests.play.paper import Paper

pytestmark = pytest.mark.django_db


@pytest.fixture
def person() -> Client:
    paper = Paper()
    paper.client.force_login(UserFactory())
    return paper.client


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({}, "3 days per turn · rated · Big Box (2020) · public"),
        ({"preset": "week", "friendly": "on"}, "1 week per turn · friendly, not rated"),
        ({"option_edition": "classic", "private": "on"}, "Classic (2009) · private"),
        ({"option_missions": "on", "least_reliability": "90"}, "at least 90% · rated"),
        ({"option_missions": "on"}, "With Missions"),
        ({"title": "hansa", "preset": "own"}, "custom time limit · rated · public"),
        ({"seat_1": "here"}, "pass and play, without a clock · not rated · only you see it"),
        ({"preset": "nonsense", "least_reliability": "1"}, "3 days per turn · rated"),
    ],
)
def test_the_line_says_what_is_chosen_also_when_htmx_asks(
    person: Client, chosen: dict[str, str], said: str
) -> None:
    headers = {"HX-Request": "true", "HX-Target": "in-short"}
    part = person.get("/game/new/", chosen, headers=headers).text
    assert said in part
    assert "<form" not in part
    assert said in person.get("/game/new/", chosen).text
