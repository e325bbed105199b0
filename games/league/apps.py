"""The app of leagues and cups."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    """Arranges games of `games.play`, which does not know it, into seasons."""

    name = "games.league"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Decide about the games of seasons, and show people's seasons in their profiles."""
        from games.club.pages import parts  # noqa: PLC0415 - models load before ready()
        from games.league.hosting import HOST  # noqa: PLC0415
        from games.league.pages.person import RECORD  # noqa: PLC0415
        from games.play import event_hosts  # noqa: PLC0415

        event_hosts.register(HOST)
        parts.register("leagues", RECORD)
