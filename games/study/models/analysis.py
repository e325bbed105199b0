"""The analysis of a finished game."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import models

from games.accounts.models import StaffChoices
from games.play.models.game import Game

METHOD = 2
"""Increase it when analyses give other results: older ones can then be asked for again."""


class AnalysisState(StaffChoices):
    ASKED = "asked", "asked for"
    RUNNING = "running", "being worked out"
    DONE = "done", "done"
    FAILED = "failed", "failed"


class JudgedTurn(NamedTuple):
    """A turn of a seat: its own `orders`, beginning with move `number`, and the master's.

    `gain` is how much more chance to win the seat would have had after the master's turn, None if
    that is the same, and `error` the standard error of that; `better` says that it is more than
    chance. `chances` are those of each seat before the turn, as far as a spectator could tell, and
    `errors` their standard errors.
    """

    number: int
    seat: int
    orders: Sequence[str]
    best: Sequence[str]
    gain: float | None
    error: float
    better: bool
    chances: Sequence[float]
    errors: Sequence[float]

    @property
    def swing(self) -> float:
        """How much chance to win the seat gave away, 0 if it played as well as the master."""
        return self.gain if self.better and self.gain is not None else 0.0


class AnalysisQuerySet(models.QuerySet["Analysis"]):
    """Queries for analyses."""

    def unfinished(self) -> "AnalysisQuerySet":
        """Analyses that workers have yet to finish."""
        return self.filter(state__in=[AnalysisState.ASKED, AnalysisState.RUNNING])

    def stale(self, before: datetime) -> "AnalysisQuerySet":
        """Unfinished analyses that nobody has worked on since a moment."""
        return self.unfinished().filter(worked_at__lte=before)


class Analysis(models.Model):
    """The analysis of a finished game, worked out a few turns at a time by the workers of bots.

    `asked_by` is None if no player waits for it. `turns` are rows of `JudgedTurn`, `total` is how
    many there will be, 0 until work begins. `worked_at` is when somebody last worked on it or was
    asked to, `tries` how often workers have been asked again since. `method` is the METHOD of the
    analysis.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="analysis")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="analyses"
    )
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=AnalysisState, default=AnalysisState.ASKED)
    turns = models.JSONField(default=list)
    total = models.PositiveIntegerField(default=0)
    worked_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    method = models.PositiveSmallIntegerField(default=METHOD)

    objects = AnalysisQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "analyses"
        indexes = [
            models.Index(
                fields=["worked_at"],
                condition=models.Q(state__in=["asked", "running"]),
                name="unfinished_analyses",
            ),
        ]

    def __str__(self) -> str:
        return f"Analysis of game {self.game_id}"

    @property
    def is_done(self) -> bool:
        return self.state == AnalysisState.DONE

    @property
    def is_patient(self) -> bool:
        """Whether no player waits for it, so that bots may think first."""
        return self.asked_by_id is None

    @property
    def is_unfinished(self) -> bool:
        return self.state in (AnalysisState.ASKED, AnalysisState.RUNNING)

    @property
    def judged(self) -> list[JudgedTurn]:
        """The turns that have been worked out."""
        return [JudgedTurn(*row) for row in self.turns]
