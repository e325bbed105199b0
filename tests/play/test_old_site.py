"""A site of before waits had rows is migrated, loses nothing, and is played on."""

import random
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.utils.dateparse import parse_duration

from games.accounts.models import User
from games.play import services
from games.play.models import Draft, EndedBy, Game, Move, Player, Vote, Wait
from games.post import services as post
from games.post.inbound import reception
from games.post.models import Letter
from games.post.services import sweep as send
from tests.migrations import newest
from tests.play import old_site
from tests.play.factories import good_order
from tests.play.timepiece import Timepiece, at, timepiece
from tests.play.wait_laws import check_waits

__all__ = ["timepiece"]
# Migrations that are written no longer change, so it takes its time in the soak.
pytestmark = [pytest.mark.long, pytest.mark.engine]

UNSENT = ("waiting", "unwanted", "failed")
HOURS = 60
"""So long the clocks are compared."""


@pytest.fixture(scope="module")
def _loaded(django_db_setup, django_db_blocker) -> Iterator[None]:
    """The old site, migrated, until all tests here are over."""
    with django_db_blocker.unblock():
        latest = newest()
        try:
            old_site.load(old_site.migrate(old_site.OLD))
        finally:
            old_site.migrate(latest)
        yield
        call_command("flush", interactive=False, verbosity=0)


@pytest.fixture
def site(db, _loaded, settings, timepiece: Timepiece) -> Timepiece:
    """The migrated site, at the moment at which it was stopped."""
    settings.SECRET_KEY, settings.REPLY_DOMAIN = old_site.SECRET_KEY, old_site.REPLY_DOMAIN
    timepiece.now = old_site.MOMENT
    return timepiece


def game_of(name: str) -> Game:
    return Game.objects.get(pk=old_site.game(name))


def asked(name: str) -> list[Wait]:
    """The open waits of a game, by seat."""
    waits = Wait.objects.open().filter(player__game=old_site.game(name))
    return list(waits.select_related("player__user", "player__game").order_by("player__seat"))


def orders_of(player: Player, rng: random.Random) -> list[str]:
    """What a player may sensibly order until chance or another must act."""
    drafted: list[str] = []
    title, state = player.game.rules(), player.game.position()
    while player.seat in title.to_move(state) and len(drafted) < 40:
        drafted.append(good_order(player.game, player.seat, rng, tuple(drafted)))
        state = title.apply(state, player.seat, title.read(state, drafted[-1]))
    return drafted


def move(wait: Wait) -> Wait:
    """Let a player move, and return the wait for them as it then is."""
    player = at(wait.player.game, wait.player.seat)
    orders = orders_of(player, random.Random(1))
    services.confirm(player=player, version=player.game.version, orders=orders)
    wait.refresh_from_db()
    return wait


def vote(name: str, who: str, choice: str) -> Vote:
    """Let somebody vote about the one open question of a game."""
    found = Vote.objects.get(game=old_site.game(name), closed=None)
    player = Player.objects.get(game=found.game, user__username=who)
    services.cast(player=player, vote_id=found.pk, choice=choice)
    found.refresh_from_db()
    return found


def latest(kind: str, player: Player) -> Letter:
    letters = Letter.objects.filter(kind=kind, recipient=player.user, channel=None)
    return letters.filter(topic=player.game.topic).latest("pk")


SAME = {
    "wait_move": "move",
    "wait_since": "since",
    "budget": "budget",
    "used": "used",
    "clock_since": "clock_since",
    "deadline": "deadline",
    "overdue": "warned_at",
    "grace_until": "grace_until",
    "attend": "next_check_at",
    "reminders": "reminders",
}
"""Columns of a player, by what they are of a wait."""

RENAMED = {"offered": "offered_at", "moved": "last_move_at", "subject_of": "topic"}
TABLES = {"post.cadence": "post.schedule"}


def as_of(field: Any, value: Any) -> Any:
    return parse_duration(value) if field.get_internal_type() == "DurationField" else value


def test_every_open_wait_is_a_row_and_no_other_is(site):
    waited = [row for row in old_site.rows("play.player") if row["wait_move"] is not None]
    waits = {wait.player_id: wait for wait in Wait.objects.all()}
    assert len(waited) == len(waits) > 30
    rows = {row["id"]: row for row in old_site.dumped(Wait)}
    for row in waited:
        wait = waits[row["id"]]
        assert {old: rows[wait.pk][new] for old, new in SAME.items()} == {
            old: row[old] for old in SAME
        }
        assert (wait.ended_at, wait.holder.user_id) == (None, row["user_id"])


def test_nothing_else_is_lost(site):
    for label in old_site.SITE["tables"]:
        now = old_site.dumped(apps.get_model(TABLES.get(label, label)))
        for row, kept in zip(old_site.rows(label), now, strict=True):
            moved = SAME if label == "play.player" else ()
            same = {RENAMED.get(name, name): row[name] for name in row if name not in moved}
            if label == "post.letter":
                same.pop("payload")
            if same.get("bot") == "greedy":
                same["bot"] = "journeyman"
            assert same.items() <= kept.items()


