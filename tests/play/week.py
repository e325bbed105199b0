"""People who play for weeks of moved time, and a ledger of all that they are told.

What leaves the site is noted by what it is about, and with the moment at which its reader sees it:
a phone that is off shows nothing until it is on again.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
from django.db.models import Min
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.play import services as play
from games.play.letters.context import LetterContext
from games.play.models import Game, Wait
from games.post import services as post
from games.post.letters import Written
from games.post.models import SILENCE, Letter, Schedule
from games.post.services import delivery
from games.post.transports import MAIL, public_http, transports
from games.post.transports.public_http import Response
from tests.factories import UserFactory
from tests.play.factories import game_of
from tests.play.timepiece import Timepiece, give
from tests.post.pushing import Device, PushService

DELAYS = [timedelta(minutes=each) for each in (10, 25, 50, 100, 900, 1500, 2500, 2500)]
"""After what time people answer: all before their clocks run out."""
FOREVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Told:
    """A letter that left: its key, by email or to which endpoint, and when its reader saw it."""

    key: str
    reader: int
    way: str
    sent: datetime
    urgent: bool
    seen: datetime
    text: str = ""


class Asked(NamedTuple):
    """When a push service was asked to take something for an endpoint, and its answer."""

    at: datetime
    endpoint: str
    status: int


@dataclass
class Phone(Device):
    """A phone with a browser that is signed in: it shows and reports pushes while it is on.

    `off` has the times when it was not, and `ended` is when it was replaced or signed out.
    """

    browser: Client = field(default_factory=Client)
    off: list[tuple[datetime, datetime]] = field(default_factory=list)
    connected: datetime = FOREVER
    ended: datetime = FOREVER
    shown: dict[str, dict[str, Any]] = field(default_factory=dict)

    def is_on(self, moment: datetime) -> bool:
        return moment < self.ended and not any(since <= moment < to for since, to in self.off)

    def show(self, message: dict[str, Any]) -> None:
        """Do what the site's worker does."""
        told = message["notification"]
        self.shown[told["tag"]] = told
        Client().post(urlsplit(told["data"]["report"]).path)


class Network(PushService):
    """A push service that keeps what it cannot deliver, by lifetime and topic as RFC 8030 says."""

    def __init__(self, clock: Timepiece) -> None:
        super().__init__()
        self.clock = clock
        self.letter: Letter | None = None
        self.kept: dict[str, dict[str, tuple[datetime, Told, dict[str, Any]]]] = {}
        self.log: list[Asked] = []
        self.taken: list[Told] = []
        self.arrived: list[Told] = []

    def phone(self, name: str) -> Phone:
        phone = Phone(name)
        self.devices[phone.endpoint] = phone
        return phone

    def post(self, url: str, body: bytes, headers: dict[str, str]) -> Response:
        response, now, letter = super().post(url, body, headers), self.clock.now, self.letter
        self.log.append(Asked(now, url, response.status))
        if response.status == 201:
            assert letter is not None
            key = letter.key.rpartition("@")[0]
            told = Told(key, letter.reader.pk, url, now, letter.urgent, now)
            self.taken.append(told)
            push = self.got[-1]
            ends = now + timedelta(seconds=int(push.headers["ttl"]))
            topic = push.headers.get("topic", key)
            self.kept.setdefault(url, {})[topic] = (ends, told, push.message)
            self.deliver(self.devices[url])
        return response

    def deliver(self, phone: Device) -> None:
        """Show on a phone what is kept for it, if it is on."""
        now = self.clock.now
        if not isinstance(phone, Phone) or not phone.is_on(now):
            return
        for ends, told, message in self.kept.pop(phone.endpoint, {}).values():
            if ends >= now:
                self.arrived.append(replace(told, seen=now))
                phone.show(message)


@dataclass
class Person:
    """Somebody at the tables; `wait` and `only_asks` are those of all their phones."""

    user: User
    phones: list[Phone] = field(default_factory=list)
    wait: timedelta = timedelta(0)
    only_asks: bool = False

    @property
    def schedule(self) -> Schedule:
        return post.schedule_of(self.user)

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.user.time_zone)

    def is_quiet(self, moment: datetime) -> bool:
        now = self.schedule
        if now.quiet_from is None or now.quiet_to is None:
            return False
        hour = moment.astimezone(self.zone).hour
        return (hour - now.quiet_from) % 24 < (now.quiet_to - now.quiet_from) % 24

    def awake(self, moment: datetime) -> datetime:
        """Return the moment, or the end of the quiet hours in which it is."""
        while self.is_quiet(moment):
            minutes = moment.minute % 30  # some zones are half an hour from others
            moment = moment.replace(second=0, microsecond=0) + timedelta(minutes=30 - minutes)
        return moment

    def next_digest(self, moment: datetime) -> datetime:
        now, day = self.schedule, moment.astimezone(self.zone).date()
        days = (day + timedelta(days=ahead) for ahead in range(9))
        chosen = (each for each in days if now.weekday in (None, each.weekday()))
        hours = (datetime.combine(each, time(now.hour), tzinfo=self.zone) for each in chosen)
        return next(at.astimezone(UTC) for at in hours if at >= moment)


