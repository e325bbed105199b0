"""Guests: people who play bots or learn the game without an account, in one browser.

A guest is a user without address and password whom the browser's session remembers. A middleware
makes them the user of the request on some pages; on all others the request is anonymous, so that
nothing more is open to a guest than to anyone, and signing up or in works as usual. Signing up
gives the guest's user a name and a password, and confirming the address makes it an account.
"""

import logging
import secrets
import time
from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy, pgettext

from games.accounts.errors import Refused
from games.accounts.models import User
from games.accounts.names import look_of
from games.accounts.services import close_account

log = logging.getLogger(__name__)

LASTS = timedelta(days=settings.KEEP_GUESTS_DAYS)
"""How long a guest who has not signed up is remembered after their last visit."""

SEEN_EVERY = timedelta(days=1)
"""How exact a guest's last visit is known: each request would otherwise write a row."""

_SESSION = "guest"
_TRIES = 20


class TooManyGuests(Refused):
    """A guest too many from one network address."""


def begin(request: HttpRequest) -> User:
    """Make this browser's visitor a new guest; raises TooManyGuests.

    How many guests an IP address makes is limited by ACCOUNT_RATE_LIMITS.
    """
    if not ratelimit.consume(request, action="guest"):
        raise TooManyGuests(
            gettext_lazy(
                "Many guests came from your network within the hour. Sign up, or try again later."
            )
        )
    user = User(username=_free_name(), guest=True, last_login=timezone.now())
    user.set_unusable_password()
    user.save()
    request.session.cycle_key()
    request.session[_SESSION] = user.pk
    return user


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest whom this browser remembers, None if they have an account by now."""
    pk = request.session.get(_SESSION)
    if pk is None:
        return None
    user = User.objects.filter(pk=pk, guest=True, is_active=True).first()
    if user is None:
        del request.session[_SESSION]
    elif user.last_login is None or timezone.now() - user.last_login > SEEN_EVERY:
        user.last_login = timezone.now()
        user.save(update_fields=["last_login"])
    return user


def signing_up(user: User) -> User:
    """Return a guest as they were before they signed up with an address they did not confirm."""
    EmailAddress.objects.filter(user=user, verified=False).delete()
    return user


def claim(user: User) -> None:
    """Make a guest whose address is confirmed a person with an account."""
    if user.guest:
        user.guest = False
        user.save(update_fields=["guest"])


def forget(until: float) -> int:
    """Delete the guests who have not been here for LASTS; their games stay, without a name.

    Stops at a moment of time.monotonic(). Returns how many are gone.
    """
    gone = User.objects.filter(guest=True, last_login__lt=timezone.now() - LASTS)
    forgotten = 0
    for pk in gone.order_by("pk").values_list("pk", flat=True):
        try:
            _forget(pk)
            forgotten += 1
        except Exception:  # a guest who cannot be deleted must not stop others
            log.exception("A guest could not be deleted; the next night tries again")
        if time.monotonic() > until:
            break
    return forgotten


@transaction.atomic
def _forget(pk: int) -> None:
    guests = User.objects.select_for_update(skip_locked=True).filter(pk=pk, guest=True)
    guest = guests.filter(last_login__lt=timezone.now() - LASTS).first()
    if guest is not None:
        close_account(user=guest)


def _free_name() -> str:
    """Return a name for a guest that nobody has, such as 'Guest 4821'."""
    for digits in range(4, 4 + _TRIES):
        number = secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)
        name = pgettext("name", "Guest {number}").format(number=number)
        if not User.objects.filter(look=look_of(name)).exists():
            return name
    raise TooManyGuests(
        gettext_lazy("There are too many guests at the moment. Sign up, or try again later.")
    )
