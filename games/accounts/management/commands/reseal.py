"""Encrypt second factors with the present SECRET_KEY."""

from typing import Any

from django.core.management.base import BaseCommand

from games.accounts.seal import reseal_second_factors


class Command(BaseCommand):
    """Encrypt second factors again, so that the old key can leave SECRET_KEY_FALLBACKS."""

    help = "Encrypt second factors with the present SECRET_KEY, after it has changed."

    def handle(self, *args: Any, **options: Any) -> None:
        """Encrypt them and say how many there were."""
        self.stdout.write(f"Encrypted {reseal_second_factors()} with the present SECRET_KEY.")
