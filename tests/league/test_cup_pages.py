"""Cups that people organize: made with a form, joined by a link."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.league.forms import USUAL_SEATS
from games.league.models import League, Season, SeasonStatus
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

SENT = {
    "name": "Club evening",
    "title": "hansa",
    "seats": "3",
    "entries": "6",
    "weeks": "4",
    "preset": "day",
}


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def made(user: User) -> League:
    client_of(user).post(reverse("league:new-cup"), SENT)
    return League.objects.get()


def test_the_form_makes_a_private_cup_and_leads_to_its_link():
    organizer = UserFactory()
    answer = client_of(organizer).post(reverse("league:new-cup"), SENT)
    cup = League.objects.get()
    assert answer.url == reverse("league:join-cup", args=[cup.token])
    assert (cup.name, cup.creator, cup.private) == ("Club evening", organizer, True)
    assert (cup.seats, cup.weeks, cup.least_entries, cup.terms["hours"]) == (3, 4, 6, 24)
    page = client_of(organizer).get(answer.url).content.decode()
    assert settings.SITE_URL + answer.url in page


@pytest.mark.parametrize("wished", ["9" * 5000, "²", "-1", "1" * 4, "three"])
def test_a_number_of_players_that_is_none_is_the_usual_one(wished: str):
    page = client_of(UserFactory()).post(reverse("league:new-cup"), SENT | {"seats": wished})
    assert page.context["form"].seats == USUAL_SEATS
    assert "errorlist" in page.content.decode()
    assert not League.objects.exists()


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"entries": "5"}, {"entries": "12"}, {"weeks": "0"}, {"preset": "x"}]
)
def test_what_cannot_be_is_refused_and_kept(wrong):
    page = client_of(UserFactory()).post(reverse("league:new-cup"), SENT | wrong)
    assert page.status_code == 200
    assert "errorlist" in page.content.decode()
    assert not League.objects.exists()


def test_the_options_follow_the_title():
    client = client_of(UserFactory())
    path = reverse("league:new-cup")
    teutonica = client.get(path, {"title": "teutonica"}, headers={"HX-Request": "true"})
    assert 'name="option_board"' in teutonica.content.decode()
    assert "<html" not in teutonica.content.decode()


def test_whoever_has_the_link_joins_once_and_others_do_not_see_it():
    cup = made(UserFactory())
    path = reverse("league:join-cup", args=[cup.token])
    friend = UserFactory()
    assert "Join the cup" in client_of(friend).get(path).content.decode()
    for _ in range(2):
        client_of(friend).post(path)
    assert [entry.user for entry in Season.objects.get().entries.all()] == [friend]
    assert "Sign in" in Client().get(path).content.decode()
    assert "login" in Client().post(path).url
    assert client_of(UserFactory()).get(f"/leagues/{cup.slug}/").status_code == 404


def test_a_cup_for_everyone_is_listed_and_a_stranger_joins_it_there():
    organizer, stranger = UserFactory.create_batch(2)
    closed = made(organizer)
    answer = client_of(organizer).post(
        reverse("league:new-cup"), SENT | {"name": "Open cup", "open_to": "everyone"}
    )
    cup = League.objects.get(private=False)
    assert "listed under Leagues" in client_of(organizer).get(answer.url).text
    for client in (client_of(stranger), Client()):
        leagues = client.get(reverse("league:leagues")).text
        assert f"/leagues/{cup.slug}/" in leagues
        assert closed.name not in leagues
    for league, found in ((cup, [stranger]), (closed, [])):
        client_of(stranger).post(reverse("league:register", args=[league.slug, 1]))
        assert [entry.user for entry in league.seasons.get().entries.all()] == found
    # Its organizer comes back to the page on which it can be cancelled.
    assert answer.url in client_of(organizer).get(f"/leagues/{cup.slug}/").text


def test_only_its_organizer_cancels_it():
    organizer = UserFactory()
    cup = made(organizer)
    path = reverse("league:cancel-cup", args=[cup.token])
    client_of(UserFactory()).post(path)
    assert Season.objects.get().is_registering
    own = f"/leagues/{cup.slug}/"
    assert cup.token in client_of(organizer).get(own).text
    client_of(organizer).post(path)
    assert Season.objects.get().status == SeasonStatus.STOPPED
    assert "It was called off before it began." in client_of(organizer).get(own).text


def test_the_page_of_a_cancelled_cup_says_so_to_everyone():
    organizer, friend = UserFactory.create_batch(2)
    cup = made(organizer)
    path = reverse("league:join-cup", args=[cup.token])
    client_of(friend).post(path)
    client_of(organizer).post(reverse("league:cancel-cup", args=[cup.token]))
    for client in (client_of(organizer), client_of(friend), client_of(UserFactory()), Client()):
        page = client.get(path).content.decode().partition("<main")[2]
        assert "It was called off before it began." in page
        assert "This cup is over." in page
        assert not any(each in page for each in ("You're in", "Sign up", "Join the cup"))
