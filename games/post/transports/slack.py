"""Notifications in a Slack channel."""

from games.post.letters import Written
from games.post.models import ChannelKind, Letter
from games.post.transports.webhook import Webhook, message


class Slack(Webhook):
    """Posts a message, with the three characters escaped that are special in Slack."""

    name = ChannelKind.SLACK

    def body(self, letter: Letter, written: Written) -> dict[str, object]:
        text = message(written)
        for sign, code in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
            text = text.replace(sign, code)
        return {"text": text}
