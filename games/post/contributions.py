"""What this room adds to accounts: what it knows about a person, and how two become one."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy

from games.accounts.contribution import Contribution, File
from games.accounts.merging import move_rows
from games.accounts.models import User
from games.post import push_key
from games.post.models import (
    BouncedAddress,
    Channel,
    ChannelKind,
    FormerReader,
    Letter,
    Received,
    Schedule,
)
from games.post.services.bounces import note_bounces
from games.post.services.channels import (
    end_session,
    has_device,
    let_emails_wait,
    note_trouble,
    sign_out,
)
from games.post.services.orders import order_account_letter


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
            .values(
                "topic", "mode", "minutes", "hour", "weekday", "quiet_from", "quiet_to",
                "reminders",
            )
        ),
    )  # fmt: skip
    yield (
        "notifications/channels.json",
        [
            {
                "kind": channel.kind,
                "label": channel.label,
                "host": urlsplit(channel.url).hostname,
                "only_asks": channel.only_asks,
                "wait": channel.wait,
                "active": channel.active,
                "failures": channel.failures,
                "failing_since": channel.failing_since,
                "error": channel.error,
                "created_at": channel.created_at,
                "sent_at": channel.sent_at,
                "answered_at": channel.answered_at,
                "reported_at": channel.reported_at,
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


def move(old: User, kept: User) -> None:
    """Move a person's letters, replies, channels, and the schedules of single topics.

    The person of a device has been signed out there, so it is off until they sign in again.
    """
    first = not has_device(kept)
    devices = [device.pk for device in _devices(old)]
    for channel in Channel.objects.filter(user=old):
        same = Channel.objects.filter(user=kept, url=channel.url).first()
        if same is not None:
            Letter.objects.filter(channel=channel).update(channel=same)
    Channel.objects.filter(user=old).update(session_key="")
    move_rows(Channel, "user", old, kept, once=["url"])
    note_trouble(kept)
    note_bounces(kept)
    move_rows(Letter, "recipient", old, kept)
    move_rows(Received, "user", old, kept)
    move_rows(FormerReader, "user", old, kept)
    FormerReader.objects.create(number=old.pk, user=kept)
    Schedule.objects.filter(user=old, topic="").delete()
    move_rows(Schedule, "user", old, kept, once=["topic"])
    moved = _devices(kept).filter(pk__in=devices)
    if first and moved:
        let_emails_wait(kept)
    for device in moved:
        sign_out(device)


def _devices(user: User) -> QuerySet[Channel]:
    return Channel.objects.filter(user=user, kind=ChannelKind.PUSH).select_related("user")


def session_ended(key: str) -> None:
    """Stop pushes to the browser that was signed out of a session."""
    end_session(session_key=key)


def session_renewed(old: str, new: str) -> None:
    """Let a browser keep its pushes when its session gets a new key."""
    Channel.objects.filter(session_key=old).update(session_key=new)


ACCOUNTS = Contribution(
    files={
        "notifications/sent.json": gettext_lazy(
            "The emails and other notifications to you: what about, when, where to, and whether "
            "they arrived. Their text is written when they are sent and not stored."
        ),
        "notifications/settings.json": gettext_lazy(
            "When you want to be notified, for all games (the topic is empty) and for single ones. "
            "Weekday 0 is Monday."
        ),
        "notifications/channels.json": gettext_lazy(
            "Your phones, computers, chats and webhooks that get notifications: when one last took "
            "one, and when it last answered. Secret addresses and keys are left out."
        ),
        "notifications/replies.json": gettext_lazy(
            "When you replied by email or in a chat such as Telegram, and what came of it. The "
            "replies themselves are not stored."
        ),
        "notifications/bounced.json": gettext_lazy("Whether email to your address came back."),
    },
    write=write,
    move=move,
    session_ended=session_ended,
    session_renewed=session_renewed,
    send=order_account_letter,
    reseal=push_key.reseal,
)
