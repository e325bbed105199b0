"""The account that a command is about."""

from django.core.management.base import CommandError

from games.accounts.models import User
from games.accounts.models.user import has_name


def account_named(name: str) -> User:
    """Return the account of this name, whatever its case; raises CommandError without one."""
    user = User.objects.filter(has_name(name)).first()
    if user is None:
        raise CommandError(f"There is no account named {name}.")
    return user
