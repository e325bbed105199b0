"""Personal tokens: how a person's programs sign in."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from games.accounts.models.user import User

LONGEST_TOKEN_NAME = 60


class Scope(models.TextChoices):
    """What a program may do with a token. Public things need none."""

    READ_OWN = "read:own", pgettext_lazy("scope", "See your games as you see them")
    PLAY = "play", pgettext_lazy("scope", "Play your orders")
    CHAT = "chat", pgettext_lazy("scope", "Read and write the chat of your tables")
    LEAGUE_READ = "league:read", pgettext_lazy("scope", "See the leagues and cups you play in")
    BOT = "bot", pgettext_lazy("scope", "Open tables among bots, to try itself")

    @classmethod
    def offered_to(cls, user: User) -> "list[Scope]":
        """Return what a token of an account may have: bot accounts open tables, for no league."""
        other = cls.LEAGUE_READ if user.is_bot_account else cls.BOT
        return [scope for scope in cls if scope != other]


class PersonalTokenQuerySet(models.QuerySet["PersonalToken"]):
    """Queries for tokens."""

    def of_person(self, user: Any) -> "PersonalTokenQuerySet":
        """A person's tokens and those of their bot accounts."""
        return self.filter(Q(user=user) | Q(user__owner=user))


class PersonalToken(models.Model):
    """A token that a program of a person's shows with each request, in place of a password.

    Only the hash of its secret is kept. A person's tokens have different names.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=LONGEST_TOKEN_NAME)
    # SHA-256 in hexadecimal. A secret of 238 random bits needs no slower hash.
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    last_used_at = models.DateTimeField(null=True)

    objects = PersonalTokenQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "name"], name="one_token_per_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def person(self) -> User:
        """Whose program it is: the account itself, or the owner of a bot account."""
        return self.user.owner or self.user

    @property
    def is_expired(self) -> bool:
        return self.expires_at <= timezone.now()

    @property
    def scope_labels(self) -> list[str]:
        """What the token allows, in words."""
        return [str(scope.label) for scope in Scope if scope in self.scopes]
