"""Invitations to addresses, of which only a hash is kept."""

from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac

from games.play.models.game import Game


def hash_of(address: str) -> str:
    """Return a keyed hash of an email address, by which it is known again; case does not matter."""
    return str(salted_hmac(__name__, address.lower(), algorithm="sha256").hexdigest())


class MailedInvitation(models.Model):
    """An invitation that `host` sent to an email address, whether or not its owner plays here."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="mailed_invitations")
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    address_hash = models.CharField(max_length=64, db_index=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"from {self.host} to {self.game}"
