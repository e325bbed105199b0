"""The app of thinking about games: plans, studies, records, analyses, lessons and puzzles."""

from django.apps import AppConfig


class StudyConfig(AppConfig):
    """Knows the games of `games.play`, which does not know it."""

    name = "games.study"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register notifications, and the guided games that people have begun."""
        from games.play.pages import guided  # noqa: PLC0415 - models load before ready()
        from games.post import topics  # noqa: PLC0415
        from games.post.notifications import register  # noqa: PLC0415
        from games.study.letters import PUZZLES, PUZZLES_STAY  # noqa: PLC0415
        from games.study.pages.guide import begun_by  # noqa: PLC0415

        register("games.study.letters.PuzzleOfTheDay")
        topics.register_daily(PUZZLES, f"the {PUZZLES}", PUZZLES_STAY)
        guided.register(begun_by)
