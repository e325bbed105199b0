"""Users and their preferences."""

from typing import TYPE_CHECKING, Any

from django.apps import AppConfig
from django.contrib import messages
from django.contrib.auth.signals import user_logged_in

if TYPE_CHECKING:  # models load after all apps
    from django.http import HttpRequest

    from games.accounts.models import User


class AccountsConfig(AppConfig):
    """Users and their preferences."""

    name = "games.accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let signing in stop the deletion of an account, and register this room's own data."""
        from games.accounts.export import own, register  # noqa: PLC0415 - models load before

        register.register(own.OWN)
        user_logged_in.connect(_signed_in, dispatch_uid=__name__)


def _signed_in(*, request: "HttpRequest", user: "User", **_: Any) -> None:
    """Keep an account that was going to be deleted: its owner is back."""
    from games.accounts import deletion  # noqa: PLC0415 - needs the models

    if deletion.keep(user=user):
        # Not every request that signs somebody in can show a message.
        messages.success(request, deletion.KEPT, fail_silently=True)
