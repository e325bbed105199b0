"""Games as they are played: lobby, table, drafts, moves."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Registers with the mail room the letters that a game writes."""

    name = "games.play"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hand over the writers."""
        # Both need the models, which are there only now.
        from games.play.letters import WRITERS
        from games.post.letters import register

        for kind, writer in WRITERS.items():
            register(kind, writer)
