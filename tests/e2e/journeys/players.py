"""Programs that play for people over the API, each with the bot that the docs show."""

import importlib.util
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import pytest
from django.conf import settings

from games.accounts import tokens
from games.accounts.models import Scope, User

BOT = settings.ROOT / "docs" / "example_bot.py"
AT_ONCE = 3
"""So many programs play at the same time."""


def program(person: User, address: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the bot of the docs, with a token of a person's: `ask` and `play` are its own."""
    scopes = [Scope.READ_OWN, Scope.PLAY]
    secret = tokens.create(user=person, name="My program", scopes=scopes, days=300)[1]
    monkeypatch.setenv("HANSA_URL", address)
    monkeypatch.setenv("HANSA_TOKEN", secret)
    spec = importlib.util.spec_from_file_location(f"bot_of_{person.username}", BOT)
    assert spec
    assert spec.loader
    bot = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bot)
    return bot


def answer(bot: ModuleType) -> int:
    """Let a program play in all games that wait for it; return in how many."""
    status, told = bot.ask("GET", "/games?waiting=1")
    assert status == 200, told
    for game in told["games"]:
        bot.play(game["id"])
    return len(told["games"])


def answer_all(bots: Iterable[ModuleType]) -> int:
    """Let programs play in all games that wait for them now; return how many turns that were."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return sum(pool.map(answer, bots))
