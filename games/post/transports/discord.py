"""Notifications in a Discord channel."""

from games.post.letters import Written
from games.post.models import ChannelKind, Letter
from games.post.transports.webhook import Webhook, message


class Discord(Webhook):
    """Posts a message that mentions nobody."""

    name = ChannelKind.DISCORD

    def body(self, letter: Letter, written: Written) -> dict[str, object]:
        return {"content": message(written), "allowed_mentions": {"parse": []}}
