"""What a site under test does otherwise than a real one, once its own code is there."""

from django.apps import AppConfig


class RunningConfig(AppConfig):
    """Keeps what is posted to the public internet."""

    name = "tests.running"

    def ready(self) -> None:
        """Stand in for the public internet."""
        from tests.running import pushes  # noqa: PLC0415 - it needs the apps

        pushes.install()
