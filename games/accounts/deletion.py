"""Delete an account because its owner asks for it: after WAIT, unless they stop it.

During the wait nothing changes: they can sign in and play, and their games go on. A link in an
email stops the deletion, and so does signing in. Each function owns its transaction.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from games.accounts.contribution import AccountLetter, send_letter
from games.accounts.languages import language_of
from games.accounts.models import Closing, User
from games.accounts.services import close_account

log = logging.getLogger(__name__)

WAIT = timedelta(days=7)
"""From asking until the account is deleted."""

REMINDED = timedelta(days=1)
"""How long before that its owner is reminded."""

KEPT = gettext_lazy("Your account stays: it won't be deleted.")

_SALT = "games.accounts.deletion"


def ask(*, user: User) -> Closing:
    """Plan to delete an account and email its owner; asking again changes nothing."""
    now = timezone.now()
    with transaction.atomic():
        # Lock the user's row, so that asking twice at once plans it once.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        closing, new = Closing.objects.get_or_create(
            user=user, defaults={"asked_at": now, "due_at": now + WAIT}
        )
        if new:
            _write(closing, "accounts/email/deletion")
    return closing


def keep(*, user: User) -> bool:
    """Stop the deletion of an account, and email its owner; return whether one was planned."""
    with transaction.atomic():
        deleted, _ = Closing.objects.filter(user=user).delete()
        address = user.confirmed_address() or user.email
        if deleted and address:
            words = {"data_url": settings.SITE_URL + reverse("accounts:data")}
            language = language_of(user)
            send_letter(AccountLetter("accounts/email/kept", address, words, WAIT, language))
    return bool(deleted)


def stop_url(user: User) -> str:
    """Return the link that stops the deletion of an account without signing in."""
    token = signing.Signer(salt=_SALT).sign(str(user.pk))
    return settings.SITE_URL + reverse("accounts:keep-by-link", args=[token])


def read(token: str) -> User | None:
    """Return the person whose account such a link keeps, or None if there is none any more."""
    number = number_in(token)
    return None if number is None else User.objects.filter(pk=number).first()


def number_in(token: str) -> int | None:
    """Return the id of the account that such a link was for, or None if it is none of ours."""
    try:
        return int(signing.Signer(salt=_SALT).unsign(token))
    except signing.BadSignature:
        return None


def sweep() -> None:
    """Delete the accounts that are due, and remind the owners of accounts that soon will be."""
    now = timezone.now()
    for pk in list(Closing.objects.filter(due_at__lte=now).values_list("pk", flat=True)):
        try:
            _delete(pk, now)
        except Exception:  # an account that cannot be deleted must not stop others
            log.exception("An account that is due could not be deleted; the next sweep tries again")
    soon = Closing.objects.filter(due_at__gt=now, due_at__lte=now + REMINDED, reminded_at=None)
    for pk in list(soon.values_list("pk", flat=True)):
        _remind(pk, now)


@transaction.atomic
def _delete(closing_id: int, now: datetime) -> None:
    closing = _locked(closing_id)
    if closing is not None and closing.due_at <= now:
        close_account(user=closing.user)
        log.info("An account was deleted %s days after its owner asked for it", WAIT.days)


@transaction.atomic
def _remind(closing_id: int, now: datetime) -> None:
    closing = _locked(closing_id)
    if closing is not None and closing.reminded_at is None:
        closing.reminded_at = now
        closing.save(update_fields=["reminded_at"])
        _write(closing, "accounts/email/deletion_soon")


def _locked(closing_id: int) -> Closing | None:
    """Lock a planned deletion; return None if it was stopped, or another worker is at it."""
    waiting = Closing.objects.select_related("user").filter(pk=closing_id)
    return waiting.select_for_update(skip_locked=True, of=("self",)).first()


def _write(closing: Closing, template: str) -> None:
    """Email the owner when their account will be deleted, and the link that stops it."""
    user = closing.user
    address = user.confirmed_address() or user.email
    if not address:
        return
    send_letter(
        AccountLetter(
            template=template,
            address=address,
            words={"stop_url": stop_url(user)},
            moments={"when": closing.due_at},
            lasts=closing.due_at - timezone.now(),
            language=language_of(user),
            zone=user.time_zone,
        )
    )
