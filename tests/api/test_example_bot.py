"""The bot of docs/api.md plays every title on a real server, by a network that loses answers."""

import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import redis
from django.conf import settings
from django.core.management import call_command
from django.db import connections

from games.accounts import tokens
from games.accounts.models import Scope, User
from games.play.models import Game, Holder, Move, Player
from games.rules import TITLES, record
from tests import parts
from tests.children import child
from tests.factories import UserFactory
from tests.play.factories import ENDLESS, game_of, play_until, recorded
from tests.running.lossy import lossy
from tests.running.web import web
from tests.soak.crowd import PATIENCE, Crowd
from tests.soak.people import sign_in
from tests.soak.web import Web as Browsers

pytestmark = pytest.mark.django_db(transaction=True)

BOT = Path(settings.ROOT) / "docs" / "example_bot.py"
RECORDS = Path(settings.ROOT) / "tests" / "records"
LEFT = 40
"""So many moves of a record are left to be played otherwise."""

_ORDERS = re.compile(rb"POST /api/v1/games/(\d+)/orders ")
_KEY = re.compile(rb"idempotency-key: (\S+)", re.IGNORECASE)


class Account:
    """What a bot was answered: the games in which orders were accepted, by their key."""

    def __init__(self, losing: int) -> None:
        self.accepted: dict[bytes, int] = {}
        self.statuses: Counter[str] = Counter()
        self.losing, self.sent, self.lost = losing, 0, 0

    def loses(self, asked: bytes, answer: bytes) -> bool:
        """Note an answer, and lose one of several to orders."""
        status = answer[9:12].decode()
        self.statuses[status] += 1
        order = _ORDERS.match(asked)
        if order is None:
            return False
        if status == "200":
            self.accepted[_KEY.search(asked)[1]] = int(order[1])
        self.sent += 1
        lost = self.sent % self.losing == 0
        self.lost += lost
        return lost


@contextmanager
def bot_of(person: User, address: str, losing: int) -> Iterator[tuple[Account, subprocess.Popen]]:
    """Run the bot with a token of a person's, as a developer would."""
    scopes = [Scope.READ_OWN, Scope.PLAY]
    secret = tokens.create(user=person, name="Bot", scopes=scopes, days=30)[1]
    account = Account(losing)
    with lossy(address, account.loses) as here:
        env = {"HANSA_URL": here, "HANSA_TOKEN": secret, "PATH": os.environ["PATH"]}
        with child([sys.executable, BOT], env=env, stderr=subprocess.DEVNULL) as process:
            yield account, process


def late_game(person: User, title: str) -> Game:
    """A game shortly before its end that waits for a person; the others at the table are bots."""
    text = next(iter(sorted((RECORDS / title).glob("3-players-*")))).read_text()
    known = record.read(text)
    cut = next(at for at in range(len(known.orders) - LEFT, 0, -1) if known.orders[at].seat >= 0)
    game = recorded(replace(known, orders=known.orders[:cut]))
    # Now it also waits for the seat that is asked.
    game = play_until(game, lambda session: True, 0)
    (seat,) = game.rules().to_move(game.position())
    for rows, which in ((Player, {"game": game}), (Holder, {"player__game": game})):
        at = "seat" if rows is Player else "player__seat"
        rows.objects.filter(**which, **{at: seat}).update(user=person)
        rows.objects.filter(**which).exclude(**{at: seat}).update(user=None, bot="journeyman")
    return Game.objects.get(pk=game.pk)


def until_over(games: list[Game], bots: list[subprocess.Popen], seconds: float) -> None:
    """Wait until games are over, while the bots run."""
    numbers, deadline = [game.pk for game in games], time.monotonic() + seconds
    while Game.objects.filter(pk__in=numbers).exclude(status="over").exists():
        assert time.monotonic() < deadline
        assert [bot.poll() for bot in bots] == [None] * len(bots)
        time.sleep(0.2)


def check(account: Account, person: User, before: dict[int, int]) -> None:
    """Each order that was accepted is in the log, once."""
    found: Counter[int] = Counter()
    for seat in Player.objects.filter(user=person, game__in=before):
        own = Move.objects.filter(game=seat.game_id, seat=seat.seat, played_by="")
        found[seat.game_id] = own.filter(number__gt=before[seat.game_id]).count()
    assert found == Counter(account.accepted.values())


def test_it_is_short_and_needs_only_python() -> None:
    text = BOT.read_text()
    assert len(text.splitlines()) < 100
    assert set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)) <= sys.stdlib_module_names


def test_it_ends_games_of_every_title(tmp_path: Path) -> None:
    person = UserFactory()
    games = [late_game(person, title) for title in sorted(TITLES)]
    before = {game.pk: game.moves_made for game in games}
    with web(tmp_path) as site, bot_of(person, site.address, losing=10) as (account, bot):
        until_over(games, [bot], 180)
    check(account, person, before)
    assert account.lost
    call_command("verify_games", verbosity=0)


class Beside(Crowd):
    """People who play beside programs, and leave their seats to them."""

    programs: frozenset[int] = frozenset()

    def confirm(self, game: Game, rng: object) -> bool | None:
        """Confirm for somebody who is asked, if it is no program."""
        if game.is_running:
            asked = game.rules().to_move(game.position())
            if Player.objects.filter(game=game, seat__in=asked, user__in=self.programs).exists():
                time.sleep(PATIENCE)
                return None
        return super().confirm(game, rng)


GAMES, BOTS = 20, 4
"""Games of each title, and bots that share them."""


@pytest.mark.long
@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.timeout(3600)
def test_twenty_games_of_every_title_beside_people(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    programs, people = UserFactory.create_batch(BOTS), UserFactory.create_batch(10)
    games = [
        game_of(programs[n % BOTS], people[n % 10], people[(n + 3) % 10], "journeyman", title=title)
        for title in sorted(TITLES)
        for n in range(GAMES)
    ]
    before = {game.pk: game.moves_made for game in games}
    sessions = sign_in(people)
    shared = parts.REDIS_URL.rpartition("/")[0] + "/11"
    with redis.Redis.from_url(shared) as counts:
        counts.flushdb()
    start = time.monotonic()
    with web(tmp_path, CACHE_URL=shared) as site, ExitStack() as stack:
        ran = [stack.enter_context(bot_of(person, site.address, losing=20)) for person in programs]
        crowd = Beside(Browsers([site.address], sessions, 4))
        crowd.programs = frozenset(person.pk for person in programs)
        connections.close_all()
        crowd.play(games, ENDLESS, 4)
        until_over(games, [process for _, process in ran], 60)
    took = time.monotonic() - start
    for person, (account, _) in zip(programs, ran, strict=True):
        mine = Player.objects.filter(user=person).values_list("game", flat=True)
        check(account, person, {number: before[number] for number in mine})
    call_command("verify_games", verbosity=0)
    assert crowd.refused == []
    statuses = sum((account.statuses for account, _ in ran), Counter())
    places = Counter(Player.objects.filter(user__in=programs).values_list("game__title", "place"))
    with capsys.disabled():
        print(
            f"\n{len(games)} games in {took:.0f} s: {sum(len(a.accepted) for a, _ in ran)} orders "
            f"of bots, {sum(a.lost for a, _ in ran)} answers lost, {dict(statuses)}; "
            f"{crowd.clicks} clicks of people, the slowest {crowd.slowest:.1f} s; "
            f"places: {dict(places)}"
        )
