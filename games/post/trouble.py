"""What stands in for a device or service at which nothing arrives: emails, which say so."""

from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from games.accounts.models import User
from games.post.models import Channel, Letter


def failing_of(user: User) -> Channel | None:
    """Return the first of a user's devices and services at which nothing arrives, or None."""
    channels = Channel.objects.filter(user=user).order_by("pk")
    return next((channel for channel in channels if channel.fails), None)


def instead_of(letter: Letter) -> str:
    """Return the sentence of an email that comes because nothing arrives elsewhere, else ''."""
    user = letter.recipient
    if user is None or letter.channel_id or not user.channel_fails:
        return ""
    channel = failing_of(user)
    if channel is None:
        return ""
    if not channel.is_silent or channel.unanswered_since is None:
        return gettext("%(channel)s no longer gets what we send, so this comes by email.") % {
            "channel": channel
        }
    since = timezone.localtime(channel.unanswered_since, ZoneInfo(user.time_zone))
    return gettext("%(channel)s hasn't answered since %(day)s, so this comes by email.") % {
        "channel": channel,
        "day": date_format(since, "MONTH_DAY_FORMAT"),
    }
