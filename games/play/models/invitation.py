"""Invitations to games, by name or by email address."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import QuerySet

from games.accounts.seal import keyed_hashes
from games.accounts.spellings import one_spelling
from games.play.models.game import Game, Status
from games.play.models.player import page_of

DAY = timedelta(days=1)

MOST_TIMES = 3
"""How often an invitation is emailed at most, and at the earliest a DAY after the time before."""


def hashes_of(address: str) -> list[str]:
    """Return the keyed hashes by which an email address is known again, the present key's first.

    Neither case nor the spelling of its domain matters.
    """
    return [each.hex() for each in keyed_hashes(__name__, one_spelling(address))]


class InvitationQuerySet(QuerySet["Invitation"]):
    """Queries for invitations."""

    def outstanding(self) -> "InvitationQuerySet":
        """The invitations that have been neither accepted nor withdrawn."""
        return self.filter(accepted_at=None, withdrawn_at=None)

    def waiting_for(self, user: Any) -> "InvitationQuerySet":
        """The outstanding ones to games that wait for this player among others, newest first."""
        waiting = self.outstanding().filter(guest=user, game__status=Status.OPEN)
        return waiting.select_related("game", "host").order_by("-at")


class Invitation(models.Model):
    """An invitation that `host` sent to a player, `guest`, or to an email address.

    `guest` is None for an address, whether or not its owner plays here. `at` is when it was last
    sent, `times` how often. It is accepted when the guest takes a seat, or anyone by its link.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations")
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    guest = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="invited"
    )
    address = models.CharField(max_length=254, blank=True)
    address_hash = models.CharField(max_length=64, blank=True, db_index=True)
    at = models.DateTimeField(db_index=True)
    times = models.PositiveSmallIntegerField(default=1)
    accepted_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"from {self.host} to {self.game}"

    @property
    def is_outstanding(self) -> bool:
        """Whether it can still be accepted."""
        return self.accepted_at is None and self.withdrawn_at is None

    @property
    def to(self) -> str:
        """Whom it is for, in its host's words: a name, isolated, or an address."""
        return self.address if self.guest is None else str(self.guest.called)

    @property
    def page(self) -> str:
        """The URL of the page about the guest, '' if there is none."""
        return page_of(self.guest, "")
