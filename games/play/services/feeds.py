"""The secret in the addresses of a player's feeds."""

from games.accounts.models import User
from games.play.pages.feeds import new_secret


def renew_feed_secret(*, user: User) -> str:
    """Give a player's feeds new addresses and return the new secret; old addresses stop working."""
    user.feed_secret = new_secret()
    user.save(update_fields=["feed_secret"])
    return user.feed_secret
