"""Games as they are played: lobby, table, drafts, moves."""

from django.apps import AppConfig

from games.post.letters import register


class PlayConfig(AppConfig):
    """Registers with the mail room the letters that a game writes."""

    name = "games.play"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hand over the writers."""
        from games.play.letters import WRITERS  # noqa: PLC0415 - needs the models, there only now

        for kind, writer in WRITERS.items():
            register(kind, writer)
