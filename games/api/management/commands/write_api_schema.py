"""Write the schema of the API."""

from typing import Any

from django.core.management.base import BaseCommand

from games.api.schema import FILE, text


class Command(BaseCommand):
    """Write docs/api.json after a change of the API."""

    help = "Write the OpenAPI schema to docs/api.json, after a change of games/api."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file."""
        FILE.write_text(text(), "utf-8")
