"""'Play again with …' on the page of a new game."""

import pytest
from django.test import Client

from games.accounts.models import User
from tests.factories import UserFactory
from tests.play.factories import game_of

pytestmark = pytest.mark.django_db

CHOSEN = {
    "title": "teutonica",
    "players": "4",
    "option_board": "east",
    "preset": "week",
    "name": "Sundays",
    "private": "on",
    "seat_0": "bot:master",
    "seat_1": "me",
    "seat_2": "friend",
    "friend_2": "Otto",
    "seat_3": "bot:journeyman",
}


@pytest.fixture
def host() -> User:
    host = UserFactory(username="Hanna")
    game_of(host, UserFactory(username="Ben"), UserFactory(username="Cid"), title="hansa")
    return host


@pytest.fixture
def client(host: User) -> Client:
    client = Client()
    client.force_login(host)
    return client


def again(client: Client, names: str, **changes: str) -> dict[str, object]:
    """The values of the form's fields after a group was chosen in it."""
    answer = client.post("/game/new/", CHOSEN | changes | {"again": names})
    form = answer.context["form"]
    fields = [*form, *form.terms]
    return {field.name: field.value() for field in fields} | {"seats": form.players}


def test_a_group_fills_seats_and_changes_nothing_else(client: Client):
    assert 'name="again" value="Ben,Cid"' in client.get("/game/new/").text
    filled = again(client, "Ben,Cid")
    kept = CHOSEN.keys() - {"seat_0", "seat_2", "friend_2"}
    assert {name: filled[name] for name in kept} == {name: CHOSEN[name] for name in kept} | {
        "players": 4
    }
    assert [filled[f"seat_{seat}"] for seat in range(4)] == [
        "friend",
        "me",
        "friend",
        CHOSEN["seat_3"],
    ]
    assert [filled["friend_0"], filled["friend_2"]] == ["Ben", "Cid"]


def test_a_smaller_group_frees_the_seats_of_those_chosen_before(client: Client):
    filled = again(client, "Ben", seat_0="friend", friend_0="Cid")
    assert (filled["friend_0"], filled["seat_2"], filled["friend_2"]) == ("Ben", "invited", "")


def test_a_larger_group_gets_seats_as_far_as_the_game_has_them(client: Client):
    assert again(client, "A,B,C,D", players="3")["seats"] == 5
    filled = again(client, "A,B,C,D,E,F", title="hansa")
    assert filled["seats"] == 4
    assert filled["title"] == "hansa"
