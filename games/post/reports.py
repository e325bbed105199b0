"""The address to which a device's worker reports that a push has arrived: it names the device."""

from django.core import signing
from django.urls import reverse

from games.post.models import Channel

_SALT = "games.post.reports"


def report_path(channel: Channel | None) -> str:
    """Return the path for a device's reports, which works without signing in."""
    if channel is None:
        raise ValueError("Only devices report.")
    return reverse("post:arrived", args=[signing.Signer(salt=_SALT).sign(str(channel.pk))])


def channel_of(token: str) -> Channel | None:
    """Return the device of a report, or None if there is none any more."""
    try:
        number = signing.Signer(salt=_SALT).unsign(token)
    except signing.BadSignature:
        return None
    return Channel.objects.filter(pk=int(number)).first()
