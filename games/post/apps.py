"""The mail room."""

from django.apps import AppConfig

from games.post.letters import register


class PostConfig(AppConfig):
    """The mail room; its own letter is the one that tries it out."""

    name = "games.post"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register that letter."""
        from games.post.trial import write_trial  # noqa: PLC0415 - needs the models, there only now

        register("trial", write_trial)
