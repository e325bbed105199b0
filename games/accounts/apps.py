"""Users and their preferences."""

from typing import TYPE_CHECKING, Any

from allauth.account.signals import email_confirmed
from django.apps import AppConfig
from django.contrib import messages
from django.contrib.auth.signals import user_logged_in

if TYPE_CHECKING:  # models load after all apps
    from allauth.account.models import EmailAddress
    from allauth.mfa.models import Authenticator
    from django.http import HttpRequest

    from games.accounts.models import User


class AccountsConfig(AppConfig):
    """Users and their preferences."""

    name = "games.accounts"
    verbose_name = "People"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Act when people sign in or confirm an address."""
        from allauth.mfa.signals import authenticator_added  # noqa: PLC0415 - needs the models

        user_logged_in.connect(_signed_in, dispatch_uid=__name__)
        email_confirmed.connect(_confirmed, dispatch_uid=__name__)
        authenticator_added.connect(_added, dispatch_uid=__name__)


def _signed_in(*, request: "HttpRequest", user: "User", **_: Any) -> None:
    """Keep an account that was going to be deleted: its owner is back."""
    from games.accounts import deletion  # noqa: PLC0415 - needs the models

    if deletion.keep(user=user):
        # Not every request that signs somebody in can show a message.
        messages.success(request, deletion.KEPT, fail_silently=True)


def _confirmed(*, email_address: "EmailAddress", **_: Any) -> None:
    """Make a guest who has signed up a person with an account."""
    from games.accounts import guests  # noqa: PLC0415 - needs the models

    guests.claim(email_address.user)


def _added(
    *, request: "HttpRequest", user: "User", authenticator: "Authenticator", **_: Any
) -> None:
    """Take a second factor as used in the session in which it was set up, which proved it."""
    from allauth.account.internal.flows.login import (  # noqa: PLC0415 - needs the models
        record_authentication,
    )

    if authenticator.type != authenticator.Type.RECOVERY_CODES:
        extra = {"id": authenticator.pk, "type": authenticator.type, "reauthenticated": True}
        record_authentication(request, user, "mfa", **extra)
