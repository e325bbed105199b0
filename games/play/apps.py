"""Games as they are played: lobby, table, drafts, moves."""

from django.apps import AppConfig

from games.post import letters as post


class PlayConfig(AppConfig):
    """Registers with the mail room the letters that a game writes."""

    name = "games.play"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hand over the writers."""
        from games.play import letters  # the models are there only now

        for kind, writer in letters.WRITERS.items():
            post.register(kind, writer)
