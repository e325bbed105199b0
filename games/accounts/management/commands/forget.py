"""Delete an account and keep its games."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.accounts import services
from games.accounts.management.named import account_named


class Command(BaseCommand):
    """Delete an account for good. Bots take over in its running games; finished games stay."""

    help = "Delete an account. Its games stay, without its name."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name of the account."""
        parser.add_argument("name")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        """Delete the account."""
        services.close_account(user=account_named(name))
        self.stdout.write(f"Deleted {name}. Their games stay.")
