"""The header and the footer: where they lead, and for whom."""

import re

import pytest
from django.test import Client

from tests.factories import UserFactory
from tests.play.paper import Paper

pytestmark = pytest.mark.django_db

LINK = re.compile(r'<a (?:class="[^"]*" )?href="(?P<url>[^"]+)"(?P<current> aria-current="\w+")?>')


def header(page: str) -> str:
    return page[page.index("<header") : page.index("</header>")]


def arrived(who: str) -> Client:
    paper = Paper()
    if who == "person":
        paper.client.force_login(UserFactory())
    elif who == "guest":
        paper.get("/")
        paper.press("Play now: Hansa")
    return paper.client


@pytest.mark.parametrize("who", ["visitor", "guest", "person"])
def test_each_place_opens_for_all_who_see_it_and_says_that_it_is_shown(who: str) -> None:
    client = arrived(who)
    for page in ("/", "/games/", "/games/running/", "/learn/"):
        for url, current in LINK.findall(header(client.get(page).text)):
            shown = client.get(url, follow=True)
            assert shown.status_code == 200, url
            assert bool(current) == (url == page), (page, url)


@pytest.mark.parametrize(
    ("who", "words"),
    [
        ("visitor", ["Play", "Watch", "Leagues", "Learn", "People", "Sign in", "Sign up"]),
        (
            "guest",
            ["My games", "Play", "Watch", "Leagues", "Learn", "People", "Sign in", "Sign up"],
        ),
        (
            "person",
            [
                *("My games", "Play", "Watch", "Leagues", "Learn", "People"),
                *("Profile", "Settings", "Notifications", "Sign out"),
            ],
        ),
    ],
)
def test_the_header_has_the_same_places_for_all(who: str, words: list[str]) -> None:
    shown = header(arrived(who).get("/learn/").text)
    assert re.findall(r"<a [^>]*>([^<]+)</a>", shown) == words
