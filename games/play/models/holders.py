"""Holders: who has held each seat, for which moves, and how it changed hands."""

from django.conf import settings
from django.db import models

from games.play.models.player import LONGEST_NICKNAME, Player, called, page_of


class Change(models.TextChoices):
    """How a seat passes from one holder to the next."""

    SEATED = "seated", "seated when the game was created"
    JOINED = "joined", "joined"
    INVITED = "invited", "joined by the invitation link"
    TAKEN = "taken", "took over an offered seat"
    VOTED = "voted", "given to a bot by vote"
    LEFT = "left", "left"
    CLOSED = "closed", "account closed"
    STAFF = "staff", "given to a bot by staff"


class Holder(models.Model):
    """A person or bot who holds a seat from move `first_move` to before `end_move`.

    `end_move` is None for the current holder. `came` is how they got the seat, `went` how they lost
    it. `user` is None for a bot, and for a person whose account was deleted. `nickname` is as that
    of a player. `excused` says that staff replaced them without their fault, `hinted` when they
    asked for a hint at a rated table, which gave the game up for their rating.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="holders")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="held"
    )
    bot = models.CharField(max_length=20, blank=True)
    nickname = models.CharField(max_length=LONGEST_NICKNAME, blank=True)
    first_move = models.PositiveIntegerField(default=1)
    end_move = models.PositiveIntegerField(null=True)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    came = models.CharField(max_length=7, choices=Change)
    went = models.CharField(max_length=7, choices=Change, blank=True)
    excused = models.BooleanField(default=False)
    hinted = models.DateTimeField(null=True)

    class Meta:
        ordering = ["first_move", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"],
                condition=models.Q(end_move__isnull=True),
                name="one_holder_at_a_time",
            ),
        ]
        indexes = [models.Index(fields=["user", "-id"], name="holders_by_person")]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name that other players see, isolated."""
        return called(self.user, self.bot, self.player.seat, self.nickname)

    @property
    def page(self) -> str:
        """The URL of the page about the holder, '' if there is none."""
        return page_of(self.user, self.bot)
