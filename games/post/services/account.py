"""Ordering letters about accounts, and forgetting them."""

import json
from datetime import timedelta
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from games.accounts.outgoing import AccountLetter
from games.accounts.seal import seal
from games.post.account import KIND
from games.post.models import Letter
from games.post.services.hurry import hasten_after_commit

KEPT = timedelta(days=7)
"""How long the staff sees what became of a letter to an address that may be nobody's."""


@transaction.atomic
def order_account_letter(wanted: AccountLetter) -> None:
    """Order a letter to an address: at once, at any hour, whatever its owner chose."""
    now = timezone.now()
    told = {
        "template": wanted.template,
        "words": wanted.words,
        "until": (now + wanted.lasts).isoformat(),
    }
    letter = Letter.objects.create(
        kind=KIND,
        address=wanted.address,
        key=f"{KIND}:{uuid4().hex}",
        sealed=seal(json.dumps(told), KIND),
        created_at=now,
        due_at=now,
    )
    hasten_after_commit(letter)


def forget_account_letters() -> None:
    """Delete those that were ordered long ago."""
    Letter.objects.filter(recipient=None, kind=KIND, created_at__lt=timezone.now() - KEPT).delete()
