"""The secret in the addresses of a person's feeds."""

from games.accounts.models import User
from games.play.pages.feeds import new_secret


def renew_feed_secret(*, user: User) -> str:
    """Give a person's feeds new addresses; the old ones, if there were any, are worth nothing."""
    user.feed_secret = new_secret()
    user.save(update_fields=["feed_secret"])
    return user.feed_secret
