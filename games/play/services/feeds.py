"""The secret in the addresses of a player's feeds."""

import secrets

from games.accounts.models import User


def renew_feed_secret(*, user: User) -> str:
    """Give a player's feeds new addresses and return the new secret; old addresses stop working."""
    user.feed_secret = secrets.token_urlsafe(24)
    user.save(update_fields=["feed_secret"])
    return user.feed_secret
