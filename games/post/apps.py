"""The app of notifications and email."""

from typing import Any

from allauth.account.signals import email_confirmed
from django.apps import AppConfig
from django.core.checks import register

from games.post import checks


class PostConfig(AppConfig):
    """Sends and receives email, including emails about accounts."""

    name = "games.post"
    verbose_name = "Emails and webhooks"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect to signals of accounts, and of Anymail where it is installed; check settings."""
        from games.post.inbound import providers  # noqa: PLC0415 - needs the models

        providers.connect()
        register(checks.services)
        email_confirmed.connect(_confirmed, dispatch_uid=__name__)


def _confirmed(*, email_address: Any, **_: Any) -> None:
    """Start sending to an address again after its owner has followed a link in an email."""
    from games.post import services  # noqa: PLC0415 - needs the models

    services.forget_bounce(address=email_address.email)
