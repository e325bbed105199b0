"""The app of leagues and cups."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    """Arranges games of `games.play`, which does not know it, into seasons."""

    name = "games.league"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Decide about the games of seasons, show these in profiles, register notifications."""
        from games.club.pages import parts  # noqa: PLC0415 - models load before ready()
        from games.league import letters  # noqa: PLC0415
        from games.league.hosting import HOST  # noqa: PLC0415
        from games.league.pages.person import RECORD  # noqa: PLC0415
        from games.play import event_hosts  # noqa: PLC0415
        from games.post import topics  # noqa: PLC0415
        from games.post.notifications import register  # noqa: PLC0415

        event_hosts.register(HOST)
        parts.register("leagues", RECORD)
        register(
            "games.league.letters.SeasonBegun",
            "games.league.letters.WeekStanding",
            "games.league.letters.SeasonEnded",
            "games.league.letters.Substituted",
            "games.league.letters.CupCancelled",
            "games.league.letters.StaffActed",
        )
        topics.register(letters.TOPIC, letters.names)
