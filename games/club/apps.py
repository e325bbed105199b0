"""The app of the club: profiles, statistics, leaderboards, and finding people and games."""

from django.apps import AppConfig


class ClubConfig(AppConfig):
    """Reads what the other rooms keep, and shows it to people."""

    name = "games.club"
    default_auto_field = "django.db.models.BigAutoField"
