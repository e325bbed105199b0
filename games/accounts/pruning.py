"""Delete what has been kept long enough: guests, and sessions that have expired."""

import time
from datetime import timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.accounts import guests, tokens
from games.accounts.models import FormerName, PersonalToken

BATCH = 1000
"""How many rows are deleted in one transaction."""


def delete_in_batches(rows: QuerySet[Any], until: float) -> int:
    """Delete rows, BATCH in each transaction, until a moment of time.monotonic(); return how many.

    At least one batch is deleted.
    """
    deleted = 0
    while True:
        with transaction.atomic():
            batch = list(rows.values_list("pk", flat=True)[:BATCH])
            rows.model.objects.filter(pk__in=batch).delete()
        deleted += len(batch)
        if len(batch) < BATCH or time.monotonic() > until:
            return deleted


def prune(until: float) -> dict[str, int]:
    """Delete old rows of this room until a moment of time.monotonic(); return how many of each."""
    now = timezone.now()
    # A session that has not been used since lasts no longer either.
    unused = now - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return {
        "expired tokens": delete_in_batches(
            PersonalToken.objects.filter(expires_at__lt=now - tokens.KEPT), until
        ),
        "former names": delete_in_batches(FormerName.objects.filter(free_at__lte=now), until),
        "guests": guests.forget(until),
        "expired sessions": delete_in_batches(Session.objects.filter(expire_date__lt=now), until),
        "browsers with such sessions": delete_in_batches(
            UserSession.objects.filter(last_seen_at__lt=unused), until
        ),
    }
