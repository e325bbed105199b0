"""Addresses that mail came back from."""

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.utils import timezone

from games.accounts.models import User
from games.post.models import BouncedAddress


@transaction.atomic
def mark_bounced(*, user: User, address: str, reason: str) -> None:
    """Send nothing to an address of a person until they say that it works."""
    BouncedAddress.objects.update_or_create(
        address=address, defaults={"bounced_at": timezone.now(), "reason": reason}
    )
    User.objects.filter(pk=user.pk).update(mail_came_back=True)


def bounced_of(user: User) -> BouncedAddress | None:
    """Return the confirmed address of a person if mail came back from it.

    Asks the database only about people from whose addresses some did.
    """
    if not user.mail_came_back:
        return None
    own = EmailAddress.objects.filter(user=user, primary=True, verified=True)
    return _bounced(own).first()


def wake(user: User) -> None:
    """Keep whether mail came back from any address that a person still has."""
    asleep = _bounced(EmailAddress.objects.filter(user=user)).exists()
    User.objects.filter(pk=user.pk).update(mail_came_back=asleep)


def _bounced(own: QuerySet[EmailAddress]) -> QuerySet[BouncedAddress]:
    """Return those of these addresses that mail came back from, in whatever case they were kept."""
    rows = BouncedAddress.objects.alias(lower=Lower("address"))
    return rows.filter(lower__in=own.values(lower=Lower("email")))
