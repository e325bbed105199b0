"""The app of thinking about games: plans, studies, analyses, post-mortems, lessons, puzzles."""

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
        from games.study.post_mortem_letter import (  # noqa: PLC0415
            POST_MORTEMS,
            POST_MORTEMS_STAY,
        )

        register(
            "games.study.letters.PuzzleOfTheDay", "games.study.post_mortem_letter.TurningPoints"
        )
        name = pgettext_lazy("emails", "the puzzle of the day")
        topics.register_emails(PUZZLES, topics.Emails(name, PUZZLES_STAY, daily=True))
        name = pgettext_lazy("emails", "the turning points of finished games")
        topics.register_emails(POST_MORTEMS, topics.Emails(name, POST_MORTEMS_STAY))
        guided.register(begun_by)
