"""Caches never mix languages: whoever asked before, each answer is whole in its own.

What an answer is to be is what a process says that has never spoken another language.
"""

import ast
import gc
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import _lru_cache_wrapper
from pathlib import Path
from threading import Barrier
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives
from django.db import connection, transaction
from django.http import HttpResponse
from django.template import engines
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.accounts.models import User
from games.drawing import DRAWINGS, raster
from games.drawing.png import png
from games.play import services
from games.play.engine import session
from games.play.models import Game
from games.post import tasks
from games.post.models import Schedule
from games.rules import TITLES
from games.rules.common.lru import LRUCache
from games.wording import ENGLISH, language
from tests.cases import first
from tests.factories import UserFactory
from tests.hansa_site.test_doors import (
    DOORS,
    client_of,
    path_of,
    people,
    samples,
    table_of,
)
from tests.hansa_site.test_languages import FOR_EVERYONE
from tests.play.factories import (
    draft_turn,
    every_title,
    game_of,
    play_on,
    play_out,
    player_to_move,
    short_title,
)
from tests.play.timepiece import Timepiece, timepiece
from tests.play.worlds import _FRESH
from tests.study.analyses import analysed

__all__ = ["people", "timepiece"]

LANGUAGES = ("en", "de")
ORDERS = (("de", "en", "de"), ("en", "de"))
WORDLESS = ("games.rules.", "games.bots.", "games.drawing.raster", "games.drawing.png")
"""Rooms that know no language, and pixels, which are found by all that they show."""

BY_LOT = {"study:positions", "post:push-key"}
"""Pages that show something else each time, or in each database."""

SAME = {
    "play:record", "robots", "accounts:download", "study:plan-completions",
    "study:own-plan-completions", "play:completions", "study:plan-text", "worker",
    "api:openapi-json", "api:game", "api:games", "api:legal", "api:events", "api:record",
    "api:person", "api:ratings", "api:leagues", "api:season", "api:messages", "club:plays-table",
    "club:plays-bg-stats",
}  # fmt: skip
"""What is the same in every language: notation, a person's own data, what programs read, and a
script.
"""

THREADS = 20


class Answer(NamedTuple):
    """What of an answer depends on its language."""

    status: int
    language: str
    etag: str
    to: str
    content: str | bytes


def forget() -> None:
    """Empty every cache of the process that may keep words."""
    for each in gc.get_objects():
        if type(each) is LRUCache:
            each.clear()
        elif type(each) is _lru_cache_wrapper:
            room = each.__module__ or ""
            if room.startswith(("games.", "hansa_site.")) and not room.startswith(WORDLESS):
                each.cache_clear()
    for engine in engines.all():
        for loader in engine.engine.template_loaders:  # type: ignore[attr-defined]
            loader.reset()
    cache.clear()


def answer_of(response: HttpResponse) -> Answer:
    content: str | bytes = response.getvalue()
    if not response.get("Content-Type", "").startswith(("image/", "application/zip")):
        content = _FRESH.sub("", content.decode())
    return Answer(
        response.status_code,
        response.get("Content-Language", ""),
        response.get("ETag", ""),
        response.get("Location", ""),
        content,
    )


class Visitor:
    """Somebody in a browser, who reads one language after the other; nothing they do lasts."""

    def __init__(self, user: User | None) -> None:
        self.user, self.client = user, client_of(user)

    def asks(self, code: str, path: str, **sent: str) -> Answer:
        """What they are answered; `sent` is what a form sends."""
        headers = {"Accept-Language": code}
        cookies = self.client.cookies.copy()
        with transaction.atomic():
            if self.user is not None:
                User.objects.filter(pk=self.user.pk).update(language=code)
            if sent:
                response = self.client.post(path, sent, headers=headers | {"HX-Request": "true"})
            else:
                response = self.client.get(path, headers=headers)
            transaction.set_rollback(True)
        self.client.cookies = cookies
        if response.status_code == 200:
            vary = set(response["Vary"].lower().split(", "))
            assert {"accept-language", "cookie"} <= vary, path
        return answer_of(response)


