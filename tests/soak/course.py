"""The course of a soak: people play while everything is killed, and between rounds time leaps."""

import argparse
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from django.db import connections
from django.utils import timezone

from games.league.models import UNDER_WAY, Entry, Moves, SeasonStatus, TableSeat
from games.play.models import Change, EndedBy, Game, Holder, Move, Outcome, PlayedBy, Vote, Wait
from games.post.models import Letter
from tests import parts
from tests.running import clock, pushes
from tests.running.mails import Mails
from tests.running.servers import Servers
from tests.soak import laws, masters, people, season
from tests.soak.crowd import HANDS, Crowd
from tests.soak.deeds import Deeds
from tests.soak.hosts import Host
from tests.soak.house import House
from tests.soak.laws.clocks import crossed
from tests.soak.laws.evidence import Evidence
from tests.soak.laws.letters import doubles
from tests.soak.phones import Phones
from tests.soak.programs import programs
from tests.soak.spread import SpreadHouse
from tests.soak.web import Web

WAR_GOES_ON = 10.0
"""Seconds in which all is still killed after each leap, when letters are most."""
STANDSTILL = 180.0
"""Seconds in which some letter must leave, or a bot play, while any wait."""
MANY = 1000
"""Clicks among which each thing must come about; among fewer, chance may leave one out."""
LEASE = timedelta(minutes=10)
"""Longer than a letter waits for a worker that is dead."""
HASTY = "0.2"
"""Seconds for which bots think where nobody measures it."""
SHORTEST, LONGEST = 14, 30
"""Hours of a leap. The first one crosses the change of the clocks."""


def run(given: argparse.Namespace, mails: Mails, laid: Servers, spread: list[Host]) -> int:
    """Play, hold the laws, and print; return the exit status."""
    rng = random.Random()
    change = rng.choice(people.CHANGES)
    clock.set_to(change.moment - timedelta(hours=rng.uniform(1, SHORTEST - 2)))
    start = time.monotonic()
    guests, games = people.invite(given.games, change, rng)
    leagues = None
    if not given.no_leagues:
        guests += [people.somebody(change, rng) for _ in range(len(guests), season.FEWEST)]
        leagues = season.Leagues(guests)
        games += leagues.games
    sessions, own = people.sign_in(guests), programs(guests)
    phones, posted = Phones(guests, sessions), Path(os.environ["VAR"], "pushes")
    os.environ[pushes.FILE] = str(posted)
    connections.close_all()
    print(f"{len(games)} games of {len(guests)} people laid in {time.monotonic() - start:.0f} s")
    print(f"The clocks change in {change.zone} at {change.moment:%Y-%m-%d %H:%M} UTC")
    env = dict(os.environ) if given.masters else os.environ | {"BOT_SECONDS": HASTY}
    if spread:
        site: House = SpreadHouse(env, spread, laid, mails)
    else:
        addresses = [f"http://127.0.0.1:{parts.free_port()}" for _ in range(2)]
        site = House(env, addresses, laid, mails)
    with site as house:
        deeds = Deeds(guests)
        crowd = Crowd(Web(house.addresses, sessions, HANDS), deeds, own)
        crowd.notes.laid = {game.pk: game.moves_made for game in games}
        moves, took, late = Move.objects.count(), 0.0, list[str]()
        house.war()
        if leagues:
            leagues.leave(crowd, rng)
        for _ in range(given.rounds):
            start = time.monotonic()
            crowd.play(games, given.confirmations)
            took += time.monotonic() - start
            house.leap(timedelta(hours=rng.uniform(SHORTEST, LONGEST)))
            time.sleep(WAR_GOES_ON)
        if leagues:
            crowd.play(leagues.games, season.LEFT)
            leagues.enter(crowd)
            house.leap(leagues.closing())
            late += season.until(1, SeasonStatus.OVER)
            house.leap(leagues.beginning())
            late += season.until(2, *UNDER_WAY)
        house.peace()
        # Nobody waits for what the dead had in hand.
        house.leap(LEASE)
        # The connections of before are gone with the database.
        connections.close_all()
        moves, clicks = Move.objects.count() - moves, crowd.clicks
        drained = _drain(_owed)
        slowed = masters.slowed(crowd, guests, given.masters) if given.masters else []
        _drain(_owed)
        slowed += masters.late(crowd, guests, given.masters) if given.masters else []
        _drain(_owed)
    print(
        f"{clicks} clicks made {moves} moves in {took:.0f} s: {clicks / took:.0f} "
        f"clicks a second, the slowest answered after {crowd.slowest:.1f} s"
    )
    print(f"{_listed(house.struck)}; {crowd.interrupted} clicks tried again")
    if isinstance(house, SpreadHouse):
        print(f"A host worked again {house.slowest:.1f} s after the network was back at most")
    print(f"People: {_listed(deeds.done)}")
    answers = crowd.notes.answers.values()
    print(f"Programs: {len(answers)} requests with orders, answered {sum(map(len, answers))} times")
    came, missing = _came(leagues=leagues is not None)
    print(f"The site: {_listed(came)}")
    pushed = list(phones.read(posted))
    evidence = Evidence(mails, house.killed, crowd.notes, pushed, house.calm)
    print(
        f"{sum(map(len, mails.taken.values()))} mails and {len(pushed)} pushes taken, "
        f"{doubles(evidence.taken)} of them twice; the last {drained:.0f} s after the last click"
    )
    told = [f"{law}: {sentence}" for law, sentence in laws.broken(evidence)]
    expected = missing if clicks >= MANY else []
    return _verdict(games, [*slowed, *crowd.refused, *house.broken, *late, *expected, *told])


