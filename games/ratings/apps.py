"""The app of ratings: results of finished games, and what they say about people's skill."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Knows people and results; it knows no rules, and play tells it when a game ends."""

    name = "games.ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what this room knows about a person, for exports and for merging accounts."""
        from games.accounts import merging  # noqa: PLC0415 - models load before
        from games.accounts.export.register import register  # noqa: PLC0415
        from games.ratings import export  # noqa: PLC0415
        from games.ratings.merging import ROOM  # noqa: PLC0415

        register(export.PART)
        merging.register(ROOM)