class World:
    """The site, its people and their games, while time moves from one event to the next."""

    def __init__(self, seed: int, clock: Timepiece, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rng, self.clock = random.Random(seed), clock
        self.network = Network(clock)
        self.people: dict[int, Person] = {}
        self.tables: dict[int, list[User]] = {}
        self.plans: list[tuple[datetime, int, Callable[[], None]]] = []
        self.expected: set[int] = set()
        self.mails: list[Told] = []
        self.numbers = count()
        push, mail = transports()["push"], transports()[MAIL]
        send = push.send

        def note(letter: Letter, written: Written, address: str) -> None:
            self.network.letter = letter
            send(letter, written, address)

        monkeypatch.setattr(push, "send", note)
        monkeypatch.setattr(mail, "send", self._mail)
        monkeypatch.setattr(public_http, "post", self.network.post)
        # The pauses between attempts are those of the seed, too.
        monkeypatch.setattr(delivery, "random", random.Random(seed))
        # Nobody looks at the pictures, which take most of the time.
        monkeypatch.setattr(LetterContext, "picture", lambda *_, **__: None)

    @property
    def told(self) -> list[Told]:
        """All that people have seen."""
        return [*self.mails, *self.network.arrived]

    @property
    def left(self) -> list[Told]:
        """All that has left the site, also for phones that were off."""
        return [*self.mails, *self.network.taken]

    def person(self, **fields: Any) -> Person:
        person = Person(UserFactory(**fields))
        self.people[person.user.pk] = person
        return person

    def connect(self, person: Person, name: str) -> Phone:
        phone = self.network.phone(name)
        phone.browser.force_login(person.user)
        known = {"endpoint": phone.endpoint, **phone.keys}
        assert phone.browser.post(reverse("post:connect"), known).status_code == 204
        channel, minutes = person.user.channels.get(url=phone.endpoint), person.wait.seconds // 60
        post.set_channel(channel=channel, only_asks=person.only_asks, wait=minutes)
        phone.connected = self.clock.now
        person.phones.append(phone)
        return phone

    def turn_off(self, phone: Phone, until: datetime) -> None:
        phone.off.append((self.clock.now, until))
        self.plan(until, lambda: self.network.deliver(phone))

    def replace(self, person: Person, phone: Phone, name: str) -> None:
        """Give a person another phone; the one before has lost its subscription."""
        del self.network.devices[phone.endpoint]
        phone.ended = self.clock.now
        self.connect(person, name)

    def sign_out(self, phone: Phone) -> None:
        phone.browser.post(reverse("account_logout"))
        phone.ended = self.clock.now

    def seat(self, *people: Person, **terms: Any) -> None:
        """Let people play at a table: when a game is over, another begins."""
        self._begin([person.user for person in people], play.Terms(**terms))

    def plan(self, at: datetime, act: Callable[[], None]) -> None:
        self.plans.append((at, next(self.numbers), act))

    def run(self, end: datetime) -> None:
        """Let time pass: people act and the site sends whenever something is due."""
        while True:
            self._expect_answers()
            at = max(self.clock.now + timedelta(seconds=1), min(self._moments(), default=end))
            if at >= end:
                break
            self.clock.now = at
            due = sorted(each for each in self.plans if each[0] <= at)
            for each in due:
                self.plans.remove(each)
                each[2]()
            self.beat()
        self.clock.now = end

    def beat(self) -> None:
        """Do what the site's tasks do."""
        play.sweep()
        post.sweep()

    def works(self, phone: Phone, moment: datetime) -> bool:
        """Return whether the site may believe that a phone works, by what it could know."""
        if not phone.connected <= moment < phone.ended:
            return False
        known = [asked for asked in self.network.log if asked.endpoint == phone.endpoint]
        if [asked.status for asked in known if asked.at <= moment][-1:] not in ([], [201]):
            return False
        off = next((since for since, to in phone.off if since <= moment < to), None)
        unheard = [asked.at for asked in known if off and asked.at >= off]
        return not unheard or moment - unheard[0] <= SILENCE

    def _moments(self) -> Iterator[datetime]:
        yield from (at for at, _, _ in self.plans)
        letters = Letter.objects.waiting().filter(bundle=None)
        yield from filter(None, letters.aggregate(Min("due_at")).values())
        yield from filter(None, Wait.objects.open().aggregate(Min("next_check_at")).values())

    def _begin(self, users: list[User], terms: play.Terms) -> None:
        name = f"Table {next(self.numbers):03}"
        game = game_of(*users, title="nim", name=name, terms=terms)
        self.tables[game.pk] = users

    def _expect_answers(self) -> None:
        for wait in Wait.objects.open().exclude(pk__in=self.expected).order_by("pk"):
            self.expected.add(wait.pk)
            delay = self.rng.choice(DELAYS) + self.rng.random() * timedelta(minutes=9)
            self.plan(self.clock.now + delay, lambda pk=wait.pk: self._answer(pk))

    def _answer(self, pk: int) -> None:
        """Take a stone, by a button of a notification where there is one, or on the site."""
        wait = Wait.objects.select_related("player__game").get(pk=pk)
        game, person = wait.player.game, self.people[wait.player.user_id]
        shown = [
            told
            for phone in person.phones
            if phone.is_on(self.clock.now)
            for told in phone.shown.values()
            if game.name in told["title"] and told["actions"]
        ]
        for told in shown if self.rng.random() < 0.5 else []:
            Client().post(urlsplit(told["actions"][0]["navigate"]).path)
        if Wait.objects.open().filter(pk=pk).exists():
            give(game, wait.player.seat, "take 1")
        if Game.objects.get(pk=game.pk).is_over:
            users = self.tables.pop(game.pk)
            self.rng.shuffle(users)
            self._begin(users, play.Terms(hours=game.hours))

    def _mail(self, letter: Letter, written: Written, address: str) -> None:
        parts = list(Letter.objects.waiting().filter(bundle=letter))
        for each in parts or [letter]:
            now, reader = self.clock.now, each.reader.pk
            told = Told(each.key, reader, MAIL, now, each.urgent, now, written.text)
            self.mails.append(told)
