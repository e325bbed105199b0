"""Template tags of the notification history."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext

from games.accounts.models import User
from games.post import connecting, services
from games.post.errors import told
from games.post.models import BouncedAddress, Letter
from games.post.notifications import kind_of
from games.post.services import bounced_of
from games.post.trouble import ChannelTrouble, trouble_of

register = template.Library()
register.filter("told", told)


@register.simple_tag
def bounced(user: User) -> BouncedAddress | None:
    """Return a user's bounced address, if it stops their emails, or None."""
    return bounced_of(user)


@register.simple_tag
def mail_is_late() -> bool:
    """Return whether emails are late because the mail server takes nothing."""
    return services.mail_is_late()


@register.simple_tag
def trouble(user: User) -> ChannelTrouble | None:
    """Return the first of a user's devices and services at which nothing arrives, or None."""
    return trouble_of(user)


@register.simple_tag
def connectable() -> set[str]:
    """Return the names of the services that people can connect in one step."""
    return connecting.offered()


@register.filter
def title(letter: Letter, names: dict[str, str]) -> str:
    """Return the subject line of a letter, or before it has one, its kind and what it is about.

    `names` are the names of topics.
    """
    about = (str(kind_of(letter).label), names.get(letter.topic, ""))
    return letter.subject or ": ".join(filter(None, about))


@register.filter
def fate(letter: Letter, now: datetime) -> str:
    """Return the delivery status of a letter, in one line."""
    ordered = _moment(letter.sent_at if letter.state == Letter.State.SENT else letter.created_at)
    if letter.channel:
        words = pgettext("delivery", "%(moment)s to %(channel)s")
        ordered = words % {"moment": ordered, "channel": letter.channel}
    if letter.state == Letter.State.SENT:
        return ordered
    if letter.state != Letter.State.WAITING:
        return f"{ordered} · {told(letter.error)}" if letter.error else ordered
    return f"{ordered} · {_wait(letter, now)}"


def _wait(letter: Letter, now: datetime) -> str:
    """Return what a waiting letter waits for."""
    words = {"moment": _moment(letter.due_at), "number": letter.attempts}
    if letter.attempts:
        said = ngettext(
            "tried once, next at %(moment)s",
            "tried %(number)s times, next at %(moment)s",
            letter.attempts,
        )
        return said % words
    if letter.due_at > now:
        return gettext("waits until %(moment)s") % words
    return gettext("being sent")


def _moment(moment: datetime | None) -> str:
    return "" if moment is None else date_format(timezone.localtime(moment), "DATETIME_FORMAT")