def test_the_laws_of_waits_hold(site):
    check_waits()
    call_command("verify_games", verbosity=0)


def test_letters_that_wait_for_their_reader_are_still_written(site):
    told = {"turn": 0, "reminder": 0, "warning": 0, "resumed": 0}
    waiting = list(Letter.objects.waiting().filter(kind__in=told, channel=None))
    for letter in waiting:
        told[letter.kind] += 1
    assert all(told.values())
    site.go(hours=10)
    send()
    for letter in waiting:
        letter.refresh_from_db()
        assert letter.state == "sent", letter


def test_a_letter_about_a_wait_that_was_over_is_put_aside(site):
    """Frida wanted no letters when asked, has moved since, and wants them now."""
    letter = Letter.objects.get(kind="turn", state="unwanted")
    assert not Wait.objects.filter(pk=letter.payload["wait"]).exists()
    post.set_schedule(user=letter.recipient, mode="now", minutes=15, hour=7, reminders=[])
    letter.refresh_from_db()
    assert letter.state == "waiting"
    send()
    letter.refresh_from_db()
    assert letter.state == "superseded"


def test_clocks_do_what_they_would_have_done(site):
    clocks = old_site.SITE["clocks"]
    last = Letter.objects.latest("pk").pk
    for _ in range(HOURS):
        site.sweep(hours=1)
    played = {int(pk): datetime.fromisoformat(at) for pk, at in clocks["played"].items()}

    def comparable(letters: list[list[Any]]) -> list[list[Any]]:
        """The letters before a bot played by its own lights, or the comparison ended."""
        ends = {letter[1]: min(played.get(letter[1], site.now), site.now) for letter in letters}
        return sorted(each for each in letters if datetime.fromisoformat(each[3]) < ends[each[1]])

    found = Letter.objects.filter(pk__gt=last, channel=None)
    now = [
        [
            letter.kind,
            letter.payload.get("game"),
            letter.payload.get("seat"),
            letter.created_at.isoformat(),
            letter.due_at.isoformat(),
        ]
        for letter in found
    ]
    assert comparable(now) == comparable(clocks["letters"])
    assert len(comparable(now)) > 40
    check_waits()
    call_command("verify_games", verbosity=0)


def test_everybody_who_is_waited_for_can_move(site):
    waits = list(Wait.objects.open().select_related("player__user", "player__game"))
    for wait in waits:
        move(wait)
        assert wait.ended_by in (EndedBy.ANSWERED, "")
        if wait.ended_at:
            assert (wait.ended_at, wait.next_check_at) == (site.now, None)
    assert sum(wait.ended_by == EndedBy.ANSWERED for wait in waits) > 25
    check_waits()
    call_command("verify_games", verbosity=0)


def answer(to: str, sender: str, text: str, number: int) -> str:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, "Re: your move"
    mail["Message-ID"] = f"<{number}@mail.example.org>"
    mail.set_content(text)
    (word,) = reception.receive(bytes(mail))
    return word


def test_mails_from_before_can_still_be_answered(site):
    """Each address is taken or refused with a sentence; those of open waits are taken."""
    current = {wait.player.user.email: wait for name in ("in-time",) for wait in asked(name)}
    assert current
    outcomes: dict[str, int] = {}
    mails = {(mail["reply_to"], mail["to"]): mail for mail in old_site.SITE["mails"]}
    for number, (to, sender) in enumerate(mails):
        game, seat, position = map(int, re.findall(r"turn\.(\d+)\.(\d+)\.(\d+)\.", to)[0])
        player = at(Game.objects.get(pk=game), seat)
        is_theirs = player.user is not None and player.user.email == sender
        open_since = player.wait.move if is_theirs and player.wait else None
        orders = orders_of(player, random.Random(1)) if open_since is not None else ["end"]
        word = answer(to, sender, "\n".join([*orders, "confirm"]), number)
        outcomes[word] = outcomes.get(word, 0) + 1
        if not is_theirs:
            assert word in ("foreign", "unproven", "former")
        elif position == open_since:
            assert word == "played", to
        else:
            assert word in ("stale", "refused", "played")
            if word != "played":
                (note,) = latest("answer", player).payload["reply"]["notes"]
                assert note.endswith(".")
    assert outcomes["played"] > 20
    assert outcomes["stale"] > 5
    check_waits()


def test_a_draft_by_mail_is_confirmed_by_the_old_address(site):
    (wait,) = asked("hansa-in-time")
    player = wait.player
    drafted = Draft.objects.get(player=player).orders
    assert drafted
    where = f"turn.{player.game_id}.{player.seat}.{wait.move}."
    mails = [mail for mail in old_site.SITE["mails"] if where in mail["reply_to"]]
    assert answer(mails[-1]["reply_to"], mails[-1]["to"], "confirm", 1) == "played"
    played = Move.objects.filter(game=player.game_id, seat=player.seat).order_by("number")
    assert [move.order for move in played][-len(drafted) :] == drafted


