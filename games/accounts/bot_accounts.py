"""Bot accounts: other accounts of a person, under whose names a program of theirs plays.

A bot account has no password and no address. Nobody signs in to it, and it gets no emails: it acts
by the tokens that its owner makes for it (games.accounts.tokens). It is no member: it is not
invited, and is in no league, search or list of people. Wherever its name stands, its owner's does.
It ends with the account of its owner, or moves with it into another.
"""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from games.accounts.errors import BotAccountRefused
from games.accounts.models import PersonalToken, User
from games.accounts.services import close_account

MOST: Final = 3
"""The most bot accounts of a person."""

AWAKE: Final = timedelta(hours=1)
"""A bot account whose token was used within this time is awake: its program answers."""


@transaction.atomic
def create(*, owner: User, name: str) -> User:
    """Create a bot account with a name that the form has validated; raises BotAccountRefused."""
    # Lock the owner's row, so that two requests at once count each other.
    owner = User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if owner.bot_accounts.count() >= MOST:
        raise BotAccountRefused(
            format_lazy(
                gettext_lazy("You have {most} bots, the most there can be. Close one first."),
                most=MOST,
            )
        )
    bot = User(
        username=name, owner=owner, language=owner.language, time_zone=owner.time_zone, email=""
    )
    bot.set_unusable_password()
    bot.save()
    return bot


def bots_of(owner: User) -> list[User]:
    """Return a person's bot accounts, the oldest first."""
    return list(owner.bot_accounts.order_by("pk"))


def bot_of(owner: User, number: int) -> User | None:
    """Return the bot account of a person with an id, None if they have none."""
    return owner.bot_accounts.filter(pk=number).first()


def set_seated_by_all(*, owner: User, number: int, allowed: bool) -> bool:
    """Let everyone seat a bot account at their tables, or only its owner; False if none is it."""
    return bool(owner.bot_accounts.filter(pk=number).update(seated_by_all=allowed))


@transaction.atomic
def close(*, owner: User, number: int) -> bool:
    """Delete a bot account of a person for good, False if there is none. Its games go on."""
    bot = owner.bot_accounts.select_for_update(no_key=True).filter(pk=number).first()
    if bot is not None:
        close_account(user=bot)
    return bot is not None


def awake() -> QuerySet[User]:
    """Return the bot accounts whose programs have lately used a token that works."""
    now = timezone.now()
    used = PersonalToken.objects.filter(
        user=OuterRef("pk"), expires_at__gt=now, last_used_at__gt=now - AWAKE
    )
    return User.objects.filter(Exists(used), owner__isnull=False, is_active=True)
