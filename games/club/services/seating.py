"""Tables that form by themselves from people who wait for one."""

import random
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from games.accounts.models import Block, User
from games.accounts.sessions import seen_since
from games.club.errors import ClubError
from games.club.letters import WishExpired
from games.club.models import TableWish
from games.play.forms.terms import PRESETS
from games.play.models import EndedBy, Game, Wait
from games.play.pages.boards import BOARD, board_names, tables
from games.play.services import SeatPlan, create_game
from games.post import services as post
from games.rules import TITLES

SEEN_WITHIN = timedelta(days=3)
"""The wishes of people who have not been here for longer expire: they might not come back."""

dice = random.SystemRandom()


@transaction.atomic
def wait_for_table(
    *,
    user: User,
    tables: Collection[str],
    players: Collection[int],
    paces: Collection[str],
    rated: bool,
) -> TableWish:
    """Let a person wait for the next table of these kinds, validated by the form.

    They keep their place if they wait already, unless their wish has expired. Raises ClubError if
    no such table exists.
    """
    if not any(True for _ in _kinds(tables, players, paces)):
        raise ClubError(
            gettext("No game allows that number of players. Choose another number as well.")
        )
    wanted = {
        "tables": list(tables),
        "players": list(players),
        "paces": list(paces),
        "rated": rated,
    }
    TableWish.objects.filter(user=user).exclude(expired_at=None).delete()
    wish, _ = TableWish.objects.update_or_create(
        user=user, defaults=wanted, create_defaults={**wanted, "since": timezone.now()}
    )
    return wish


def stop_waiting(*, user: User) -> None:
    """Let a person wait for a table no more."""
    TableWish.objects.filter(user=user).delete()


def form_tables(*, now: datetime | None = None) -> list[Game]:
    """Create the games that can be filled with people who wait, those who wait longest first."""
    now = now or timezone.now()
    _expire(now)
    formed = []
    while (game := _form_table(now)) is not None:
        formed.append(game)
    return formed


@transaction.atomic
def _expire(now: datetime) -> None:
    """Let the wishes of people who have not been here for long expire, and tell them."""
    waiting = TableWish.objects.filter(expired_at=None).select_for_update(
        no_key=True, skip_locked=True, of=("self",)
    )
    here = _here(now)
    for wish in waiting.select_related("user"):
        if wish.user_id not in here:
            wish.expired_at = now
            wish.save(update_fields=["expired_at"])
            if wish.user.is_active:
                letter = WishExpired(which=f"{now.timestamp():.0f}")
                post.notify(letter, user=wish.user)


@transaction.atomic
def _form_table(now: datetime) -> Game | None:
    """Create one game, or return None if no group fits."""
    waiting = TableWish.objects.filter(expired_at=None)
    wishes = list(waiting.select_for_update(no_key=True, of=("self",)))
    here = _here(now)
    people = {wish.user_id: wish for wish in wishes if wish.user_id in here}
    strangers = _apart(people)
    for wish in people.values():
        for table, count, pace in _kinds(wish.tables, wish.players, wish.paces):
            seated = [wish.user_id]
            for each in people.values():
                if each is wish or not _fits(each, table, count, pace, rated=wish.rated):
                    continue
                if not any({each.user_id, other} in strangers for other in seated):
                    seated.append(each.user_id)
                if len(seated) == count:
                    return _create(seated, table, pace, rated=wish.rated)
    return None


def _create(people: list[int], table: str, pace: str, *, rated: bool) -> Game:
    title, _, board = table.partition(":")
    preset = next(each for each in PRESETS if each.id == pace)
    dice.shuffle(people)
    users = User.objects.in_bulk(people)
    TableWish.objects.filter(user__in=people).delete()
    return create_game(
        creator=users[people[0]],
        title=title,
        seats=[SeatPlan(user=users[person]) for person in people],
        options={BOARD: board} if board else {},
        terms=preset.terms(rated=rated),
    )


def _kinds(
    wanted: Collection[str], players: Collection[int], paces: Collection[str]
) -> Iterator[tuple[str, int, str]]:
    """Yield the tables, numbers of players and paces that go together, the most players first."""
    known = dict(tables())
    for table in wanted:
        title, _, board = table.partition(":")
        if table not in known:
            continue
        for count in sorted(players, reverse=True):
            possible = not board or board in board_names(title, count)
            if count in TITLES[title].players and possible:
                for pace in paces:
                    if any(preset.id == pace for preset in PRESETS):
                        yield table, count, pace


def _fits(wish: TableWish, table: str, count: int, pace: str, *, rated: bool) -> bool:
    """Return whether a table is one that someone waits for; any board includes each board."""
    title = table.partition(":")[0]
    same = table in wish.tables or title in wish.tables
    return same and count in wish.players and pace in wish.paces and wish.rated == rated


def _here(now: datetime) -> set[int]:
    """Return the ids of people who wait for a table and were here within SEEN_WITHIN."""
    waiting = User.objects.filter(
        table_wish__isnull=False, table_wish__expired_at=None, is_active=True
    )
    since = now - SEEN_WITHIN
    answered = Wait.objects.filter(
        holder__user__in=waiting, ended_at__gte=since, ended_by=EndedBy.ANSWERED
    )
    seen = Q(pk__in=seen_since(since)) | Q(pk__in=answered.values("holder__user"))
    return set(waiting.filter(seen | Q(table_wish__since__gte=since)).values_list("pk", flat=True))


def _apart(people: Collection[int]) -> list[set[int]]:
    """Return the pairs of people of whom one has blocked the other."""
    pairs = Block.objects.filter(user__in=people, other__in=people).values_list("user", "other")
    return [set(pair) for pair in pairs]
