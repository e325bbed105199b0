"""Invitations to addresses, of which only a hash is kept."""

from django.conf import settings
from django.db import models

from games.accounts.keys import keyed_hashes
from games.play.models.game import Game


def hashes_of(address: str) -> list[str]:
    """Return the keyed hashes by which an email address is known again, the present key's first.

    Case does not matter.
    """
    return [each.hex() for each in keyed_hashes(__name__, address.lower())]


class MailedInvitation(models.Model):
    """An invitation that `host` sent to an email address, whether or not its owner plays here."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="mailed_invitations")
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    address_hash = models.CharField(max_length=64, db_index=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"from {self.host} to {self.game}"
