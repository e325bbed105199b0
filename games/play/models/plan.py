"""Plans: positions that a person thinks about, and the lines that they try from there."""

from django.conf import settings
from django.db import models

from games.play.models.game import Game
from games.rules import TITLES
from games.rules.title import AnyTitle


class Plan(models.Model):
    """A position that a person plans from; nobody else sees it.

    It is that of a `game` after move `number`, or one of their own with a `name`. `root` is a
    dumped position that `games.rules.title.Title.resample` drew from what `seat` knew (None: what
    everyone knew), so there are no secrets in it; `digest` is its digest. `open` says that nothing
    is hidden: a position of their own, whose text they know.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="plans")
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="plans")
    number = models.PositiveIntegerField(default=0)
    seat = models.PositiveSmallIntegerField(null=True)
    title = models.CharField(max_length=20)
    name = models.CharField(max_length=80, blank=True)
    open = models.BooleanField(default=False)
    root = models.JSONField()
    digest = models.CharField(max_length=64)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["user", "game"], name="plans_of_people")]

    def __str__(self) -> str:
        return self.name or f"From move {self.number}"

    def rules(self) -> AnyTitle:
        """Return the title of this plan, which has its rules."""
        return TITLES[self.title]


class PlanLine(models.Model):
    """A line of a plan: orders after the first `fork` steps of its `parent`, or of the plan.

    Each of its `steps` is a list of what `games.play.plan.worlds.Step` has. `end` is how many steps
    and `turns` how many turns the line is long, from the beginning of the plan; so are the numbers
    of steps counted that its `notes` are about. `label` says how it begins.
    """

    plan = models.ForeignKey(Plan, models.CASCADE, related_name="lines")
    parent = models.ForeignKey("self", models.CASCADE, null=True, related_name="forks")
    fork = models.PositiveSmallIntegerField(default=0)
    end = models.PositiveSmallIntegerField(default=0)
    turns = models.PositiveSmallIntegerField(default=0)
    steps = models.JSONField(default=list)
    label = models.CharField(max_length=200)
    name = models.CharField(max_length=80, blank=True)
    notes = models.JSONField(default=dict)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name or self.label
