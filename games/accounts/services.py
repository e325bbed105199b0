"""Changes of accounts."""

from games.accounts.models import User


def change_profile(*, user: User, username: str, time_zone: str) -> None:
    """Keep the name and the time zone of a person, both already checked by the form."""
    user.username = username
    user.time_zone = time_zone
    user.save(update_fields=["username", "time_zone"])