def test_a_vote_goes_on_and_gives_more_time(site):
    (wait,) = asked("voting")
    assert vote("voting", "Mia", "wait").outcome == "wait"
    wait.refresh_from_db()
    assert (wait.ended_at, wait.warned_at) == (None, None)
    assert wait.deadline == site.now + timedelta(hours=24)
    assert latest("more_time", wait.player).payload["wait"] == wait.pk


def test_what_was_voted_in_a_wait_counts_in_it(site):
    (wait,) = asked("more-time")
    found = Vote(game=wait.player.game, kind="absent", about=wait.player)
    assert "wait" in found.choices()
    Vote.objects.create(
        game=wait.player.game,
        kind="absent",
        about=wait.player,
        opened=site.now,
        closes=site.now,
        closed=site.now,
        outcome="wait",
    )
    assert "wait" not in found.choices()


def test_the_others_give_the_seat_to_a_bot(site):
    (wait,) = asked("voting")
    vote("voting", "Ada", "bot")
    assert vote("voting", "Mia", "bot").outcome == "bot"
    wait.refresh_from_db()
    assert (wait.ended_by, wait.holder.user.username) == (EndedBy.BOT, "Kurt")
    check_waits()


def test_a_pause_ends_with_the_time_that_was_left(site):
    (wait,) = asked("paused")
    used = wait.used
    assert wait.clock_since is None
    assert vote("paused", wait.player.name, "yes").outcome == "yes"
    wait.refresh_from_db()
    assert wait.deadline == site.now + max(timedelta(hours=72) - used, timedelta(hours=12))
    assert latest("resumed", wait.player).payload["wait"] == wait.pk
    assert move(wait).ended_by == EndedBy.ANSWERED


def test_a_grace_that_a_pause_has_broken_off_begins_anew(site):
    (wait,) = asked("paused-in-grace")
    site.sweep(days=14)
    wait.refresh_from_db()
    assert (wait.warned_at, wait.deadline) == (None, site.now + timedelta(hours=12))


def test_a_game_comes_to_its_end(site):
    (wait,) = asked("nearly-over")
    while not Game.objects.get(pk=wait.player.game_id).is_over:
        (now,) = asked("nearly-over")
        move(now)
    wait.refresh_from_db()
    assert wait.ended_by == EndedBy.ANSWERED
    assert at(wait.player.game, wait.player.seat).score is not None
    assert not asked("nearly-over")
    check_waits()


def test_who_was_given_time_by_a_seat_on_offer_comes_back_or_is_replaced(site):
    (wait,) = asked("offered")
    services.join(game=wait.player.game, user=User.objects.get(username="Nils"))
    wait.refresh_from_db()
    assert (wait.ended_by, wait.holder.user.username) == (EndedBy.TAKEN, "Kurt")
    (new,) = asked("offered")
    assert new.holder.user.username == "Nils"
    assert latest("turn", new.player).payload["wait"] == new.pk
    check_waits()


@pytest.mark.parametrize("name", ["given-up", "hansa-given-up"])
def test_a_turn_that_was_given_up_is_played_on_by_the_bot(site, name):
    absent = Player.objects.get(game=old_site.game(name), bot_turn__isnull=False)
    waits = asked(name)
    assert absent.pk not in [wait.player_id for wait in waits]
    before = game_of(name).moves_made
    for wait in waits:
        move(wait)
    played = Move.objects.filter(game=absent.game, seat=absent.seat, number__gt=before)
    assert set(played.values_list("played_by", flat=True)) == {"clock"}
    check_waits()


@pytest.mark.parametrize("name", ["by-hours", "hansa-by-hours"])
def test_a_standing_order_answers_at_its_hour(site, name):
    (wait,) = asked(name)
    site.sweep(hours=5)
    wait.refresh_from_db()
    assert (wait.ended_by, wait.ended_at) == (EndedBy.STANDING, site.now)
    check_waits()


@pytest.mark.parametrize("name", ["sale", "sale-half"])
def test_those_who_are_asked_at_once_answer_in_any_order(site, name):
    for wait in asked(name)[::-1]:
        assert move(wait).ended_by == EndedBy.ANSWERED
    check_waits()


def test_pages_and_feeds_of_before_are_there(site, client):
    ada = User.objects.get(username="Ada")
    atom, calendar = (
        client.get(f"/feeds/{ada.pk}/feeds-of-ada/{name}").content.decode()
        for name in ("waiting.atom", "deadlines.ics")
    )
    for wait in Wait.objects.of(ada):
        assert f":wait-{wait.pk}<" in atom
        assert (f"UID:wait-{wait.pk}@" in calendar) == bool(wait.deadline)
    client.force_login(ada)
    assert "In time" in client.get("/").content.decode()
    for game in Game.objects.exclude(state=None):
        assert client.get(game.get_absolute_url()).status_code == 200
