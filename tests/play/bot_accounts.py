"""Bot accounts whose programs are awake, for tests."""

from django.utils import timezone

from games.accounts import bot_accounts, tokens
from games.accounts.models import Scope, User
from tests.factories import UserFactory


def bot_account(name: str = "Robo", owner: User | None = None, *, by_all: bool = True) -> User:
    """A bot account that is awake; everyone may seat it, or only its owner."""
    owner = owner or UserFactory()
    bot = bot_accounts.create(owner=owner, name=name)
    bot_accounts.set_seated_by_all(owner=owner, number=bot.pk, allowed=by_all)
    tokens.create(user=bot, name="Program", scopes=Scope.offered_to(bot), days=30)
    bot.tokens.update(last_used_at=timezone.now())
    return User.objects.get(pk=bot.pk)
