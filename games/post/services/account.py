"""Queue letters about accounts."""

from django.db import transaction
from django.utils import timezone

from games.accounts.contribution import AccountLetter
from games.post.models import Letter
from games.post.notifications.account import AccountNotice
from games.post.services.queue import enqueue_on_commit


@transaction.atomic
def order_account_letter(wanted: AccountLetter) -> None:
    """Queue a letter to an address: due at once, whatever its owner's schedule and quiet hours."""
    now = timezone.now()
    notice = AccountNotice(
        template=wanted.template, words=wanted.words, until=(now + wanted.lasts).isoformat()
    )
    letter = Letter.objects.create(
        **notice.row(), address=wanted.address, created_at=now, due_at=now
    )
    enqueue_on_commit(letter)
