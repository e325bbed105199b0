"""The app of the club: profiles, statistics, leaderboards, finding people and games."""

from django.apps import AppConfig


class ClubConfig(AppConfig):
    """Reads what the other rooms keep, and shows it to people."""

    name = "games.club"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register notifications."""
        from games.post.notifications import register  # noqa: PLC0415

        register(
            "games.club.letters.NewGames",
            "games.club.letters.ReportAnswered",
            "games.club.letters.WishExpired",
        )
