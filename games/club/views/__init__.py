"""The pages of the club: thin views over read models."""

from games.club.views import people, profiles, statistics

__all__ = ["people", "profiles", "statistics"]
