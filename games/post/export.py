"""What this room knows about a person: their letters and notification settings."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from games.accounts.export.register import File, Part
from games.accounts.models import User
from games.post.models import BouncedAddress, Channel, Letter, Received, Schedule


def write(user: User) -> Iterator[File]:
    """Yield the files about a person's notifications."""
    letters = Letter.objects.filter(recipient=user).order_by("pk")
    yield (
        "notifications/sent.json",
        list(
            letters.values(
                "kind", "topic", "subject", "state", "created_at", "due_at", "sent_at", "sent_to",
                "channel__kind", "attempts", "error",
            )
        ),
    )  # fmt: skip
    yield (
        "notifications/settings.json",
        list(
            Schedule.objects.filter(user=user)
            .order_by("topic")
            .values("topic", "mode", "minutes", "hour", "quiet_from", "quiet_to", "reminders")
        ),
    )
    yield (
        "notifications/webhooks.json",
        [
            {
                "kind": channel.kind,
                "host": urlsplit(channel.url).hostname,
                "active": channel.active,
                "failures": channel.failures,
                "error": channel.error,
                "created_at": channel.created_at,
            }
            for channel in Channel.objects.filter(user=user).order_by("pk")
        ],
    )
    received = Received.objects.filter(user=user).order_by("pk")
    yield (
        "notifications/replies.json",
        list(received.values("received_at", "topic", "outcome", "message_id")),
    )
    bounced = BouncedAddress.objects.filter(address__iexact=user.confirmed_address() or "")
    yield "notifications/bounced.json", list(bounced.values("address", "bounced_at", "reason"))


PART = Part(
    files={
        "notifications/sent.json": "The emails and other notifications to you: what about, when, "
        "where to, and whether they arrived. Their text is written when they are sent and not "
        "stored.",
        "notifications/settings.json": "When you want to be notified, for all games (the topic is "
        "empty) and for single ones.",
        "notifications/webhooks.json": "Your webhooks, without their secret addresses.",
        "notifications/replies.json": "When you answered emails, and what came of it. The emails "
        "are not stored.",
        "notifications/bounced.json": "Whether email to your address came back.",
    },
    write=write,
)
