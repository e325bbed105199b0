"""Bounced addresses: stop sending to them, and start again."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.utils import timezone

from games.accounts.models import User
from games.accounts.spellings import one_spelling
from games.post.models import BouncedAddress, Letter

# Mail servers give up after about five days; some take longer.
BOUNCES_WITHIN = timedelta(days=14)


def letter_sent(letter_id: int) -> Letter | None:
    """Return a letter sent by email recently enough to bounce, or None."""
    since = timezone.now() - BOUNCES_WITHIN
    sent = Letter.objects.filter(state=Letter.State.SENT, channel=None, sent_at__gte=since)
    return sent.exclude(sent_to="").filter(pk=letter_id).first()


@transaction.atomic
def mark_bounced(*, letter: Letter, reason: str) -> bool:
    """Stop sending to the address that a letter went to, until its owner says that it works.

    Does nothing and returns False if the recipient no longer has the address, or, for a letter
    about an account, if nobody has it.
    """
    own = EmailAddress.objects.filter(email__iexact=one_spelling(letter.sent_to))
    if letter.recipient_id is not None:
        own = own.filter(user=letter.recipient_id)
    owners = list(own.values_list("user", flat=True))
    if owners:
        BouncedAddress.objects.update_or_create(
            address=one_spelling(letter.sent_to),
            defaults={"bounced_at": timezone.now(), "reason": reason},
        )
        User.objects.filter(pk__in=owners).update(mail_came_back=True)
    return bool(owners)


@transaction.atomic
def forget_bounce(*, address: str) -> None:
    """Start sending to an address again, whoever has it."""
    BouncedAddress.objects.filter(address__iexact=address).delete()
    for owner in User.objects.filter(emailaddress__email__iexact=address):
        note_bounces(owner)


def bounced_of(user: User) -> BouncedAddress | None:
    """Return a user's confirmed address if it has bounced, or None.

    Queries the database only for users of whom some address has bounced.
    """
    if not user.mail_came_back:
        return None
    own = EmailAddress.objects.filter(user=user, primary=True, verified=True)
    return _bounced(own).first()


def note_bounces(user: User) -> None:
    """Update whether any address that a user still has has bounced."""
    came_back = _bounced(EmailAddress.objects.filter(user=user)).exists()
    User.objects.filter(pk=user.pk).update(mail_came_back=came_back)


def of_nobody() -> QuerySet[BouncedAddress]:
    """Return the bounced addresses that nobody here has any more."""
    return BouncedAddress.objects.exclude(pk__in=_bounced(EmailAddress.objects.all()).values("pk"))


def _bounced(own: QuerySet[EmailAddress]) -> QuerySet[BouncedAddress]:
    """Return which of these addresses have bounced, ignoring case."""
    rows = BouncedAddress.objects.alias(lower=Lower("address"))
    return rows.filter(lower__in=own.values(lower=Lower("email")))
