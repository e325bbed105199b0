"""Unsubscribe links, which work without signing in (RFC 8058)."""

from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.db.models import Q
from django.urls import reverse

from games.accounts.models import User

_SALT = "games.post.unsubscribe"


class Subscription(NamedTuple):
    """A user and the topic of their letters; '' for all letters."""

    user: User
    topic: str


def unsubscribe_url(user: User, topic: str) -> str:
    """Return the link that unsubscribes a user from a topic."""
    token = signing.Signer(salt=_SALT).sign_object([user.pk, topic])
    return settings.SITE_URL + reverse("post:unsubscribe", args=[token])


def read(token: str) -> Subscription | None:
    """Return the subscription in a token, or None if the token is not valid."""
    try:
        user_id, topic = signing.Signer(salt=_SALT).unsign_object(token)
    except signing.BadSignature:
        return None
    users = User.objects
    merged = Q(former_readers=user_id)
    user = users.filter(pk=user_id).first() or users.filter(merged).first()
    return None if user is None else Subscription(user, topic)
