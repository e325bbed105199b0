"""Plans: positions that a person thinks about, the lines that they try, and what others say."""

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext, pgettext

from games.accounts.models import Block
from games.play.models.game import Game
from games.play.models.player import page_of
from games.rules import TITLES
from games.rules.title import AnyTitle
from games.study.models.post_mortem import name_in_words


class Plan(models.Model):
    """A position that a person plans from; nobody else sees it unless it is shared as a study.

    It is that of a `game` after move `number`, or one of their own with a `name`. `root` is a
    dumped position that `games.rules.title.Title.resample` drew from what `seat` knew (None: what
    everyone knew), so there are no secrets in it; `digest` is its digest. `open` says that nothing
    is hidden: a position of their own, whose text they know. Since `shared_at`, all who may see the
    game may read it once the game is over. So may they one that nobody owns: a place of the
    `post_mortem` of its game, which the site has made.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="plans"
    )
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="plans")
    number = models.PositiveIntegerField(default=0)
    seat = models.PositiveSmallIntegerField(null=True)
    title = models.CharField(max_length=20)
    name = models.CharField(max_length=80, blank=True)
    open = models.BooleanField(default=False)
    root = models.JSONField()
    digest = models.CharField(max_length=64)
    created = models.DateTimeField(auto_now_add=True)
    shared_at = models.DateTimeField(null=True)
    post_mortem = models.ForeignKey(
        "study.PostMortem", models.CASCADE, null=True, related_name="places"
    )

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["user", "game"], name="plans_of_people")]

    def __str__(self) -> str:
        return self.name or gettext("From move {number}").format(number=self.number)

    def called(self, game: str) -> str:
        """Return what it is called outside its game, which has this name."""
        words = pgettext("plan", "{game}, from move {number}")
        return self.name or words.format(game=game, number=self.number)

    @property
    def is_open(self) -> bool:
        """Whether all who may see its game may read it, once that is over."""
        return self.shared_at is not None or self.post_mortem_id is not None

    def line_name(self, name: str) -> str:
        """Return the name of one of its lines in words; those of a post-mortem have ids."""
        return name if self.post_mortem_id is None else name_in_words(name)

    def rules(self) -> AnyTitle:
        """Return the title of this plan, which has its rules."""
        return TITLES[self.title]


class PlanLine(models.Model):
    """A line of a plan: orders after the first `fork` steps of its `parent`, or of the plan.

    Each of its `steps` is what a `Step` of games.study.plan.worlds has. `end` is how many steps
    and `turns` how many turns the line is long, from the beginning of the plan; so are the numbers
    of steps counted that its `notes` are about.
    """

    plan = models.ForeignKey(Plan, models.CASCADE, related_name="lines")
    parent = models.ForeignKey("self", models.CASCADE, null=True, related_name="forks")
    fork = models.PositiveSmallIntegerField(default=0)
    end = models.PositiveSmallIntegerField(default=0)
    turns = models.PositiveSmallIntegerField(default=0)
    steps = models.JSONField(default=list)
    # How it begins, in English: only processes of release 1.0 read and write it.
    label = models.CharField(max_length=200, db_default="", editable=False)
    name = models.CharField(max_length=80, blank=True)
    notes = models.JSONField(default=dict)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name or f"line {self.pk}"


class CommentQuerySet(QuerySet["Comment"]):
    """Queries for comments."""

    def seen_by(self, user_id: int | None) -> "CommentQuerySet":
        """Comments with `hidden`: whether this person had blocked their author by then."""
        blocks = Block.objects.filter(
            user=user_id, other=OuterRef("author"), since__lte=OuterRef("sent")
        )
        return self.annotate(hidden=Exists(blocks))  # type: ignore[no-redef]


class Comment(models.Model):
    """What a reader of a study says about a place in it: `depth` steps along a `line`.

    `line` is None at the beginning. `author` is None once their account is closed. `token` is that
    of the form that sent it, '' for none: the same form makes one comment.
    """

    plan = models.ForeignKey(Plan, models.CASCADE, related_name="comments")
    line = models.ForeignKey(PlanLine, models.CASCADE, null=True, related_name="comments")
    depth = models.PositiveSmallIntegerField(default=0)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="comments"
    )
    text = models.CharField(max_length=5000)
    sent = models.DateTimeField()
    token = models.CharField(max_length=22, blank=True)

    objects = CommentQuerySet.as_manager()

    # Set by `seen_by`.
    hidden: bool

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["token"], condition=~models.Q(token=""), name="one_comment_per_form"
            ),
        ]

    def __str__(self) -> str:
        return self.text[:40]

    @property
    def name(self) -> str:
        """The name of the author, isolated."""
        return str(self.author.called) if self.author is not None else gettext("Former player")

    @property
    def page(self) -> str:
        """The URL of the page about the author, '' if there is none."""
        return page_of(self.author, "")
