"""Addresses that end a person's letters about a topic, without signing in (RFC 8058)."""

from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import signing
from django.urls import reverse

if TYPE_CHECKING:  # rooms register their letters before the models are loaded
    from games.accounts.models import User

_SIGNER = signing.Signer(salt="games.post.unsubscribe")


class Subscription(NamedTuple):
    """A person and the topic of their letters; '' is everything."""

    user: "User"
    topic: str


def unsubscribe_url(user: "User", topic: str) -> str:
    """Return the address that ends a person's letters about a topic."""
    token = _SIGNER.sign_object([user.pk, topic])
    return settings.SITE_URL + reverse("post:unsubscribe", args=[token])


def read(token: str) -> Subscription | None:
    """Return what an address of this site ends, None for any other token."""
    try:
        user_id, topic = _SIGNER.unsign_object(token)
    except signing.BadSignature:
        return None
    user = get_user_model().objects.filter(pk=user_id).first()
    return None if user is None else Subscription(user, topic)
