"""What the site says of itself: to people, to search engines, and to previews of links."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory
from tests.play.factories import game_of, play_on
from tests.tokens import without_tokens

pytestmark = pytest.mark.django_db


def told(client: Client, url: str) -> dict[str, str]:
    """Return what a page tells in its head, by name."""
    head = client.get(url).text.partition("</head>")[0]
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', head)
    return {name: unescape(content) for name, content in found}


def test_every_kind_of_page_that_is_shared_has_a_preview(client: Client, settings: Any) -> None:
    settings.SITE_URL = "https://hansa.example.org"
    running = play_on(game_of(UserFactory(), UserFactory(), title="hansa"), 2)
    open_game = game_of(UserFactory(), "open", "open", options={"board": "east"})
    pages = {
        "/": ("Hansa", "/boards/teutonica/hanse-23/preview.png"),
        running.get_absolute_url(): (running.name, "/boards/hansa/baltic/preview.png"),
        open_game.get_absolute_url(): (open_game.name, "/boards/teutonica/east/preview.png?free=2"),
        reverse("play:invitation", args=[open_game.token]): (
            open_game.name,
            "/boards/teutonica/east/preview.png?free=2",
        ),
        reverse("study:puzzle", args=["hansa", 1]): ("Hansa", "/puzzles/hansa/1.png"),
    }
    for url, (title, picture) in pages.items():
        found = told(client, url)
        assert found["og:title"] == title, url
        assert found["og:image"].startswith(f"https://hansa.example.org/en{picture}"), url
        assert found["og:description"] == found["description"], url
        path = found["og:image"].removeprefix("https://hansa.example.org")
        answer = client.get(path)
        assert answer["Content-Type"] == "image/png"
    assert "2 seats free" in told(client, open_game.get_absolute_url())["og:description"]
    plain = client.get("/boards/teutonica/east/preview.png?free=99")
    assert plain.content == client.get("/boards/teutonica/east/preview.png").content
    assert plain.content != answer.content


def test_a_private_game_tells_strangers_nothing(client: Client) -> None:
    private = game_of(UserFactory(), UserFactory(), private=True)
    assert private.name not in client.get(private.get_absolute_url()).text


@pytest.mark.parametrize("name", ["about", "privacy", "contact"])
def test_the_host_says_it_in_their_own_words(
    name: str, client: Client, settings: Any, tmp_path: Path
) -> None:
    default = without_tokens(client.get(f"/{name}/").text)
    assert "<h1>" in default
    settings.PAGES_FOLDER = tmp_path
    assert without_tokens(client.get(f"/{name}/").text) == default
    (tmp_path / f"{name}.md").write_text("# Unser Verein\n\n<script>alert(1)</script> **Hallo**")
    own = client.get(f"/{name}/").text
    assert "<h1>Unser Verein</h1>" in own
    assert "<strong>Hallo</strong>" in own
    assert "<script>alert" not in own
    assert "<h1>Unser Verein</h1>" in client.get(f"/de/{name}/").text
    (tmp_path / f"{name}.en.md").write_text("# Our club")
    assert "<h1>Our club</h1>" in client.get(f"/{name}/").text
    assert "<h1>Unser Verein</h1>" in client.get(f"/de/{name}/").text


def test_the_address_of_the_host_is_on_the_page_of_contact(client: Client, settings: Any) -> None:
    settings.CONTACT = ""
    assert "mailto:" not in client.get("/contact/").text
    settings.CONTACT = "club@example.org"
    assert "mailto:club@example.org" in client.get("/contact/").text


def test_they_are_linked_where_people_sign_up(client: Client) -> None:
    page = client.get(reverse("account_signup")).text
    main = page[page.index("<main") : page.index("</main>")]
    assert all(f'href="/{name}/"' in main for name in ("about", "privacy", "contact"))


def test_programs_leave_alone_what_is_meant_for_one_person(client: Client) -> None:
    lines = client.get("/robots.txt").text.splitlines()
    assert lines[0] == "User-agent: *"
    assert {"Disallow: /accounts/", "Disallow: /join/", "Disallow: /feeds/"} <= set(lines)
    assert "Disallow: /" not in lines
