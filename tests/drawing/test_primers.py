"""Primers: one sentence about each rule that not every game has, when it first matters."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.conf import settings

from games.bots import BOTS
from games.play.models import ReadPrimer
from games.play.pages import rulebook
from games.rules import TITLES
from games.rules.title import CHANCE
from games.wording import ENGLISH, WORDINGS
from games.wording.primers import Primer

NEUTRAL = {"neutral", "neutral-displaced", "neutral-office", "neutral-marker"}
EAST = {"boats", "permanent", "green", "two-abilities"}
BRITANNIA = {
    "boats", "permanent", "permissions", "displaced-abroad", "move-abroad", "markers-move-abroad",
    "markers-abroad", "countries",
}  # fmt: skip
HANSA = {
    "first-booths", "replenish", "sail", "buy", "build", "sell", "lose", "tolls", "last-round",
}  # fmt: skip
GAMES = {
    "hanse": ("teutonica", 3, {}, set()),
    "classic": ("teutonica", 3, {"edition": "classic"}, {"swap-any", "remove3"}),
    "missions": ("teutonica", 4, {"missions": "on"}, {"missions"}),
    "favour": ("teutonica", 3, {"favour": "on"}, {"favour", "income-tile"}),
    "pawn": ("teutonica", 2, {"two_player": "pawn"}, {"pawn", "pawn-walk"}),
    "neutral": ("teutonica", 2, {"two_player": "neutral"}, NEUTRAL),
    "east": ("teutonica", 4, {"board": "east"}, EAST),
    "britannia-3": ("teutonica", 3, {"board": "britannia"}, BRITANNIA),
    "britannia-45": ("teutonica", 4, {"board": "britannia"}, BRITANNIA),
    "hansa-2": ("hansa", 2, {}, {"left-out", *HANSA}),
    "hansa-3": ("hansa", 3, {}, {"left-out", *HANSA}),
    "hansa-4": ("hansa", 4, {}, HANSA),
}
"""Games, each with the names of all primers that may come in it."""
RARE = {"income-tile", "neutral-office", "remove3", "lose"}
"""Those that a single game may do without."""


def met(title_id: str, players: int, options: Mapping[str, str]) -> dict[Primer, int]:
    """Return the primers of a game of quick bots, each with the number of orders before it."""
    found: dict[Primer, int] = {}
    for number, (view, orders) in enumerate(asked(title_id, players, options)):
        for primer in WORDINGS[title_id].primers(view, orders, ENGLISH):
            found.setdefault(primer, number)
    return found


def asked(title_id: str, players: int, options: Mapping[str, str]) -> Iterator[tuple[Any, Any]]:
    """Yield each view of a seat that is asked in a game of quick bots, and its orders."""
    title, rng = TITLES[title_id], random.Random(1)
    state = title.start(options, players)
    while seats := title.to_move(state):
        if seats == (CHANCE,):
            drawn, chances = zip(*title.chance_outcomes(state), strict=True)
            state = title.apply(state, CHANCE, rng.choices(drawn, chances)[0])
        else:
            view, orders = title.view(state, seats[0]), title.orders(state, seats[0])
            yield view, orders
            state = title.apply(state, seats[0], BOTS["journeyman"](view, orders, rng))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_tells_of_the_rules_that_it_has(game: str):
    title, players, options, has = GAMES[game]
    names = {primer.name for primer in met(title, players, options)}
    assert names <= has
    assert has - names <= RARE | {"permanent", "markers-move-abroad"}


@pytest.mark.parametrize("game", GAMES)
def test_each_is_a_sentence_about_a_rule_of_the_rules_page(game: str):
    title, players, options, _ = GAMES[game]
    text = (settings.ROOT / "docs" / "rules" / f"{title}.md").read_text()
    page = rulebook.render(text)
    longest = ReadPrimer._meta.get_field("name").max_length
    for primer in met(title, players, options):
        assert f'id="{primer.rule}"' in page
        assert primer.sentence.endswith(".")
        assert ". " not in primer.sentence
        assert "  " not in primer.sentence
        assert len(primer.name) <= longest


def test_no_two_have_the_same_name():
    for title in TITLES:
        sentences: dict[str, set[str]] = {}
        for of, players, options, _ in GAMES.values():
            for primer in met(of, players, options) if of == title else ():
                sentences.setdefault(primer.name, set()).add(primer.rule)
        assert all(len(rules) == 1 for rules in sentences.values())


FIRST = {
    "hanse": set(),
    "pawn": {"pawn"},
    "neutral": {"neutral"},
    "east": {"boats"},
    "britannia-45": {"permissions", "boats"},
    "missions": {"missions"},
    "favour": set(),
    "classic": set(),
    "hansa-4": {"first-booths"},
}
"""What the first player of a game is told before the first order, but for what depends on luck."""


@pytest.mark.parametrize("game", FIRST)
def test_nothing_is_told_before_it_matters(game: str):
    title, players, options, _ = GAMES[game]
    view, orders = next(asked(title, players, options))
    names = {primer.name for primer in WORDINGS[title].primers(view, orders, ENGLISH)}
    assert names - {"neutral-displaced"} == FIRST[game]


def test_permissions_are_told_of_with_the_cities_and_countries_of_the_side():
    sentences = {
        players: next(
            primer.sentence
            for primer in met("teutonica", players, {"board": "britannia"})
            if primer.name == "permissions"
        )
        for players in (3, 4)
    }
    assert "in Wales you" in sentences[3]
    assert "Carlisle" not in sentences[3]
    assert "in Wales or Scotland you" in sentences[4]
    assert "Carlisle" in sentences[4]
