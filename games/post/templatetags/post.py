"""Template tags of the notification history."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format

from games.accounts.models import User
from games.post.models import BouncedAddress, Letter
from games.post.services import bounced_of

register = template.Library()


@register.simple_tag
def bounced(user: User) -> BouncedAddress | None:
    """Return a user's bounced address, if it stops their emails, or None."""
    return bounced_of(user)


@register.filter
def title(letter: Letter, names: dict[str, str]) -> str:
    """Return the title of a letter; `names` are the names of topics."""
    return letter.title(names.get(letter.topic, ""))


@register.filter
def fate(letter: Letter, now: datetime) -> str:
    """Return the delivery status of a letter, in one line."""
    way = f" to {letter.channel}" if letter.channel else ""
    if letter.state == Letter.State.SENT:
        return f"{_moment(letter.sent_at)}{way}"
    ordered = f"{_moment(letter.created_at)}{way}"
    if letter.state != Letter.State.WAITING:
        return f"{ordered} · {letter.error}" if letter.error else ordered
    if letter.attempts:
        times = "once" if letter.attempts == 1 else f"{letter.attempts} times"
        return f"{ordered} · tried {times}, next at {_moment(letter.due_at)}"
    if letter.due_at > now:
        return f"{ordered} · waits until {_moment(letter.due_at)}"
    return f"{ordered} · being sent"


def _moment(moment: datetime | None) -> str:
    return "" if moment is None else date_format(timezone.localtime(moment), "j M Y, H:i")
