"""Votes of a game's players, and their ballots."""

from collections.abc import Sequence
from typing import Any

from django.db import models
from django.db.models import F, QuerySet

from games.accounts.models import StaffChoices
from games.play.models.game import Game
from games.play.models.pace import Agreement
from games.play.models.player import Player


class VoteKind(StaffChoices):
    """What a vote is about."""

    ABSENT = "absent", "what to do about an absent player"
    PAUSE = "pause", "pause the game"
    RESUME = "resume", "go on with the game"
    CANCEL = "cancel", "cancel the game"
    END = "end", "end the game now, as it stands"


class Outcome(StaffChoices):
    """The choices of a vote, and other ways in which one can end."""

    NONE = "", "no agreement"
    YES = "yes", "yes"
    NO = "no", "no"
    WAIT = "wait", "more time for the absent player"
    REPLACE = "replace", "offer the absent player's seat to others"
    BOT = "bot", "let a bot play for the absent player from now on"
    CANCEL = "cancel", "cancel the game"
    EXTENDED = "extended", "staff gave the absent player more time"
    REPLACED = "replaced", "staff gave the absent player's seat to a bot"
    LEFT = "left", "the absent player left before it was decided"
    MOVED = "moved", "the absent player moved before it was decided"
    PAUSED = "paused", "the game was paused before it was decided"
    OVER = "over", "the game was over before it was decided"
    REWOUND = "rewound", "staff took the game back before it was decided"


MAX_WAITS = 2
"""How often the others can give an absent player more time in one wait."""


class VoteQuerySet(QuerySet["Vote"]):
    """Queries for votes."""

    def asking(self, user: Any) -> "VoteQuerySet":
        """The open votes in which the user has not voted yet."""
        seats = Player.objects.filter(user=user, offered_at=None)
        return (
            self.filter(closed=None, game__players__in=seats)
            .exclude(about__in=seats)
            .exclude(ballots__player__in=seats)
        )


class Vote(models.Model):
    """A question to the players of a game, open until it is decided or its time is up.

    `about` is the absent player. `opened_by` is who called the vote, None if the clock did.
    `outcome` is set when it closes.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="votes")
    kind = models.CharField(max_length=8, choices=VoteKind)
    about = models.ForeignKey(Player, models.CASCADE, null=True, related_name="votes_about")
    opened_by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="votes_opened")
    opened = models.DateTimeField()
    closes = models.DateTimeField()
    closed = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=12, choices=Outcome, blank=True)

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

    def agreement(self, game: Game, choice: str) -> str:
        """Return how many must agree on a choice.

        To stop a rated game takes all, or losers could always do so.
        """
        stops = self.kind in (VoteKind.CANCEL, VoteKind.END) or choice == Outcome.CANCEL
        return Agreement.UNANIMOUS if stops and game.rated else game.agreement

    def voters(self, players: Sequence[Player]) -> list[Player]:
        """Return who may vote: the people in the game, no bots, except those who are absent."""
        return [
            player
            for player in players
            if player.is_persons and not player.offered_at and player.pk != self.about_id
        ]

    def choices(self) -> list[Outcome]:
        """Return the choices that players have."""
        if self.about is None:
            return [Outcome.YES, Outcome.NO]
        waited = Vote.objects.filter(
            about=self.about,
            about__waits__ended_at=None,
            opened__gte=F("about__waits__since"),
            outcome=Outcome.WAIT,
        ).count()
        more = [Outcome.WAIT] if waited < MAX_WAITS else []
        return [*more, Outcome.REPLACE, Outcome.BOT, Outcome.CANCEL]


class Ballot(models.Model):
    """One player's vote, which they can change while the vote is open."""

    vote = models.ForeignKey(Vote, models.CASCADE, related_name="ballots")
    player = models.ForeignKey(Player, models.CASCADE, related_name="ballots")
    choice = models.CharField(max_length=12, choices=Outcome)
    cast = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["vote", "player"], name="one_ballot_per_player"),
        ]

    def __str__(self) -> str:
        return self.choice
