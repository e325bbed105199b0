"""The app of notifications and email."""

from typing import Any

from allauth.account.signals import email_confirmed
from django.apps import AppConfig

from games.accounts import outgoing


class PostConfig(AppConfig):
    """Sends and receives email, including emails about accounts."""

    name = "games.post"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect to signals of accounts, and of Anymail where it is installed."""
        # These import models, which are loaded only now.
        from games.accounts import merging  # noqa: PLC0415
        from games.accounts.export.register import register  # noqa: PLC0415
        from games.post import export, services  # noqa: PLC0415
        from games.post.inbound import providers  # noqa: PLC0415
        from games.post.merging import ROOM  # noqa: PLC0415

        outgoing.register(services.order_account_letter)
        register(export.PART)
        merging.register(ROOM)
        providers.connect()
        email_confirmed.connect(_confirmed, dispatch_uid=__name__)


def _confirmed(*, email_address: Any, **_: Any) -> None:
    """Start sending to an address again after its owner has followed a link in an email."""
    from games.post import services  # noqa: PLC0415 - needs the models

    services.forget_bounce(user=email_address.user, address=email_address.email)
