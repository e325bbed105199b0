"""The app of duplicates."""

from django.apps import AppConfig


class DuplicateConfig(AppConfig):
    """Compares games of `games.play`, which does not know it, that people play apart."""

    name = "games.duplicate"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Decide about the games of duplicates, and show these in profiles."""
        from games.club.pages import parts  # noqa: PLC0415 - models load before ready()
        from games.duplicate.hosting import HOST  # noqa: PLC0415
        from games.duplicate.pages.person import RECORD  # noqa: PLC0415
        from games.play import event_hosts  # noqa: PLC0415

        event_hosts.register(HOST)
        parts.register("duplicates", RECORD)
