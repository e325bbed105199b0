"""A small soak in one process, in which nothing is killed: what the laws are tried out on."""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from unittest.mock import patch

from django.core import mail
from django.http import HttpResponse
from django.utils import timezone

from games.league.services import running
from games.play import services as play
from games.play.letters.context import LetterContext
from games.play.views import table, votes
from games.post import services as post
from games.post.transports import public_http
from games.post.transports.push import Push
from tests.league.seasons import play_quickly
from tests.play import poll_title
from tests.running import clock, pushes
from tests.running.mails import Mails
from tests.soak.apps import TURNS
from tests.soak.crowd import REFUSED, Crowd
from tests.soak.deeds import Deeds
from tests.soak.laws.evidence import Evidence
from tests.soak.people import CHANGES, invite, sign_in, somebody
from tests.soak.phones import Phones
from tests.soak.programs import programs
from tests.soak.season import FEWEST, Leagues
from tests.soak.web import SameProcess

GAMES, CONFIRMATIONS = 6, 2
SWEEPS = 3
"""So often all that is due is done after each leap: a warning, the time after it, a vote."""


class SmallSoak:
    """Some games that are played over a change of the clocks, a round at a time."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.mails, change = Mails(), CHANGES[0]
        clock.set_to(change.moment - timedelta(hours=self.rng.uniform(1, 12)))
        people, self.games = invite(GAMES, change, self.rng)
        self.deeds = Deeds(people)
        self.sessions = sign_in(people)
        self.phones, self.calm = Phones(people, self.sessions), list[datetime]()
        self.crowd = Crowd(SameProcess(self.sessions), self.deeds, programs(people))
        self.crowd.notes.laid = {game.pk: game.moves_made for game in self.games}

    @property
    def evidence(self) -> Evidence:
        """What the laws are held against."""
        pushed = list(self.phones.read(Path(os.environ[pushes.FILE])))
        return Evidence(mails=self.mails, notes=self.crowd.notes, pushes=pushed, calm=self.calm)

    def round(self) -> None:
        """Let people play, then let time pass, and all that is due be done."""
        for game in self.games:
            for _ in range(CONFIRMATIONS):
                self.crowd.turn(game.pk, self.rng)
        clock.move(timedelta(hours=self.rng.uniform(14, 30)))
        for _ in range(SWEEPS):
            play.sweep()

    def season(self) -> None:
        """Let a season of each league be played to its end, and the next one begin."""
        people = [somebody(CHANGES[0], self.rng) for _ in range(FEWEST)]
        self.sessions.update(sign_in(people))
        leagues = Leagues(people)
        leagues.leave(self.crowd, self.rng)
        running.tick()
        play_quickly(leagues.games)
        leagues.enter(self.crowd)
        for span in (leagues.closing, leagues.beginning):
            clock.move(span())
            running.tick()

    def deliver(self) -> None:
        """Let the letters come that are due."""
        post.sweep()
        self.calm.append(clock.now())
        for message in mail.outbox:
            html = "".join(str(part.content) for part in message.alternatives)
            name = message.extra_headers["Message-ID"]
            self.mails.take(
                name, message.recipients(), f"{message.subject}\n{message.body}\n{html}"
            )
        mail.outbox.clear()


@contextmanager
def prepared(folder: Path) -> Iterator[None]:
    """Let this process be one for small soaks: its clock moves, and it draws no pictures."""

    posted = folder / "pushes"

    def told(request: object, game: object, note: str = "", **known: object) -> HttpResponse:
        return HttpResponse(f"<p {REFUSED}>{note}</p>" if note else "")

    with (
        patch.dict(os.environ, {clock.FILE: str(folder / "clock"), pushes.FILE: str(posted)}),
        patch.object(public_http, "post", partial(pushes.keep, posted)),
        patch.object(Push, "send", pushes.naming(Push.send)),
        patch.object(timezone, "now", clock.now),
        patch.object(poll_title, "LAST", TURNS),
        patch.object(LetterContext, "picture", lambda context, since=None: None),
        patch.object(table, "fresh_table", told),
        patch.object(votes, "fresh_table", told),
        poll_title.registered(),
    ):
        yield
