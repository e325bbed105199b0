"""Follow, block and find people, and tell who may see what of a profile."""

from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from games.accounts.errors import Refused
from games.accounts.models import Audience, Block, Follow, NamePart, Profile, User
from games.accounts.models.user import LONGEST_NAME, has_name
from games.accounts.names import look_of, stored
from games.accounts.spellings import SHORTEST_PART, folded, has_beginning

MOST = 500
"""The most people that one person can follow, and the most that they can block."""

FOLLOWS_NOT_YOURSELF = gettext_lazy("You can't follow yourself.")
FOLLOWS_NO_BOT = gettext_lazy("Bots can't be followed.")
FOLLOWS_MOST = format_lazy(
    gettext_lazy("You follow {most} people, which is the most. Remove someone first."), most=MOST
)
BLOCKS_NOT_YOURSELF = gettext_lazy("You can't block yourself.")
BLOCKS_MOST = format_lazy(
    gettext_lazy("You block {most} people, which is the most. Remove someone first."), most=MOST
)

LONGEST_SEARCH = LONGEST_NAME
MOST_FOUND = 200
"""How many people a search finds at most whose names begin with a text, and as many others."""


class NoTie(Refused):
    """A person who cannot be followed or blocked."""


class NoSearch(Refused):
    """A text that cannot be searched for."""


@dataclass(frozen=True)
class Shown:
    """Which parts of a profile a visitor sees."""

    about: bool
    games: bool
    pace: bool


def shown_to(profile: Profile, visitor: Any, *, blocked: bool | None = None) -> Shown:
    """Return what a visitor sees of a profile; `blocked`: its owner has blocked them.

    Its owner and staff see everything. A person whom its owner has blocked sees what visitors see
    who are not signed in, so that nothing tells them about it.
    """
    if visitor.is_authenticated and (visitor.pk == profile.user_id or visitor.is_staff):
        return Shown(about=True, games=True, pace=True)
    seen = {Audience.EVERYONE}
    if visitor.is_authenticated:
        if blocked is None:
            blocked = has_blocked(profile.user_id, visitor.pk)
        if not blocked:
            seen.add(Audience.MEMBERS)
    return Shown(
        about=profile.shows_about in seen,
        games=profile.shows_games in seen,
        pace=profile.shows_pace in seen,
    )


def shows(profile: Profile, part: str, visitor: Any) -> bool:
    """Return whether a visitor sees one part of a profile, named as in `Shown`."""
    if getattr(profile, f"shows_{part}") == Audience.EVERYONE:
        return True
    return bool(getattr(shown_to(profile, visitor), part))


@dataclass(frozen=True)
class Ties:
    """What one person has with another: `blocked` says that the other has blocked them."""

    follows: bool = False
    blocks: bool = False
    blocked: bool = False

    @classmethod
    def between(cls, one: User, other: User) -> "Ties":
        """Return the ties of `one` with `other`, in one query."""
        # All pages about people ask, and for the ORM composing this takes longer than running it.
        with connection.cursor() as cursor:
            cursor.execute(_TIES, [one.pk, other.pk, one.pk, other.pk, other.pk, one.pk])
            return cls(**{name: True for (name,) in cursor.fetchall()})


_TIES = """
SELECT 'follows' FROM accounts_follow WHERE user_id = %s AND other_id = %s
UNION ALL SELECT 'blocks' FROM accounts_block WHERE user_id = %s AND other_id = %s
UNION ALL SELECT 'blocked' FROM accounts_block WHERE user_id = %s AND other_id = %s
"""


def has_blocked(user_id: int | None, other_id: int) -> bool:
    """Return whether a person, if there is one, has blocked another."""
    return Block.objects.filter(user=user_id, other=other_id).exists()


@transaction.atomic
def change_about(*, profile: Profile) -> None:
    """Save what a person tells about themselves, already validated by the form."""
    fields = (
        "country", "language", "about", "shows_about", "shows_games", "shows_pace",
        "named_in_open_data",
    )  # fmt: skip
    Profile.objects.update_or_create(
        user=profile.user, defaults={name: getattr(profile, name) for name in fields}
    )


@transaction.atomic
def follow(*, user: User, other: User) -> None:
    """Follow a person; following them again changes nothing. Raises NoTie."""
    if other.is_bot_account:
        raise NoTie(FOLLOWS_NO_BOT)
    _check(user, other, Follow.objects.filter(user=user), FOLLOWS_NOT_YOURSELF, FOLLOWS_MOST)
    Follow.objects.get_or_create(user=user, other=other)


@transaction.atomic
def unfollow(*, user: User, other: User) -> None:
    """Stop following a person."""
    Follow.objects.filter(user=user, other=other).delete()


@transaction.atomic
def block(*, user: User, other: User) -> None:
    """Block a person and stop following them; raises NoTie.

    What they were before stays as it is: who follows this user still does, so that nobody notices.
    """
    _check(user, other, Block.objects.filter(user=user), BLOCKS_NOT_YOURSELF, BLOCKS_MOST)
    Block.objects.get_or_create(user=user, other=other, defaults={"since": timezone.now()})
    unfollow(user=user, other=other)


@transaction.atomic
def unblock(*, user: User, other: User) -> None:
    """Let a person who was blocked join and write again."""
    Block.objects.filter(user=user, other=other).delete()


def is_member(name: str) -> bool:
    """Return whether a person with this name has an open account."""
    return User.objects.members().filter(has_name(name), is_active=True).exists()


def search(text: str) -> QuerySet[User]:
    """Return the people whose names contain a text, names that begin with it first.

    Capitals and accents do not matter, nor letters that look the same; a name that begins with the
    very text comes before all others. If there are more than MOST_FOUND, these are the first of
    them in alphabetical order. Raises NoSearch.
    """
    text = stored(text.strip()[: 2 * LONGEST_SEARCH])
    if len(folded(text)) < SHORTEST_PART:
        raise NoSearch(
            format_lazy(
                gettext_lazy("Enter at least {least} letters of the name."), least=SHORTEST_PART
            )
        )
    if len(text) > LONGEST_SEARCH:
        raise NoSearch(
            format_lazy(
                gettext_lazy("Names have at most {most} letters. Enter fewer."), most=LONGEST_SEARCH
            )
        )
    # The key that similar names share ignores the case of Latin letters only.
    looks = {look_of(each) for each in (text, text.lower(), text.upper(), text.title())}
    wanted = {folded(text), *looks}
    begin = _with_part(wanted, is_whole=True)
    others = _with_part(wanted, is_whole=False) if len(begin) < MOST_FOUND else set()
    first = Case(
        When(username__istartswith=text, then=Value(0)),
        When(pk__in=begin, then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    found = User.objects.members().filter(pk__in=begin | others, is_active=True)
    return found.order_by(first, "username")


def _with_part(beginnings: set[str], *, is_whole: bool) -> set[int]:
    """Return the people whose names, or ends of them, begin with any of several texts."""
    parts = NamePart.objects.filter(is_whole=is_whole).order_by("part")
    found: set[int] = set()
    for text in beginnings:
        found.update(parts.filter(has_beginning(text)).values_list("user", flat=True)[:MOST_FOUND])
    return found


def _check(user: User, other: User, ties: Any, same: Promise, enough: Promise) -> None:
    # Lock the person's row, so that the limit holds for two clicks at once.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user.pk == other.pk:
        raise NoTie(same)
    if ties.exclude(other=other).count() >= MOST:
        raise NoTie(enough)
