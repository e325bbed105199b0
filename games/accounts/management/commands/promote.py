"""Give an account the pages of staff."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts.management.named import account_named


class Command(BaseCommand):
    """Make an account a superuser: the first one of a site, on whose pages the others are made."""

    help = "Make an account a superuser, with all pages under /staff/ and /admin/."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name of the account."""
        parser.add_argument("name")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        """Promote the account."""
        user = account_named(name)
        if user.guest or user.is_bot_account or not user.is_active:
            raise CommandError(f"{user.called} is a guest or a bot, or their account is closed.")
        user.is_staff = user.is_superuser = True
        user.save(update_fields=["is_staff", "is_superuser"])
        self.stdout.write(f"{user.called} is a superuser. Staff is at the foot of each page.")
