"""The mail room."""

from django.apps import AppConfig


class PostConfig(AppConfig):
    """The mail room."""

    name = "games.post"
    default_auto_field = "django.db.models.BigAutoField"
