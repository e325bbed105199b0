"""While a duplicate runs, what others play and what is still to be drawn is seen nowhere."""

from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.duplicate.models import Duplicate
from games.duplicate.models.duplicate import new_secret
from games.duplicate.pages.words import week_url
from games.play.models import Game
from tests.duplicate.factories import DuplicateFactory, end, joined
from tests.factories import UserFactory
from tests.play import worlds
from tests.play.factories import step
from tests.play.thinking import hurry, think
from tests.play.timepiece import timepiece

__all__ = ["hurry", "timepiece"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("timepiece")]


def played(turns: int, seed: int = 1) -> Game:
    """The game of a person who has joined and played some turns, so that it is theirs again."""
    game, rng = joined(), Random(seed)
    for turn in range(turns + 1):
        if turn:
            game = step(game, rng)
        game = after_masters(game)
    return game


def after_masters(game: Game) -> Game:
    game.refresh_from_db()
    while game.thinking_since:
        assert think(game)
        game.refresh_from_db()
    return game


def listed(visitor: User | None, people: list[User]) -> dict[str, str]:
    """What a visitor is shown of duplicates, lists of games and people."""
    cache.clear()
    worlds.forget()
    client = Client()
    if visitor is not None:
        client.force_login(visitor)
    profiles = [reverse("club:person", args=[each.username]) for each in people]
    names = ("open-games", "running-games", "finished-games", "people", "leaderboard", "statistics")
    lists = [reverse(f"club:{name}") for name in names]
    duplicates = ["/duplicates/", *map(week_url, Duplicate.objects.all())]
    answers = {url: client.get(url) for url in (*duplicates, *lists, *profiles)}
    return {url: fresh(answer) for url, answer in answers.items()}


def pages(visitor: User | None, game: Game) -> dict[str, str]:
    """The pages of a game, as a visitor is shown them who has no seat there."""
    client = Client()
    if visitor is not None:
        client.force_login(visitor)
    return {url: fresh(client.get(url)) for url in worlds._urls(game, visitor)}


def fresh(answer: Any) -> str:
    return f"{answer.status_code} {worlds._FRESH.sub('', answer.text)}"


def differences(one: dict[str, str], other: dict[str, str]) -> list[str]:
    return sorted(what for what in one.keys() | other.keys() if one.get(what) != other.get(what))


def test_no_page_has_anything_of_the_draws_to_come():
    """Another secret changes nothing but its fingerprint, also for those whose game is over."""
    duplicate = DuplicateFactory(title="hansa")
    game, over = played(1), joined()
    end(over)
    visitors = [None, UserFactory(), game.creator, over.creator]

    def everything() -> list[dict[str, str]]:
        found = [listed(visitor, [game.creator]) for visitor in visitors]
        return [*found, worlds.shown(game, game.creator)]

    before, secret, fingerprint = everything(), duplicate.secret, duplicate.fingerprint
    assert fingerprint in before[0][week_url(duplicate)]
    duplicate.secret = new_secret()
    duplicate.save()
    for one, other in zip(before, everything(), strict=True):
        masked = {
            what: text.replace(duplicate.fingerprint, fingerprint) for what, text in other.items()
        }
        assert differences(one, masked) == []
        assert not [what for what, text in one.items() if secret in text]


@pytest.mark.long
def test_what_another_has_played_is_seen_by_nobody_who_could_use_it():
    """How many results there are is told to all, and nothing more before one's own game is over."""
    duplicate = DuplicateFactory(title="hansa")
    mine, running, over = joined(), played(0), joined()
    own = end(over, place=1, points=50, best=30)
    visitors = [None, UserFactory(), mine.creator]

    def everything(visitor: User | None) -> dict[str, str]:
        lists = listed(visitor, [running.creator, over.creator])
        assert not [what for what, text in lists.items() if over.get_absolute_url() in text]
        return lists | pages(visitor, running) | pages(visitor, over)

    before = [everything(visitor) for visitor in visitors]
    told_to_over = listed(over.creator, [])
    step(running, Random(2))
    own.place, own.points, own.lead = 4, 10, -25
    own.save()
    for visitor, told in zip(visitors, before, strict=True):
        assert differences(told, everything(visitor)) == [], f"{visitor} learns how others play."
    assert week_url(duplicate) in differences(told_to_over, listed(over.creator, []))
