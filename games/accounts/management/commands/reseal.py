"""Encrypt secrets with the present SECRET_KEY."""

from typing import Any

from django.core.management.base import BaseCommand

from games.accounts.contribution import reseal
from games.accounts.seal import reseal_second_factors


class Command(BaseCommand):
    """Encrypt secrets again, so that the old key can leave SECRET_KEY_FALLBACKS."""

    help = "Encrypt second factors and the key of pushes again, after SECRET_KEY has changed."

    def handle(self, *args: Any, **options: Any) -> None:
        """Encrypt them and say how many there were."""
        secrets = reseal_second_factors() + reseal()
        self.stdout.write(f"Encrypted {secrets} with the present SECRET_KEY.")
