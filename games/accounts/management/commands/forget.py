"""Delete an account and keep its games."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts import services
from games.accounts.models import User
from games.accounts.models.user import has_name


class Command(BaseCommand):
    """Delete an account for good. Bots take over in its running games; finished games stay."""

    help = "Delete an account. Its games stay, without its name."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name of the account."""
        parser.add_argument("name")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        """Delete the account."""
        user = User.objects.filter(has_name(name)).first()
        if user is None:
            raise CommandError(f"There is no account named {name}.")
        services.close_account(user=user)
        self.stdout.write(f"Deleted {name}. Their games stay.")
