"""Players and their preferences."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Players and their preferences."""

    name = "games.accounts"
    default_auto_field = "django.db.models.BigAutoField"
