"""Merge two accounts of one person: all that one of them has becomes the other's.

Each app moves its own rows (see `contribution`). Settings stay those of the account that is kept.
"""

import logging
from collections.abc import Sequence

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.db import IntegrityError, OperationalError, transaction
from django.db.models import Exists, Model, OuterRef, Q
from django.urls import reverse

from games.accounts import staff
from games.accounts.contribution import AccountLetter, contributions, rest_changed, send_letter
from games.accounts.errors import CannotMerge
from games.accounts.languages import language_of
from games.accounts.models import Block, Closing, Follow, FormerName, Profile, StaffAct, User
from games.accounts.models.user import has_name
from games.accounts.services import TELLS_FOR, close_account
from games.accounts.spellings import one_spelling

log = logging.getLogger(__name__)

AT_WORK = (
    "One of the accounts was in use at that very moment, so nothing was changed. Please try again."
)


def move_rows(
    model: type[Model], column: str, old: User, kept: User, *, once: Sequence[str] | None = None
) -> None:
    """Make the rows that refer to the old account by a column refer to the kept one.

    With `once`, a person has at most one row with the same values in these other columns: where
    both accounts have one, that of the kept one stays, and the other is deleted.
    """
    # Rows of logs are only ever added, which their own managers see to; whom they name may change.
    rows = model._base_manager  # noqa: SLF001 - the documented manager for all rows
    if once is not None:
        same = rows.filter(**{column: kept}, **{name: OuterRef(name) for name in once})
        rows.filter(Exists(same), **{column: old}).delete()
    rows.filter(**{column: old}).update(**{column: kept})


def account_of(text: str) -> User:
    """Return the account that has a name or a confirmed address; raises CannotMerge."""
    text = text.strip()
    owners = EmailAddress.objects.filter(email__iexact=one_spelling(text), verified=True).values(
        "user"
    )
    found = User.objects.filter(Q(pk__in=owners) if "@" in text else has_name(text)).first()
    if found is None:
        raise CannotMerge("No account has this name or confirmed address. Check the spelling.")
    return found


def check(old: User, kept: User) -> None:
    """Raise CannotMerge if two accounts cannot become one."""
    if old.pk == kept.pk:
        raise CannotMerge("This is the same account. Name the other one, which is to stay.")
    for user in (old, kept):
        if user.is_staff or user.is_superuser:
            raise CannotMerge(f"{user.called} is staff. Accounts of staff can't be merged.")
        if user.is_bot_account:
            raise CannotMerge(f"{user.called} is a bot account. Bot accounts can't be merged.")
        if user.guest:
            raise CannotMerge(f"{user.called} is a guest and has no account yet. They can sign up.")
        if not user.is_active:
            raise CannotMerge(f"The account of {user.called} is closed. Reopen it first.")
        if Closing.objects.filter(user=user).exists():
            raise CannotMerge(
                f"{user.called} has asked to delete their account. They must stop that first: by "
                f"signing in, or with the link in our email."
            )
    for each in contributions():
        each.check(old, kept)


def merge(*, old: User, kept: User, by: User, reason: str) -> None:
    """Make everything of the old account the kept one's, close the old one, and tell both.

    Raises CannotMerge or NoReason, and changes nothing then.
    """
    try:
        with transaction.atomic():
            _merge(old, kept, by, reason)
    except (IntegrityError, OperationalError) as error:
        # A row of the old account came while it was being closed, or two waited for each other.
        log.exception("Two accounts could not be merged")
        raise CannotMerge(AT_WORK) from error


def _merge(old: User, kept: User, by: User, reason: str) -> None:
    # In order, so that two merges never wait for each other.
    both = User.objects.select_for_update(no_key=True).filter(pk__in=[old.pk, kept.pk])
    found = {user.pk: user for user in both.order_by("pk")}
    if len(found) < len({old.pk, kept.pk}):
        raise CannotMerge("One of the accounts is gone.")
    old, kept = found[old.pk], found[kept.pk]
    for each in contributions():
        each.lock(old, kept)
    check(old, kept)
    languages = {user.confirmed_address() or user.email: language_of(user) for user in (old, kept)}
    staff.record(
        StaffAct.Kind.MERGE, by=by, reason=reason, about=kept, details=f"{old} into {kept}"
    )
    _move(old, kept)
    for each in contributions():
        each.move(old, kept)
    rest_changed(kept)
    close_account(user=old, heir=kept)
    sign_in = settings.SITE_URL + reverse("account_login")
    words = {"old": old.username, "kept": kept.username, "sign_in": sign_in}
    for address, language in languages.items():
        if not address:
            continue
        letter = AccountLetter("accounts/email/merged", address, words, TELLS_FOR, language)
        send_letter(letter)


def _move(old: User, kept: User) -> None:
    """Move what accounts themselves keep: not sessions, second factors and exports.

    Of the profile only one thing counts for the kept one: whoever asked under one of the names not
    to be named in open data is not.
    """
    if not Profile.of(old).named_in_open_data:
        Profile.objects.filter(user=kept).update(named_in_open_data=False)
    move_rows(StaffAct, "by", old, kept)
    move_rows(StaffAct, "about", old, kept)
    move_rows(LogEntry, "user", old, kept)
    move_rows(FormerName, "heir", old, kept)
    # Their tokens go on: what a program plays is no secret of the old account.
    move_rows(User, "owner", old, kept)
    _move_ties(old, kept)
    for vacation in old.vacations.all():
        same = kept.vacations.filter(first__lte=vacation.last, last__gte=vacation.first)
        if not same.exists():
            vacation.user = kept
            vacation.save(update_fields=["user"])
    _move_addresses(old, kept)


def _move_ties(old: User, kept: User) -> None:
    """Move whom they follow and block, and who follows and blocks them; nobody is their own tie."""
    for tie in (Follow, Block):
        tie.objects.filter(user__in=[old, kept], other__in=[old, kept]).delete()
    for column, partner in (("user", "other"), ("other", "user")):
        for block in Block.objects.filter(**{column: old}):
            # Of two blocks of one person the earlier one counts: more messages are hidden by it.
            same = Block.objects.filter(**{column: kept, partner: getattr(block, partner)})
            same.filter(since__gt=block.since).update(since=block.since)
        move_rows(Block, column, old, kept, once=[partner])
        move_rows(Follow, column, old, kept, once=[partner])
    blocked = Block.objects.filter(user=kept).values("other")
    Follow.objects.filter(user=kept, other__in=blocked).delete()


def _move_addresses(old: User, kept: User) -> None:
    """Let the kept account sign in and reply with the old one's confirmed addresses, too."""
    confirmed = EmailAddress.objects.filter(user=old, verified=True)
    own = EmailAddress.objects.filter(user=kept)
    first = confirmed.order_by("-primary", "pk").first()
    own.filter(email__in=confirmed.values("email")).delete()
    confirmed.update(user=kept, primary=False)
    if first is not None and kept.confirmed_address() is None:
        # Nothing could reach them otherwise.
        EmailAddress.objects.get(pk=first.pk).set_as_primary()
