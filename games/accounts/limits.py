"""Limits on how often a person may do something that only reads.

django-allauth counts requests that change something, but no searches, which are GET.
"""

from django.core.cache import cache

MINUTE = 60


def within_limit(action: str, user_id: int, *, a_minute: int) -> bool:
    """Count an action of a person; return whether it stayed within the limit a minute.

    The minute begins with the first of them.
    """
    key = f"limit:{action}:{user_id}"
    cache.add(key, 0, timeout=MINUTE)
    try:
        return cache.incr(key) <= a_minute
    except ValueError:  # the cache dropped the count in the meantime
        return True
