"""Where a person is signed in: what they see of it, and how they end it."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import pruning, sessions
from games.accounts.models import User
from games.play import visits
from tests.factories import PASSWORD, UserFactory
from tests.play.factories import game_of

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = (
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/138.0.0.0 Mobile Safari/537.36"
)
PAGE = "accounts:sessions"


@pytest.fixture(autouse=True)
def _tracked(settings) -> None:
    settings.USERSESSIONS_TRACK_ACTIVITY = True


@pytest.fixture
def person() -> User:
    return UserFactory(username="Merchant")


def signed_in(person: User, agent: str = FIREFOX) -> Client:
    client = Client(HTTP_USER_AGENT=agent)
    client.post(reverse("account_login"), {"login": person.username, "password": PASSWORD})
    assert opens(client)
    return client


def opens(client: Client) -> bool:
    return client.get(reverse("accounts:profile")).status_code == 200


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        (FIREFOX, "Firefox on Linux"),
        (CHROME, "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1",
         "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/138.0 Safari/537.36 Edg/138.0", "Edge on Windows"),
        ("curl/8.5.0", "Another program"),
        ("", "Another program"),
    ],
)  # fmt: skip
def test_a_browser_is_told_roughly(agent: str, told: str) -> None:
    assert sessions.browser_of(agent) == told


def test_the_page_shows_each_browser_and_which_is_this(person: User) -> None:
    signed_in(person, CHROME)
    signed_in(UserFactory(), "curl/8")
    page = signed_in(person).get(reverse(PAGE))
    assert page.text.index("Firefox on Linux") < page.text.index("this browser")
    assert page.text.index("this browser") < page.text.index("Chrome on Android")
    assert "Another program" not in page.text


def test_one_browser_is_signed_out(person: User) -> None:
    here, there = signed_in(person), signed_in(person, CHROME)
    other = next(each for each in sessions.signed_in(person, None) if "Chrome" in each.browser)
    for _ in range(2):
        here.post(reverse("accounts:end-session", args=[other.number]))
    assert opens(here)
    assert not opens(there)
    assert len(sessions.signed_in(person, None)) == 1


def test_all_other_browsers_are_signed_out(person: User) -> None:
    here, *others = [signed_in(person) for _ in range(3)]
    stranger = signed_in(UserFactory())
    page = here.post(reverse("accounts:end-other-sessions"), follow=True)
    assert "Signed out everywhere else." in page.text
    assert opens(here)
    assert not any(map(opens, others))
    assert opens(stranger)


def test_nobody_ends_the_session_of_another(person: User) -> None:
    client, victim = signed_in(UserFactory()), signed_in(person)
    (theirs,) = sessions.signed_in(person, None)
    client.post(reverse("accounts:end-session", args=[theirs.number]))
    assert opens(victim)


def test_sessions_that_a_new_password_ended_are_not_shown(person: User) -> None:
    here = signed_in(person)
    signed_in(person, CHROME)
    new = {"oldpassword": PASSWORD, "password1": "eight-herrings", "password2": "eight-herrings"}
    here.post(reverse("account_change_password"), new)
    page = here.get(reverse(PAGE))
    assert "this browser" in page.text
    assert "Chrome on Android" not in page.text


def test_last_use_is_noted_now_and_then(person: User) -> None:
    client = signed_in(person)
    UserSession.objects.update(last_seen_at=timezone.now() - timedelta(days=3))
    client.get("/")
    assert UserSession.objects.get().last_seen_at < timezone.now() - timedelta(days=2)
    cache.clear()
    client.get("/")
    assert UserSession.objects.get().last_seen_at > timezone.now() - timedelta(minutes=1)


def test_a_session_from_before_is_found_at_its_next_request(person: User) -> None:
    client = Client()
    client.force_login(person)
    assert sessions.signed_in(person, None) == []
    client.get("/")
    assert len(sessions.signed_in(person, None)) == 1


def test_who_only_visits_a_game_is_not_signed_in(person: User) -> None:
    game = game_of(person, UserFactory())
    client = Client()
    client.post(reverse("play:visit", args=[visits.token_of(person, game)]))
    assert client.get(reverse("play:table", args=[game.pk])).status_code == 200
    assert not UserSession.objects.exists()


def test_the_page_costs_the_same_for_many(person: User, django_assert_num_queries) -> None:
    client = signed_in(person)
    client.get(reverse(PAGE))
    with django_assert_num_queries(5):
        client.get(reverse(PAGE))
    for _ in range(3):
        signed_in(person)
    with django_assert_num_queries(5):
        assert client.get(reverse(PAGE)).text.count("Sign out") > 4


def test_old_sessions_are_forgotten(person: User, settings) -> None:
    signed_in(person)
    pruning.prune(float("inf"))
    assert UserSession.objects.count() == 1
    old = timezone.now() - timedelta(seconds=settings.SESSION_COOKIE_AGE + 1)
    UserSession.objects.update(last_seen_at=old)
    pruning.prune(float("inf"))
    assert not UserSession.objects.exists()
