"""What the people at a table decide together."""

from django.db import models

from games.play.models.game import Game, Player
from games.play.querysets import VoteQuerySet


class VoteKind(models.TextChoices):
    """What a vote is about."""

    ABSENT = "absent", "what to do about an absent player"
    PAUSE = "pause", "pause the game"
    RESUME = "resume", "go on with the game"
    CANCEL = "cancel", "cancel the game"
    END = "end", "end the game now, as it stands"


class Vote(models.Model):
    """A question to the people at a table, open until they have answered or time is up.

    `about` is the absent player, `opened_by` who asked; the clock asks as nobody. `outcome` is the
    choice that won, or '' if none did.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="votes")
    kind = models.CharField(max_length=8, choices=VoteKind)
    about = models.ForeignKey(Player, models.CASCADE, null=True, related_name="votes_about")
    opened_by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="votes_opened")
    opened = models.DateTimeField()
    closes = models.DateTimeField()
    closed = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=12, blank=True)

    objects = VoteQuerySet.as_manager()

    class Meta:
        ordering = ["opened"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "kind"],
                condition=models.Q(closed__isnull=True, about__isnull=True),
                name="one_open_vote_of_a_kind",
            ),
            models.UniqueConstraint(
                fields=["game", "about"],
                condition=models.Q(closed__isnull=True),
                name="one_open_vote_about_a_player",
            ),
        ]
        indexes = [
            models.Index(
                fields=["closes"], condition=models.Q(closed__isnull=True), name="votes_to_close"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, game {self.game_id}"


class Ballot(models.Model):
    """One player's answer; it may change while the vote is open."""

    vote = models.ForeignKey(Vote, models.CASCADE, related_name="ballots")
    player = models.ForeignKey(Player, models.CASCADE, related_name="ballots")
    choice = models.CharField(max_length=12)
    cast = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["vote", "player"], name="one_ballot_per_player"),
        ]

    def __str__(self) -> str:
        return self.choice
