"""Which language a page is in, and that a page for everyone is the same for everyone."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import get_language

from games.accounts.languages import COOKIE, language_of_machine
from games.accounts.models import User
from tests.factories import PASSWORD, UserFactory
from tests.play.factories import game_of, play_on
from tests.tokens import without_tokens

pytestmark = pytest.mark.django_db

FOR_EVERYONE = (
    "/", "/rules/", "/rules/hansa/", "/learn/", "/learn/teutonica/2/", "/puzzles/",
    "/leaderboards/", "/leaderboards/hansa/", "/statistics/", "/explorer/", "/people/", "/games/",
    "/games/running/", "/games/finished/", "/leagues/", "/duplicates/", "/about/", "/privacy/",
    "/contact/",
)  # fmt: skip


@pytest.fixture(autouse=True)
def languages(settings: Any) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("xx", "Xx")]


def spoken(client: Client, path: str, **headers: str) -> str:
    """The language of a page."""
    answer = client.get(path, headers=headers)
    found = re.search(r'<html lang="([^"]*)">', answer.text)
    assert found
    assert answer["Content-Language"] == found[1]
    return found[1]


def person(client: Client, language: str = "de") -> User:
    user = UserFactory(username="Hildegard", language=language)
    client.force_login(user)
    return user


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        ("de-AT,de;q=0.8,en;q=0.5", "de"),
        ("fr,en;q=0.2", "en"),
        ("fr", "en"),
        ("en;q=0.5,xx", "xx"),
        ("*", "en"),
        ("", "en"),
    ],
)
def test_the_languages_that_a_browser_accepts_count_in_its_order(
    client: Client, accepted: str, expected: str
) -> None:
    assert spoken(client, "/about/", accept_language=accepted) == expected


def test_who_signs_in_is_greeted_in_the_language_of_the_next_page() -> None:
    UserFactory(username="Hildegard", language="en")
    client = Client(headers={"Accept-Language": "de"})
    data = {"login": "Hildegard", "password": PASSWORD}
    page = client.post(reverse("account_login"), data, follow=True)
    assert page["Content-Language"] == "en"
    assert "Welcome, " in page.text
    assert "Willkommen, " not in page.text
    assert get_language() == "en", "only for the rest of the request"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "", "LC_MESSAGES": "de_DE@euro"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_a_machine_is_that_of_its_locale_if_we_speak_it(
    environment: dict[str, str], expected: str
) -> None:
    assert language_of_machine(environment) == expected


def test_an_address_wins_over_a_person_over_a_cookie_over_what_a_browser_accepts(
    client: Client,
) -> None:
    german = {"accept_language": "de"}
    assert spoken(client, "/about/", **german) == "de"
    client.cookies[COOKIE] = "xx"
    assert spoken(client, "/about/", **german) == "xx"
    user = person(client, "en")
    assert spoken(client, "/about/", **german) == "en"
    assert spoken(client, "/de/about/") == "de"
    # Nothing has changed by that.
    assert spoken(client, "/about/", **german) == "en"
    client.logout()
    client.cookies[COOKIE] = "no such"
    assert spoken(client, "/about/", **german) == "de"
    User.objects.filter(pk=user.pk).update(language="gone")
    client.force_login(user)
    assert spoken(client, "/about/", **german) == "en"


def test_a_language_without_a_catalogue_says_everything_in_english(client: Client) -> None:
    # As on a machine that could not compile it.
    page = client.get("/xx/learn/hansa/1/")
    assert page["Content-Language"] == "xx"
    assert "put your last two in Danzig" in page.text


def test_a_part_of_a_page_is_in_the_language_of_its_address(client: Client) -> None:
    person(client, "en")
    page = {"HX-Request": "true", "HX-Current-URL": "http://testserver/de/learn/teutonica/1/"}
    step = client.post("/learn/teutonica/1/order", {"order": "nothing"}, headers=page)
    assert step["Content-Language"] == "de"
    assert step["HX-Replace-Url"] == "/de/learn/teutonica/1/"
    assert "HX-Current-URL" in step["Vary"]


@pytest.mark.parametrize("around", ["http://[", "//[", "http://\u2100.example/", "de", ""])
def test_an_address_that_nobody_can_read_has_no_language(client: Client, around: str) -> None:
    person(client, "de")
    page = {"HX-Request": "true", "HX-Current-URL": around}
    assert client.get("/accounts/here/", headers=page)["Content-Language"] == "de"
    client.logout()
    form = client.post("/accounts/profile/", headers={"Referer": around})
    assert form["Location"] == "/accounts/login/?next=%2F"


@pytest.mark.parametrize("path", FOR_EVERYONE)
def test_a_page_with_a_language_is_the_same_for_everyone(client: Client, path: str) -> None:
    play_on(game_of(UserFactory(), UserFactory()), 2)
    visitor = client.get(f"/de{path}")
    name = person(client, "xx").username
    client.cookies["display"] = "dark.sound"
    client.cookies["zone"] = "Asia/Tokyo"
    headers = {"Accept-Language": "en", "HX-Current-URL": "http://testserver/de/puzzles/?theme=x"}
    if "HX-Request" not in visitor.get("Vary", ""):
        headers["HX-Request"] = "true"
    for answer in (visitor, client.get(f"/de{path}", headers=headers)):
        assert answer.status_code == 200
        assert answer["Content-Language"] == "de"
        assert answer["Cache-Control"] == "public, max-age=300"
        assert not {"cookie", "accept-language"} & set(answer.get("Vary", "").lower().split(", "))
        assert not answer.cookies
        assert not answer.has_header("Expires")
        assert name not in answer.text
        assert without_tokens(answer.text) == without_tokens(visitor.text)


@pytest.mark.parametrize("path", FOR_EVERYONE)
def test_a_page_for_everyone_tells_where_it_is_in_each_language(
    client: Client, settings: Any, path: str
) -> None:
    settings.SITE_URL = "https://hansa.example.org"
    links = [
        f'<link rel="alternate" hreflang="{code}" href="{settings.SITE_URL}{where}">'
        for code, where in (
            ("en", f"/en{path}"), ("de", f"/de{path}"), ("xx", f"/xx{path}"), ("x-default", path)
        )
    ]  # fmt: skip
    for own in (path, f"/de{path}"):
        page = client.get(own).text
        assert all(link in page for link in links)
        assert f'<link rel="canonical" href="{settings.SITE_URL}{own}">' in page
    settings.LANGUAGES = [("en", "English")]
    page = client.get(path).text
    assert "hreflang" not in page
    assert "canonical" not in page
    assert 'class="languages"' not in page


def test_only_pages_for_everyone_have_an_address_with_a_language(client: Client) -> None:
    game = play_on(game_of(UserFactory(), UserFactory()), 2)
    for path in (game.get_absolute_url(), reverse("account_login"), "/robots.txt", "/de/rules/"):
        assert client.get(f"/de{path}").status_code == 404
    assert client.get("/fr/rules/").status_code == 404
    assert client.post("/de/rules/").status_code == 405
    assert client.get("/de/rules").headers["Location"] == "/de/rules/"
    assert client.get("/de").headers["Location"] == "/de/"
    assert client.get("/de/learn/teutonica/").headers["Location"] == "/de/learn/teutonica/1/"


def test_who_is_signed_in_loads_their_part_of_a_page_for_everyone(client: Client) -> None:
    person(client, "en")
    assert 'hx-get="/accounts/here/"' in client.get("/de/people/").text
    page = {"HX-Request": "true", "HX-Current-URL": "http://testserver/de/people/?page=2"}
    part = client.get("/accounts/here/", headers=page)
    assert "no-store" in part["Cache-Control"]
    assert part["Content-Language"] == "de"
    assert "<span>Hildegard</span>" in part.text
    assert '<a href="/people/" aria-current="page">Leute</a>' in part.text
    assert 'name="back" value="/de/people/?page=2"' in part.text
    assert "csrftoken" in part.cookies


def test_the_switch_leads_back_to_the_page_in_another_language(client: Client) -> None:
    page = client.get("/puzzles/?theme=x").text
    assert '<button name="language" value="de" lang="de">Deutsch</button>' in page
    assert 'name="back" value="/puzzles/?theme=x"' in page
    answer = client.post("/accounts/language", {"language": "de", "back": "/de/puzzles/?theme=x"})
    assert answer["Location"] == "/puzzles/?theme=x"
    assert client.post("/accounts/language", {"back": "/de"})["Location"] == "/"
    assert spoken(client, "/puzzles/") == "de"
    user = person(client, "xx")
    client.post("/accounts/language", {"language": "en", "back": "/"})
    user.refresh_from_db()
    assert user.language == "en"
    for wrong in ({"language": "fr"}, {"language": "de", "back": "https://evil.example/"}):
        assert client.post("/accounts/language", wrong)["Location"] == "/"
    user.refresh_from_db()
    assert user.language == "de"


def test_pages_without_a_foot_have_the_switch_in_their_header(client: Client) -> None:
    table = game_of(UserFactory(language="de"), "journeyman")
    for path in ("/learn/teutonica/2/", "/de/learn/teutonica/2/", table.get_absolute_url()):
        if path == table.get_absolute_url():
            client.force_login(table.creator)
        page = client.get(path, headers={"accept_language": "de"}).text
        assert "<footer" not in page
        header = page[page.index("<header") : page.index("</header>")]
        assert 'lang="de" aria-current="true">Deutsch<' in header


def test_who_signs_up_is_written_to_in_the_language_of_the_page(client: Client) -> None:
    client.cookies[COOKIE] = "de"
    form = {"username": "Jakob", "email": "jakob@example.org", "password1": "salt and herring"}
    client.post(reverse("account_signup"), form)
    assert User.objects.get(username="Jakob").language == "de"


def test_a_person_chooses_a_language_in_the_settings(client: Client, settings: Any) -> None:
    user = person(client, "en")
    url = reverse("accounts:profile")
    assert '<option value="de">Deutsch</option>' in client.get(url).text
    client.post(url, {"username": user.username, "time_zone": "UTC", "language": "de"})
    assert spoken(client, url) == "de"
    settings.LANGUAGES = [("en", "English")]
    assert '<option value="de">Deutsch</option>' not in client.get(url).text
    client.post(url, {"username": user.username, "time_zone": "UTC"})
    user.refresh_from_db()
    assert user.language == "de"
