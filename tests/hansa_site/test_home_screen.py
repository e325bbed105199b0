"""The site as an app: its manifest and icons, a worker that keeps one page alone, and that page."""

import json
import re

import pytest
from django.test import Client
from PIL import Image

from tests.hansa_site import icons

LANGUAGES = ["en", "de"]


def told(language: str) -> dict[str, object]:
    page = Client().get("/site.webmanifest", headers={"Accept-Language": language})
    assert page["Content-Type"] == "application/manifest+json"
    return json.loads(page.content)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_has_what_browsers_ask_of_an_app(language: str) -> None:
    found = told(language)
    assert found["lang"] == language
    assert found["id"] == found["scope"] == found["start_url"] == "/"
    assert found["display"] == "standalone"
    assert len(found["short_name"]) <= 12
    sizes = {(icon["sizes"], icon["purpose"]) for icon in found["icons"]}
    assert sizes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}


def test_the_manifest_is_in_the_language_of_its_reader() -> None:
    english, german = map(told, LANGUAGES)
    assert english["description"] != german["description"]
    names = [[each["name"] for each in found["shortcuts"]] for found in (english, german)]
    assert not set(names[0]) & set(names[1])
    assert english["id"] == german["id"], "another id would be another app"


@pytest.mark.django_db
def test_shortcuts_lead_somewhere(client: Client) -> None:
    for shortcut in told("en")["shortcuts"]:
        assert client.get(shortcut["url"]).status_code in (200, 302), shortcut


@pytest.mark.parametrize("name", icons.SIZES)
def test_the_icons_are_the_mark_in_the_sizes_they_claim(name: str) -> None:
    size, margin = icons.SIZES[name]
    kept = Image.open(icons.FOLDER / f"{name}.png").convert("RGB")
    assert kept.size == (size, size)
    assert kept.tobytes() == icons.drawn(size, margin).quantize(64).convert("RGB").tobytes()


def test_the_badge_is_a_silhouette() -> None:
    kept = Image.open(icons.FOLDER / "badge-96.png").convert("RGBA")
    assert kept.tobytes() == icons.badge().convert("RGBA").tobytes()
    assert kept.getchannel("A").getextrema() == (0, 255)


def test_the_worker_stands_at_the_root_and_is_asked_for_again(client: Client) -> None:
    page = client.get("/worker.js")
    assert page["Content-Type"].startswith("text/javascript")
    assert "no-cache" in page["Cache-Control"]


def test_the_worker_keeps_one_page_and_answers_only_where_a_page_does_not_load(
    client: Client,
) -> None:
    script = client.get("/worker.js").text
    # Whatever it keeps goes through `caches`, and it opens one of them, for one page.
    assert re.findall(r"kept\.(\w+)\((\w+)", script) == [("add", "page")]
    assert re.findall(r"new Request\((\w+)", script) == ["OFFLINE"]
    assert script.count("caches.") == 2
    assert "cache.put" not in script
    assert 'if (mode !== "navigate" || method !== "GET") return;' in script
    assert "fetch(event.request).catch(" in script


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_without_a_net_is_whole_and_asks_for_nothing(
    client: Client, language: str
) -> None:
    """This test has no database, so the page needs none either."""
    page = client.get("/offline/", headers={"Accept-Language": language})
    assert f'<html lang="{language}"' in page.text
    assert ("No connection" in page.text) == (language == "en")
    assert not re.search(r"<(?:script|link|img)|src=|url\(", page.text)
    assert re.findall(r'href="([^"]*)"', page.text) == [""]


def test_a_page_lets_its_worker_and_manifest_be_loaded(client: Client) -> None:
    policy = client.get("/offline/")["Content-Security-Policy"]
    rules = {
        name: words.split()
        for name, _, words in (rule.strip().partition(" ") for rule in policy.split(";"))
    }
    for name in ("worker-src", "manifest-src", "connect-src"):
        assert "'self'" in rules.get(name, rules["default-src"]), name
    assert rules["style-src-attr"] == ["'unsafe-inline'"], "the page without a net has styles in it"
