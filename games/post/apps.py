"""The mail room."""

from django.apps import AppConfig

from games.accounts import outgoing
from games.post.letters import register


class PostConfig(AppConfig):
    """The mail room; it carries the letters about accounts, and has some of its own."""

    name = "games.post"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register these letters."""
        # They need the models, which are there only now.
        from games.post import account, notices, services  # noqa: PLC0415

        register(notices.TRIAL, notices.write_trial)
        register(notices.ENOUGH, notices.write_enough)
        register(notices.UNHEARD, notices.write_unheard)
        register(account.KIND, account.write_account)
        outgoing.register(services.order_account_letter)
