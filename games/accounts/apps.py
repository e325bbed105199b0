"""Users and their preferences."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users and their preferences."""

    name = "games.accounts"
    default_auto_field = "django.db.models.BigAutoField"