def differ(visitor: Visitor, asked: dict[str, tuple[str, dict[str, str]]]) -> list[str]:
    """What a visitor is told otherwise than by a process that speaks one language alone."""
    alone, wrong = {}, []
    for code in LANGUAGES:
        forget()
        for name, (path, sent) in asked.items():
            alone[code, name] = visitor.asks(code, path, **sent)
    for name in asked:
        one, other = (alone[code, name] for code in LANGUAGES)
        assert one.status == other.status < 500, name
        # What only leads elsewhere says nothing.
        if name not in SAME and one.content:
            assert one.content != other.content, f"{name} is the same in both languages"
    for order in ORDERS:
        forget()
        for name, (path, sent) in asked.items():
            for number, code in enumerate(order):
                if visitor.asks(code, path, **sent) != alone[code, name]:
                    wrong.append(f"{name} in {order}, at {number}")
    return wrong


@pytest.mark.django_db
@pytest.mark.parametrize("who", first(1, ["staff", "player"]))
def test_every_page_is_in_its_language_whoever_asked_before(
    who: str, people: dict[str, Any], timepiece: Timepiece
) -> None:
    found = samples(table_of(people, private=False), people["player"])
    asked = {
        name: (path_of(name, found), {})
        for name, (shown, _) in DOORS.items()
        if shown is not None
        and name not in BY_LOT
        and (who == "player" or name.startswith(("club:staff", "staff")))
    }
    assert differ(Visitor(people[who]), asked) == []


@pytest.mark.django_db
@short_title
def test_every_state_of_a_table_is_in_its_language_whoever_asked_before(
    title: str, timepiece: Timepiece
) -> None:
    user, other = UserFactory(username="Ann"), UserFactory(username="Ben")
    drafted = play_on(game_of(user, other, title=title), 8)
    while drafted.position() and not _is_asked(drafted, user):
        drafted = play_on(drafted, 1)
    draft_turn(drafted, 1)
    over = play_out(game_of(user, "journeyman", title="hansa"))
    analysed(over)
    here, there = drafted.get_absolute_url(), over.get_absolute_url()
    asked: dict[str, tuple[str, dict[str, str]]] = {
        path: (path, {})
        for path in (
            here, f"{here}words/", f"{here}places.json", f"{here}log/", f"{here}about/",
            there, f"{there}?points=network.0", f"{there}analysis/", f"{there}analysis/chart/",
            f"{there}statistics/", f"{there}move/5/", f"/learn/{title}/3/",
            f"/puzzles/{title}/1/",
        )
    }  # fmt: skip
    asked |= {
        "order": (f"{here}order", {"order": "dance"}),
        "learn": (f"/learn/{title}/1/order", {"order": "dance"}),
        "draft": (f"{here}draft", {"undo": "all"}),
    }
    assert differ(Visitor(user), asked) == []


def _is_asked(game: Game, user: User) -> bool:
    return game.players.filter(user=user, waits__ended_at=None, waits__isnull=False).exists()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_threads_that_speak_two_languages_at_once_never_mix_them(timepiece: Timepiece) -> None:
    game = play_on(game_of(UserFactory(), UserFactory()), 6)
    here = game.get_absolute_url()
    paths = [
        *FOR_EVERYONE, here, f"{here}words/", f"{here}log/", f"{here}move/2/", f"{here}about/",
        "/boards/hansa/baltic.png", "/puzzles/hansa/1/", reverse("study:puzzle-feed"),
    ]  # fmt: skip
    alone = {}
    for code in LANGUAGES:
        forget()
        visitor = Visitor(None)
        alone |= {(code, path): visitor.asks(code, path) for path in paths}
    forget()
    start = Barrier(THREADS)

    def mixed(number: int) -> list[str]:
        client, lot = Client(), random.Random(number)
        mine = [(lot.choice(LANGUAGES), path) for path in lot.sample(paths, len(paths))]
        start.wait()
        try:
            return [
                f"{path} in {code}"
                for code, path in mine
                if answer_of(client.get(path, headers={"Accept-Language": code}))
                != alone[code, path]
            ]
        finally:
            connection.close()

    with ThreadPoolExecutor(THREADS) as threads:
        assert [wrong for each in threads.map(mixed, range(THREADS)) for wrong in each] == []


