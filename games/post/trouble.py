"""What stands in for a device or service at which nothing arrives: emails, which say so."""

from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from games.accounts.models import User
from games.post.models import Channel, Letter, Schedule


class ChannelTrouble(NamedTuple):
    """A device or service at which nothing arrives, and whether emails come in its stead."""

    channel: Channel
    emails: bool


def trouble_of(user: User) -> ChannelTrouble | None:
    """Return the first of a user's devices and services at which nothing arrives, or None.

    No emails come instead while another one works, where the user wants none, or after one bounced.
    """
    channels = _channels(user)
    channel = next((each for each in channels if each.fails), None)
    if channel is None:
        return None
    unwanted = Schedule.objects.filter(user=user, topic="", mode=Schedule.Mode.NONE)
    others = any(each.works for each in channels)
    emails = not (others or user.mail_came_back or unwanted.exists())
    return ChannelTrouble(channel, emails)


def instead_of(letter: Letter) -> str:
    """Return the sentence of an email that comes because nothing arrives elsewhere, else ''.

    Emails come in nobody's stead while another device or service works. What each page says, that
    one of them fails, is noted only after its next message, which may leave after the email.
    """
    user = letter.recipient
    if user is None or letter.channel_id:
        return ""
    channels = _channels(user)
    channel = next((each for each in channels if each.fails), None)
    if channel is None or any(each.works for each in channels):
        return ""
    if channel.is_signed_out:
        return gettext("You're no longer signed in on %(channel)s, so this comes by email.") % {
            "channel": channel
        }
    if not channel.is_silent or channel.unanswered_since is None:
        return gettext("%(channel)s no longer gets what we send, so this comes by email.") % {
            "channel": channel
        }
    since = timezone.localtime(channel.unanswered_since, ZoneInfo(user.time_zone))
    return gettext("%(channel)s hasn't answered since %(day)s, so this comes by email.") % {
        "channel": channel,
        "day": date_format(since, "MONTH_DAY_FORMAT"),
    }


def _channels(user: User) -> list[Channel]:
    return list(Channel.objects.filter(user=user).order_by("pk"))
