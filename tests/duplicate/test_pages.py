"""What the pages of duplicates say, to whom, and in how many queries."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.accounts.models import Audience, Profile, User
from games.duplicate.models import Duplicate, DuplicateGame
from games.duplicate.pages import results as page
from tests.duplicate.factories import DuplicateFactory, end, joined, results, week_ago
from tests.factories import UserFactory
from tests.play.thinking import hurry

__all__ = ["hurry"]
pytestmark = pytest.mark.django_db


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page_of(duplicate: Duplicate) -> str:
    year, week, _ = duplicate.monday.isocalendar()
    return f"/duplicates/{year}/{week}/"


def test_a_person_joins_from_the_page_and_finds_their_game_there():
    client = signed_in(UserFactory())
    assert "Play this week" in client.get("/duplicates/").text
    answer = client.post("/duplicates/join")
    game = DuplicateGame.objects.get().game
    assert answer["Location"] == game.get_absolute_url()
    assert client.post("/duplicates/join")["Location"] == game.get_absolute_url()
    shown = client.get("/duplicates/").text
    assert game.get_absolute_url() in shown
    assert "Play this week" not in shown
    table = client.get(game.get_absolute_url()).text
    assert page_of(Duplicate.objects.get()) in table


def test_others_are_told_what_they_need_first():
    assert "Sign in to play" in Client().get("/duplicates/").text
    guest = signed_in(UserFactory(guest=True))
    assert "Sign up to play" in guest.get("/duplicates/").text
    assert "results are compared under a name" in guest.post("/duplicates/join", follow=True).text
    assert not DuplicateGame.objects.exists()


def test_a_profile_has_the_weeks_whose_results_everyone_may_see():
    closed, running = week_ago(3), DuplicateFactory()
    row, better = (next(iter(results(each, 1))) for each in (closed, running))
    DuplicateGame.objects.filter(pk=better.pk).update(user=row.user)
    DuplicateGame.objects.filter(pk=row.pk).update(place=2, points=31, lead=-4)
    path = f"/people/{row.user.username}/duplicates/"
    reader = signed_in(UserFactory())
    assert path in reader.get(f"/people/{row.user.username}/").text
    shown = reader.get(path).text
    assert "1 week played. Best place at the table: 2." in shown
    assert "−4" in shown
    assert page_of(closed) in shown
    assert page_of(running) not in shown


def test_a_profile_tells_duplicates_to_those_who_may_see_games():
    (row,) = results(week_ago(3), 1)
    Profile.objects.update_or_create(user=row.user, defaults={"shows_games": Audience.NOBODY})
    path = f"/people/{row.user.username}/duplicates/"
    reader = signed_in(UserFactory())
    assert reader.get(path).status_code == 404
    assert path not in reader.get(f"/people/{row.user.username}/").text


def test_results_and_the_secret_wait_for_the_end():
    duplicate = DuplicateFactory()
    row, *_ = results(duplicate, 2)
    mine = joined()
    me = mine.creator
    path = page_of(duplicate)
    for client in (Client(), signed_in(me)):
        shown = client.get(path).text + client.get("/duplicates/").text
        assert row.user.username not in shown
        assert row.game.get_absolute_url() not in shown
        assert duplicate.fingerprint in shown
        assert duplicate.secret not in shown

    end(mine, place=1, points=40, best=35)
    shown = signed_in(me).get(path).text
    assert row.user.username in shown
    assert row.game.get_absolute_url() in shown
    assert "number 3 of 3" in shown.replace("\n", " ")
    assert duplicate.secret not in shown
    assert row.user.username not in Client().get(path).text

    duplicate.closed_at = duplicate.played_until
    duplicate.save()
    shown = Client().get(path).text
    assert row.user.username in shown
    assert duplicate.secret in shown


def test_a_closed_account_stays_in_the_results_without_a_name():
    duplicate = week_ago(2)
    row, *_ = results(duplicate, 1)
    row.user = None
    row.save()
    assert "Former player" in Client().get(page_of(duplicate)).text


@pytest.mark.parametrize("week", ["2026/54/", "1/1/", "99999999999999999999/1/", "2026/0/"])
def test_there_is_no_page_of_a_week_without_a_duplicate(week: str):
    assert Client().get(f"/duplicates/{week}").status_code == 404


def test_no_page_takes_more_queries_as_duplicates_grow(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(page, "PAGE", 3)
    counts = []
    for number, weeks in ((2, 2), (5, 5)):
        DuplicateGame.objects.all().delete()
        Duplicate.objects.all().delete()
        now, before, *_ = (week_ago(ago) for ago in range(weeks))
        ended, (other, *_) = joined(), results(before, number)
        end(ended)
        list(results(now, number))
        visitors: list[User | None] = [None, UserFactory(), joined().creator, ended.creator]
        found = {}
        for path in ("/duplicates/", page_of(now), page_of(before)):
            for at, visitor in enumerate([*visitors, other.user]):
                client = Client() if visitor is None else signed_in(visitor)
                client.get(path)
                with CaptureQueriesContext(connection) as queries:
                    assert client.get(path).status_code == 200
                found[path.count("/"), at, path == page_of(before)] = len(queries)
        counts.append(found)
    few, many = counts
    assert [page for page in few if many[page] > few[page]] == []
    assert max(few.values()) <= 16
