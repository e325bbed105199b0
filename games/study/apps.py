"""The app of thinking about games: plans, studies, positions, records, analyses, guided games."""

from django.apps import AppConfig


class StudyConfig(AppConfig):
    """Knows the games of `games.play`, which does not know it."""

    name = "games.study"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the guided games that people have begun."""
        from games.play.pages import guided  # noqa: PLC0415 - models load before ready()
        from games.study.pages.guide import begun_by  # noqa: PLC0415

        guided.register(begun_by)
