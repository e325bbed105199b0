"""Keep the names of people who have left from strangers, who could be taken for them."""

from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.accounts.models import FormerName, User
from games.accounts.names import look_of, stored
from games.accounts.seal import keyed_hashes

KEPT = timedelta(days=365)
"""How long the name of a deleted account is given to nobody else."""


def keep(user: User, heir: User | None = None) -> None:
    """Keep the name of a person whose account is being deleted, but for the account it became."""
    FormerName.objects.create(
        name_hash=_name_hashes(user.username)[0],
        look_hash=_look_hashes(user.username)[0],
        free_at=timezone.now() + KEPT,
        heir=heir,
    )


def is_kept(name: str, user: User | None = None) -> bool:
    """Return whether a name, or one that looks like it, is kept from this person."""
    same = Q(name_hash__in=_name_hashes(name)) | Q(look_hash__in=_look_hashes(name))
    kept = _kept().filter(same)
    if user is not None and user.pk is not None:
        kept = kept.exclude(heir=user)
    return kept.exists()


def has_left(name: str) -> bool:
    """Return whether a person of this name has left, whatever its case, within the time KEPT."""
    return _kept().filter(name_hash__in=_name_hashes(name)).exists()


def _kept() -> QuerySet[FormerName]:
    return FormerName.objects.filter(free_at__gt=timezone.now())


def _name_hashes(name: str) -> list[str]:
    return [each.hex() for each in keyed_hashes(f"{__name__}.name", stored(name).casefold())]


def _look_hashes(name: str) -> list[str]:
    return [each.hex() for each in keyed_hashes(f"{__name__}.look", look_of(name))]