@pytest.mark.django_db
def test_what_a_browser_has_is_fresh_only_in_its_language(
    people: dict[str, Any], timepiece: Timepiece
) -> None:
    found = samples(table_of(people, private=False), people["player"])
    client, player = Client(), people["player"]
    for name in ("study:puzzle-feed", "play:atom", "play:calendar"):
        path, tags = path_of(name, found), {}
        for code in LANGUAGES:
            User.objects.filter(pk=player.pk).update(language=code)
            answer = client.get(path, headers={"Accept-Language": code})
            assert answer["Content-Language"] == code
            tags[code] = answer["ETag"]
        assert tags["en"] != tags["de"], name
        for known in LANGUAGES:
            headers = {"Accept-Language": "de", "If-None-Match": tags[known]}
            answer = client.get(path, headers=headers)
            assert answer.status_code == (304 if known == "de" else 200)
            assert answer["Content-Language"] == "de"
            assert "Accept-Language" in answer["Vary"]


@every_title
def test_pieces_have_no_words_and_are_drawn_once_for_all_languages(title: str) -> None:
    rules, drawing = TITLES[title], DRAWINGS[title]
    view = rules.view(rules.start({}, 3), None)

    def drawn(code: str) -> tuple[bytes, int]:
        spoken = ENGLISH if code == "en" else language(code)
        picture = png(*drawing.layers(view, spoken, names=["Ann", "Ben", "Cid"]), width=300)
        return picture, raster._part.cache_info().misses

    english, parts = drawn("en")
    german, after = drawn("de")
    assert after == parts
    # But the board has some.
    assert english != german
    assert drawn("en") == (english, parts)


@pytest.mark.django_db
def test_one_task_writes_to_each_player_in_their_language(
    timepiece: Timepiece, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    users = [UserFactory(username=name) for name in ("Ann", "Ben")]
    for user in users:
        Schedule.objects.create(user=user, mode=Schedule.Mode.NOW)
    game = game_of(*users)

    def letters(*codes: str) -> dict[str, list[tuple[str, ...]]]:
        """What each is sent by one task if they read these languages; nothing of it lasts."""
        mailoutbox.clear()
        with transaction.atomic():
            for user, code in zip(users, codes, strict=True):
                User.objects.filter(pk=user.pk).update(language=code)
            session.dice.seed(1)
            played = play_on(game, 6)
            services.open_vote(player=player_to_move(played), kind="pause")
            tasks.sweep_letters.apply(throw=True)
            transaction.set_rollback(True)
        return {
            user.username: [_whole(mail) for mail in mailoutbox if mail.to == [user.email]]
            for user in users
        }

    forget()
    english = letters("en", "en")
    forget()
    german = letters("de", "de")
    for name in ("Ann", "Ben"):
        assert english[name]
        for one, other in zip(english[name], german[name], strict=True):
            assert all(mine != theirs for mine, theirs in zip(one, other, strict=True))
    for around in (*LANGUAGES, None):
        with translation.override(around):
            forget()
            for codes in (("en", "de"), ("de", "en"), ("en", "de")):
                told = letters(*codes)
                for user, code in zip(users, codes, strict=True):
                    alone = {"en": english, "de": german}[code]
                    assert told[user.username] == alone[user.username]
                assert translation.get_language() == around


def _whole(mail: EmailMultiAlternatives) -> tuple[str, ...]:
    """All of an email that a reader is shown or told of, without what is new in each."""
    html, code = mail.alternatives[0].content, mail.extra_headers["Content-Language"]
    assert f'<html lang="{code}">' in html
    return tuple(_FRESH.sub("", each) for each in (mail.subject, mail.body, html, code))


def test_nothing_is_translated_while_modules_are_imported() -> None:
    """Tables hold messages, which are told late: the first language would stay otherwise."""
    told = {"gettext", "pgettext", "ngettext", "npgettext", "say", "spoken", "get_language"}
    wrong = []
    for folder in ("games", "hansa_site"):
        for path in sorted(Path(settings.ROOT, folder).rglob("*.py")):
            for call in at_import(ast.parse(path.read_text()).body):
                name = call.func
                said = getattr(name, "id", None) or getattr(name, "attr", None)
                if said in told:
                    wrong.append(f"{path}:{call.lineno} {said}")
    assert wrong == []


def at_import(body: Sequence[ast.AST]) -> Iterator[ast.Call]:
    """Yield the calls that run as soon as a module is imported: not those inside functions."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
            yield from at_import([*node.decorator_list, *defaults])
        elif not isinstance(node, ast.Lambda):
            if isinstance(node, ast.Call):
                yield node
            yield from at_import(list(ast.iter_child_nodes(node)))