def _verdict(games: Sequence[Game], breaches: Sequence[str]) -> int:
    for sentence in breaches[:30]:
        print(f"BROKEN: {sentence}")
    over = Game.objects.filter(status="over").count()
    print(
        f"{len(games)} games, {over} of them over: "
        + (f"{len(breaches)} breaches" if breaches else f"all {len(laws.LAWS)} laws hold")
    )
    return int(bool(breaches))


def _came(*, leagues: bool) -> tuple[Counter[str], list[str]]:
    """Return how often each thing came about that the soak is for, and which never did."""
    waits = Wait.objects.exclude(ended_at=None).select_related("holder__user")
    users = ((wait, wait.holder.user) for wait in waits)
    moves, votes = Move.objects.all(), Vote.objects.all()
    came = Counter(
        {
            "answer by a standing order": moves.filter(played_by=PlayedBy.STANDING).count(),
            "order of a conditional turn": moves.filter(played_by=PlayedBy.PLANNED).count(),
            "vote decided": votes.exclude(outcome__in=["", *_UNDECIDED]).count(),
            "pause": sum(Game.objects.values_list("pauses", flat=True)),
            "seat taken over": Holder.objects.filter(came=Change.TAKEN).count(),
            "clock run out": Wait.objects.filter(ended_by=EndedBy.CLOCK).count(),
            "answer of several asked at once": moves.filter(order__startswith="say ").count(),
            "wait over a change of clocks": sum(
                crossed(wait.since, wait.ended_at, ZoneInfo(user.time_zone))
                for wait, user in users
                if user is not None and wait.ended_at is not None
            ),
        }
    )
    if leagues:
        lost = TableSeat.objects.exclude(lost_at=None)
        moving = Entry.objects.filter(moves__in=[Moves.UP, Moves.DOWN])
        came["seat of a league lost"] = lost.count()
        came["seat of a league taken by a substitute"] = lost.exclude(substitute=None).count()
        came["entry that moves up or down"] = moving.count()
    return came, [f"In this soak there was no {what}." for what, times in came.items() if not times]


_UNDECIDED = (Outcome.MOVED, Outcome.PAUSED, Outcome.OVER)


def _listed(counted: Counter[str]) -> str:
    return ", ".join(f"{what} {times}" for what, times in sorted(counted.items()))


def _owed() -> int:
    """Return how many letters and bots are waited for; letters may wait for somebody's morning."""
    waiting, now = Letter.objects.waiting(), timezone.now()
    tried = waiting.filter(attempts__gt=0, due_at__lte=now + LEASE)
    return (tried | waiting.filter(due_at__lte=now)).count() + masters.thinking()


def _drain(waiting: Callable[[], int]) -> float:
    """Wait until no letter or bot is waited for, or none comes for long; return the seconds."""
    start = moved = time.monotonic()
    left = waiting()
    while left and time.monotonic() - moved < STANDSTILL:
        time.sleep(0.5)
        if (now := waiting()) != left:
            left, moved = now, time.monotonic()
    return time.monotonic() - start
