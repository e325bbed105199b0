"""Deletes an account; its games stay."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts import services
from games.accounts.models import User


class Command(BaseCommand):
    """Deletes an account for good: bots play its running games on, finished ones stay."""

    help = "Delete an account; its games stay, without its name."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the account's name."""
        parser.add_argument("name")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        """Delete it."""
        user = User.objects.filter(username__iexact=name).first()
        if user is None:
            raise CommandError(f"Nobody here is called {name}.")
        services.close_account(user=user)
        self.stdout.write(f"{name} is forgotten; the games stay.")
