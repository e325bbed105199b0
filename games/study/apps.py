"""The app of thinking about games: plans, studies, records, analyses, lessons and puzzles."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


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
        name = pgettext_lazy("emails", "the puzzle of the day")
        topics.register_daily(PUZZLES, name, PUZZLES_STAY)
        guided.register(begun_by)
