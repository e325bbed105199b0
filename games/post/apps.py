"""The mail room."""

from typing import TYPE_CHECKING, Any

from allauth.account.signals import email_confirmed
from django.apps import AppConfig

from games.accounts import outgoing

if TYPE_CHECKING:  # models are there only when all apps are
    from allauth.account.models import EmailAddress


class PostConfig(AppConfig):
    """The mail room, which carries the emails about accounts too."""

    name = "games.post"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to accounts, and to mail providers where Anymail is installed."""
        # They need the models, which are there only now.
        from games.post import services  # noqa: PLC0415
        from games.post.inbound import providers  # noqa: PLC0415

        outgoing.register(services.order_account_letter)
        providers.connect()
        email_confirmed.connect(_confirmed, dispatch_uid=__name__)


def _confirmed(*, email_address: "EmailAddress", **_: Any) -> None:
    """Send to an address again whose owner has followed a link that was sent there."""
    from games.post import services  # noqa: PLC0415 - needs the models

    services.forget_bounce(user=email_address.user, address=email_address.email)
