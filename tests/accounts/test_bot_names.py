"""Bots have names that nobody mixes up: with each other, or with a person."""

from itertools import combinations

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.bot_names import NAMES, bot_name, is_bot_name
from games.accounts.models import User
from tests.accounts.test_names import sign_up
from tests.factories import UserFactory

SEATS = range(5)
TAKEN = "looks like one that is"


def edits(one: str, other: str) -> int:
    """Return how many letters have to be added, removed or changed to turn one into the other."""
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        before, row = row, [number]
        for place, each in enumerate(other, 1):
            same = before[place - 1] + (letter != each)
            row.append(min(row[-1] + 1, before[place] + 1, same))
    return row[-1]


def test_no_two_bots_of_a_game_have_the_same_name() -> None:
    for game in range(1, 3 * len(NAMES)):
        assert len({bot_name(game, seat) for seat in SEATS}) == len(SEATS)


def test_every_seat_meets_every_name() -> None:
    for seat in SEATS:
        assert {bot_name(game, seat) for game in range(len(NAMES))} == set(NAMES)


def test_names_of_bots_are_short_and_differ_in_three_letters() -> None:
    assert max(map(len, NAMES)) <= 9
    assert len({name[:3] for name in NAMES}) == len(NAMES)
    for one, other in combinations(map(str.casefold, NAMES), 2):
        assert edits(one, other) >= 3, f"{one} and {other} are easily mixed up"


@pytest.mark.django_db
@pytest.mark.parametrize("name", [NAMES[0], NAMES[1].upper(), "T1deke".replace("1", "\u0456")])
def test_nobody_signs_up_with_the_name_of_a_bot_or_one_that_looks_like_it(
    client: Client, name: str
) -> None:
    assert is_bot_name(name)
    sign_up(client, username=name)
    assert not User.objects.filter(username=name).exists()


@pytest.mark.django_db
def test_a_person_takes_no_bots_name_but_keeps_one_that_they_have_had(client: Client) -> None:
    zone = {"time_zone": "Europe/Berlin"}
    person, other = UserFactory(username=NAMES[0]), UserFactory()
    client.force_login(other)
    page = client.post(reverse("accounts:profile"), zone | {"username": NAMES[1]})
    assert TAKEN in page.text
    client.force_login(person)
    client.post(reverse("accounts:profile"), zone | {"username": NAMES[0].upper()})
    assert User.objects.get(pk=person.pk).username == NAMES[0].upper()
