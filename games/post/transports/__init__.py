"""The register of transports: the ways to send notifications.

To add one, add a file with a subclass of `Transport`, a line here and a `ChannelKind`.
"""

from functools import cache

from django.utils.module_loading import import_string

from games.post.models import Letter
from games.post.transports.base import Transport

REGISTER = (
    "games.post.transports.mail.Mail",
    "games.post.transports.push.Push",
    "games.post.transports.ntfy.Ntfy",
    "games.post.transports.telegram.Telegram",
    "games.post.transports.webhook.Discord",
    "games.post.transports.webhook.Slack",
    "games.post.transports.webhook.PlainJson",
)

MAIL = "mail"
"""The name of the transport for letters without a channel."""


@cache
def transports() -> dict[str, Transport]:
    """Return the transports by name."""
    found: list[Transport] = [import_string(path)() for path in REGISTER]
    return {transport.name: transport for transport in found}


def transport_of(letter: Letter) -> Transport:
    """Return the transport of a letter."""
    return transports()[letter.channel.kind if letter.channel else MAIL]
