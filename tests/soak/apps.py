"""The title in which several seats are asked at once, in every process of the soak."""

from contextlib import ExitStack

from django.apps import AppConfig

TURNS = 60
"""So many turns a poll has, which are more than the soak plays."""


class SoakConfig(AppConfig):
    """Registers the poll as long as the process lasts."""

    name = "tests.soak"
    label = "soak"

    def ready(self) -> None:
        """Add the poll to the titles."""
        # Needs the apps' models.
        from tests.play import poll_title  # noqa: PLC0415

        poll_title.LAST = TURNS
        self.lasting = ExitStack()
        self.lasting.enter_context(poll_title.registered())
