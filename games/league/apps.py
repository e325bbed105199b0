"""The app of leagues and cups."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    """Arranges games of `games.play`, which does not know it, into seasons."""

    name = "games.league"
    default_auto_field = "django.db.models.BigAutoField"
