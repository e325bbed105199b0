"""The page about people: a search, and whom one follows and has blocked."""

import time

import pytest
from django.test import Client

from games.accounts import people
from games.accounts.models import Block, Follow, User
from tests.factories import UserFactory
from tests.play.factories import game_of

pytestmark = pytest.mark.django_db

PEOPLE = "/people/"


@pytest.fixture
def me(client: Client) -> User:
    me = UserFactory(username="Me")
    client.force_login(me)
    return me


def test_people_are_found_by_name(client: Client, me: User) -> None:
    for number in range(21):
        UserFactory(username=f"Hanna {number}")
    page = client.get(PEOPLE, {"q": "hann"}).text
    assert page.count('class="name" href="/people/Hanna') == 20
    assert "?q=hann&amp;page=2" in page
    assert client.get(PEOPLE, {"q": "hann", "page": "2"}).text.count(">Hanna") == 1
    assert "Nobody has a name like that." in client.get(PEOPLE, {"q": "xyz"}).text
    assert "at least 2 letters" in client.get(PEOPLE, {"q": "x"}).text
    assert 'value="x"' in client.get(PEOPLE, {"q": "x"}).text


def test_searching_has_a_limit(client: Client, me: User, monkeypatch) -> None:
    answers = [client.get(PEOPLE, {"q": "hanna"}) for _ in range(31)]
    assert {answer.status_code for answer in answers[:30]} == {200}
    assert answers[30].status_code == 429
    assert "Wait a minute" in answers[30].text
    assert client.get(PEOPLE).status_code == 200
    later = time.time() + 61
    monkeypatch.setattr("time.time", lambda: later)
    assert client.get(PEOPLE, {"q": "hanna"}).status_code == 200


def test_only_people_who_are_signed_in_search(client: Client) -> None:
    assert client.get(PEOPLE, {"q": "hanna"}).url.startswith("/accounts/login/")


@pytest.mark.parametrize("back", ["", "people"])
@pytest.mark.parametrize(
    ("tie", "untie", "rows"),
    [("follow", "unfollow", Follow.objects), ("block", "unblock", Block.objects)],
)
def test_ties_are_made_and_ended_by_buttons(client, me, back, tie, untie, rows) -> None:
    other = UserFactory(username="Óskar the Red")
    for act, there in ((tie, True), (untie, False)):
        answer = client.post(f"/people/{other.username}/{act}", {"back": back}, follow=True)
        assert answer.redirect_chain[-1][0] == (
            PEOPLE if back else "/people/%C3%93skar%20the%20Red/"
        )
        assert rows.filter(user=me, other=other).exists() == there
        assert f"/{untie if there else tie}" in answer.text or back


def test_one_cannot_be_tied_to_oneself(client, me) -> None:
    answer = client.post(f"/people/{me.username}/block", follow=True)
    assert "You can&#x27;t block yourself." in answer.text


def test_the_page_lists_only_ones_own_ties(client, me) -> None:
    friend, pest, fan = (UserFactory(username=name) for name in ("Friend", "Pest", "Fan"))
    people.follow(user=me, other=friend)
    people.block(user=me, other=pest)
    people.follow(user=fan, other=me)
    people.block(user=friend, other=me)
    page = client.get(PEOPLE)
    assert [each.username for each in page.context["followed"]] == ["Friend"]
    assert [each.username for each in page.context["blocked"]] == ["Pest"]
    assert "/people/Fan/" not in page.text


def test_the_page_lists_people_one_has_played_with_and_not_yet_tied(client, me) -> None:
    friend, pest, ben, cid = (
        UserFactory(username=name) for name in ("Friend", "Pest", "Ben", "Cid")
    )
    UserFactory(username="Stranger")
    game_of(me, friend, pest)
    game_of(me, cid, ben)
    people.follow(user=me, other=friend)
    people.block(user=me, other=pest)

    page = client.get(PEOPLE)

    assert [each.username for each in page.context["played_with"]] == ["Ben", "Cid"]
    assert "/people/Ben/follow" in page.text
    assert "Stranger" not in page.text


def test_a_page_takes_as_many_queries_for_many(client, me, django_assert_num_queries) -> None:
    for number in range(9):
        other = UserFactory(username=f"Hanna {number}")
        people.follow(user=me, other=other)
        game_of(me, other, UserFactory())
    for query, queries in (({}, 7), ({"q": "hanna"}, 6)):
        with django_assert_num_queries(queries):
            client.get(PEOPLE, query)
