"""The people of the soak with their habits, their games, and the moment at which it begins."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from games.accounts.models import User, Vacation
from games.play import services
from games.play.models import Agreement, Game, OnTimeout, Pace
from games.play.services import SeatPlan, Terms
from games.post.models import Schedule
from games.rules import TITLES
from tests.factories import UserFactory
from tests.play.factories import play_fast
from tests.soak.laws.languages import SPOKEN

SEATS = 3
THINKING = 25
"""In every game of so many a bot thinks."""
LATER = 3
"""Every game of so many is already under way, so that people meet."""
BEGUN = 60
"""Moves of a game that is under way."""
POLL = "poll"


class ClockChange(NamedTuple):
    """A moment at which the clocks of a time zone change."""

    zone: str
    moment: datetime


CHANGES = (
    ClockChange("Europe/Berlin", datetime(2026, 10, 25, 1, tzinfo=UTC)),
    ClockChange("Europe/Berlin", datetime(2027, 3, 28, 1, tzinfo=UTC)),
    ClockChange("America/New_York", datetime(2026, 11, 1, 6, tzinfo=UTC)),
    ClockChange("America/New_York", datetime(2027, 3, 14, 7, tzinfo=UTC)),
    # By half an hour.
    ClockChange("Australia/Lord_Howe", datetime(2026, 10, 3, 15, 30, tzinfo=UTC)),
    ClockChange("Australia/Lord_Howe", datetime(2027, 4, 3, 15, tzinfo=UTC)),
)


def invite(games: int, change: ClockChange, rng: random.Random) -> tuple[list[User], list[Game]]:
    """Create games of three people each, of all titles in turn, and the people.

    In some of them a bot that thinks has the place of a person.
    """
    people = [somebody(change, rng) for _ in range(max(2 * SEATS, games // 5))]
    titles = list(TITLES)
    laid = []
    for number in range(games):
        seats = [SeatPlan(user=user) for user in rng.sample(people, SEATS)]
        title = titles[number % len(titles)]
        if number % THINKING == 0 and title != POLL:
            seats[-1] = SeatPlan(bot="merchant")
        secret = title == "teutonica" and number // len(titles) % 2 == 0
        options = {"missions": "on"} if secret else {}
        game = services.create_game(
            creator=seats[0].user, title=title, seats=seats, options=options, terms=_terms(rng)
        )
        if number // len(titles) % LATER == 0 and title != POLL:
            game = play_fast(game, BEGUN)
        laid.append(game)
    return people, laid


def somebody(change: ClockChange, rng: random.Random) -> User:
    """Create a person, most often where the clocks change, who sleeps and has notifications.

    They read the languages in turn.
    """
    zones = [change.zone] * 3 + [each.zone for each in CHANGES]
    user: User = UserFactory(
        time_zone=rng.choice(zones),
        weekends_off=rng.random() < 0.3,
        language=SPOKEN[User.objects.count() % len(SPOKEN)],
    )
    if rng.random() < 0.7:
        user.sleeps_from = rng.randrange(24)
        user.sleeps_to = (user.sleeps_from + rng.randint(1, 10)) % 24
        user.save()
    if rng.random() < 0.2:
        day = change.moment.date() + timedelta(rng.randint(-1, 1))
        Vacation.objects.create(user=user, first=day, last=day)
    quiet = rng.choice([(None, None), (user.sleeps_from, user.sleeps_to)])
    mode = rng.choice(["unseen"] * 4 + ["now", "quiet", "digest"])
    Schedule.objects.create(
        user=user, mode=mode, hour=rng.randrange(24), quiet_from=quiet[0], quiet_to=quiet[1]
    )
    return user


def _terms(rng: random.Random) -> Terms:
    return Terms(
        pace=rng.choice(Pace.values),
        hours=rng.choice((12, 24, 48)),
        bank_hours=rng.choice((12, 48)),
        reaction_hours=rng.choice((6, 12)),
        grace_hours=rng.choice((0, 1, 6)),
        on_timeout=rng.choice(OnTimeout.values),
        agreement=rng.choice(Agreement.values),
    )


def sign_in(people: Sequence[User]) -> dict[int, str]:
    """Return the session key of each person by their id."""
    engine = import_module(settings.SESSION_ENGINE)
    keys = {}
    for user in people:
        session = engine.SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        keys[user.pk] = session.session_key
    return keys
