"""The app of ratings: results of finished games, and what they say about people's skill."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Knows people and results; it knows no rules, and play tells it when a game ends."""

    name = "games.ratings"
    verbose_name = "Ratings"
    default_auto_field = "django.db.models.BigAutoField"
