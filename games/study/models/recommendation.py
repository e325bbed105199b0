"""Studies that members propose, and staff pick, for the page of games to learn from."""

from typing import Final

from django.conf import settings
from django.db import models

from games.study.models.plan import Plan

LISTED: Final = 3
"""How many votes list a study."""
PICKED: Final = 1_000_000
"""What a pick by staff adds to the rank: more than there are votes."""


class Recommendation(models.Model):
    """A study that somebody thinks others can learn from.

    `votes` are those of members whose accounts are open, `picked_at` is since when it is a pick of
    staff. Its `rank` is made of both: from LISTED on it is listed, the highest first. It is 0 as
    long as staff do not list it, which is since `unlisted_at`.
    """

    plan = models.OneToOneField(Plan, models.CASCADE, related_name="recommendation")
    votes = models.PositiveIntegerField(default=0)
    picked_at = models.DateTimeField(null=True)
    unlisted_at = models.DateTimeField(null=True)
    rank = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-rank", "-pk"]
        indexes = [
            # SQLite takes no index of only those that are listed: it gets the rank as a parameter.
            models.Index(fields=["-rank", "-id"], name="games_to_learn_from"),
        ]

    def __str__(self) -> str:
        return f"Study {self.plan_id}: {self.votes} votes"


class RecommendationVote(models.Model):
    """A member's vote for a study; they have one for each."""

    recommendation = models.ForeignKey(Recommendation, models.CASCADE, related_name="voters")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="recommendations"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["recommendation", "user"], name="one_vote_for_each_study"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} for {self.recommendation_id}"
