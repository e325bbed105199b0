"""The app of the club: profiles, statistics, leaderboards, puzzles, finding people and games."""

from django.apps import AppConfig


class ClubConfig(AppConfig):
    """Reads what the other rooms keep, and shows it to people."""

    name = "games.club"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register notifications."""
        from games.club.letters import PUZZLES, PUZZLES_STAY  # noqa: PLC0415 - needs models
        from games.post import topics  # noqa: PLC0415
        from games.post.notifications import register  # noqa: PLC0415

        register(
            "games.club.letters.NewGames",
            "games.club.letters.PuzzleOfTheDay",
            "games.club.letters.ReportAnswered",
            "games.club.letters.WishExpired",
        )
        topics.register_daily(PUZZLES, f"the {PUZZLES}", PUZZLES_STAY)
