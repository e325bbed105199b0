"""The models of `games.post`: letters, and users' notification settings.

A letter is one notification to one user, by email or through a channel such as Discord.
"""

from datetime import datetime, timedelta
from typing import Self
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy, gettext_noop, pgettext_lazy

from games.accounts import trace
from games.accounts.models import User


class ChannelKind(models.TextChoices):
    """The services that users can add: each has a transport of this name."""

    PUSH = "push", pgettext_lazy("channel", "Phone or computer")
    NTFY = "ntfy", "ntfy"
    TELEGRAM = "telegram", "Telegram"
    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"
    JSON = "json", gettext_lazy("Plain JSON")


WEBHOOKS = (ChannelKind.DISCORD, ChannelKind.SLACK, ChannelKind.JSON)
"""The kinds for which users paste a URL."""


FAILURES = 3
"""After as many failures in a row, a channel's user is told."""

SILENCE = timedelta(days=7)
"""After this time without an answer, a device counts as one that hears nothing."""


SIGNED_OUT = gettext_noop("You're no longer signed in there.")
"""The `error` of a device that is off because the session it was in has come to an end."""


LONGEST_LABEL = 80
"""The most characters that say which device or chat a channel is."""


class Channel(models.Model):
    """A way to reach a user besides their email address: a device that gets pushes, or a service.

    `url` is where its transport sends: a push service's endpoint, a webhook, or the id of a chat.
    `keys` are a device's own, for encryption (RFC 8291), and `session_key` is the session in which
    it was connected: signing out of that ends it. `label` says which device or chat it is.

    It gets everything, or with `only_asks` what asks for something, `wait` minutes later than it
    could; what is no longer needed by then is not sent.

    `failures` counts failures in a row, `failing_since` is when the first of them was, and `error`
    is the reason of the latest. `sent_at` is when its service last took a message, `failed_at` when
    it last did not. A device answers, by its worker's report, a click or a visit:
    `unanswered_since` is when the first message after its latest answer was sent. `reported_at` is
    when it last said that a message had come, as no visit does.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="channels"
    )
    kind = models.CharField(max_length=20, choices=ChannelKind)
    url = models.CharField(max_length=1000)
    keys = models.JSONField(default=dict, db_default={}, blank=True)
    session_key = models.CharField(max_length=40, blank=True, db_default="", db_index=True)
    label = models.CharField(max_length=LONGEST_LABEL, blank=True, db_default="")
    only_asks = models.BooleanField(default=False, db_default=False)
    wait = models.PositiveSmallIntegerField(default=0, db_default=0)
    active = models.BooleanField(default=True)
    failures = models.PositiveSmallIntegerField(default=0)
    failing_since = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    sent_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    reported_at = models.DateTimeField(null=True, blank=True)
    unanswered_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "channel"
        constraints = [
            models.UniqueConstraint(fields=["user", "url"], name="one_channel_per_address"),
        ]

    def __str__(self) -> str:
        if self.kind == ChannelKind.PUSH and self.label:
            return self.label
        where = self.label or urlsplit(self.url).hostname
        kind = self.get_kind_display()
        return f"{kind} ({where})" if where else kind

    @property
    def is_silent(self) -> bool:
        """Whether a device has answered nothing for SILENCE, so that email has to take over."""
        since = self.unanswered_since
        return since is not None and timezone.now() - since > SILENCE

    @property
    def is_signed_out(self) -> bool:
        """Whether a device is off until its user is signed in there again."""
        return not self.active and self.error == SIGNED_OUT

    @property
    def works(self) -> bool:
        """Whether its user can rely on it, as far as the site can tell."""
        return self.active and not self.failures and not self.is_silent

    @property
    def fails(self) -> bool:
        """Whether its user has to be told that nothing arrives there."""
        return not self.active or self.failures >= FAILURES or self.is_silent


def usual_reminders() -> list[int]:
    """Return the default of `Schedule.reminders`."""
    return [50, 90]


class Schedule(models.Model):
    """When a user wants to be notified: about one topic, or with '' about all other topics.

    In mode UNSEEN a letter that tells what the site shows, too, waits for a short time, and is not
    sent if its reader has seen that there. In mode LATER one that asks for something waits for
    `minutes` after a channel that works has told it. In mode QUIET a letter waits until
    nothing has changed for `minutes`; in mode DIGEST it is sent at `hour`, every day or on one
    `weekday` (0 is Monday). Nothing is sent from `quiet_from` to `quiet_to`, which only the row
    without a topic has. Hours are hours of the day in the user's time zone. `reminders` are
    percentages of a clock: one is sent when that much of it has run.
    """

    class Mode(models.TextChoices):
        """How letters are spread over time."""

        UNSEEN = "unseen", pgettext_lazy("schedule", "Soon, unless I've seen it here")
        NOW = "now", pgettext_lazy("schedule", "At once, every time")
        LATER = "later", pgettext_lazy("schedule", "Only if I haven't played by then")
        QUIET = "quiet", pgettext_lazy("schedule", "When play slows down")
        DIGEST = "digest", pgettext_lazy("schedule", "Once a day or a week")
        NONE = "none", pgettext_lazy("schedule", "Never")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="schedules"
    )
    topic = models.CharField(max_length=80, blank=True)
    mode = models.CharField(max_length=6, choices=Mode.choices, default=Mode.UNSEEN)
    minutes = models.PositiveSmallIntegerField(default=15)
    hour = models.PositiveSmallIntegerField(default=7)
    weekday = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_to = models.PositiveSmallIntegerField(null=True, blank=True)
    reminders = models.JSONField(default=usual_reminders)

    class Meta:
        verbose_name = "notification schedule"
        constraints = [
            models.UniqueConstraint(fields=["user", "topic"], name="one_schedule_per_topic"),
        ]

    def __str__(self) -> str:
        return self.get_mode_display()


class PushKey(models.Model):
    """The key that signs this site's pushes (RFC 8292): one row, made when it is first needed.

    Every device is subscribed to it: with another key, all of them would have to connect again.
    `sealed` is the private key, encrypted with SECRET_KEY.
    """

    only = models.BooleanField(default=True, unique=True, editable=False)
    sealed = models.TextField()
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"Push key of {self.created_at:%Y-%m-%d}"


class Tally(models.Model):
    """How many letters a transport handed over and how many it could not, within ten minutes."""

    transport = models.CharField(max_length=20)
    since = models.DateTimeField()
    taken = models.PositiveIntegerField(default=0, db_default=0)
    refused = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["since", "transport"], name="one_tally_per_span"),
        ]

    def __str__(self) -> str:
        return f"{self.transport} {self.since:%Y-%m-%d %H:%M}: {self.taken}, {self.refused}"


class FormerReader(models.Model):
    """An account that was merged into another: links in its emails name it by its id, `number`."""

    number = models.BigIntegerField(primary_key=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="former_readers"
    )

    def __str__(self) -> str:
        return f"{self.number} is now {self.user_id}"


class BouncedAddress(models.Model):
    """An address that bounced; nothing is sent to it until its owner says it works."""

    address = models.EmailField(unique=True)
    bounced_at = models.DateTimeField(default=timezone.now)
    reason = models.TextField(blank=True)

    class Meta:
        verbose_name_plural = "bounced addresses"

    def __str__(self) -> str:
        return self.address


LONGEST_ID = 250
"""The most characters in the key of what was received."""


class Received(models.Model):
    """A received email, or message in a chat, and its outcome; receiving it again does nothing."""

    message_id = models.CharField(max_length=LONGEST_ID, unique=True)
    received_at = models.DateTimeField(default=timezone.now)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="received"
    )
    topic = models.CharField(max_length=80, blank=True)
    outcome = models.CharField(max_length=40)

    class Meta:
        verbose_name = "received email"
        indexes = [models.Index(fields=["received_at"], name="received_by_age")]

    def __str__(self) -> str:
        return f"{self.message_id}: {self.outcome}"


class LetterQuerySet(models.QuerySet["Letter"]):
    """Queries for letters."""

    def waiting(self) -> Self:
        """Letters that are still to be sent."""
        return self.filter(state=Letter.State.WAITING)

    def due(self, now: datetime) -> Self:
        """Waiting letters that are due, the earliest first, without the parts of digests."""
        return self.waiting().filter(due_at__lte=now, bundle=None).order_by("due_at", "pk")

    def planned(self) -> Self:
        """Waiting letters that no worker has tried yet, so that they can be rescheduled."""
        return self.waiting().filter(attempts=0, bundle=None)

    def of(self, user: models.Model) -> Self:
        """The letters of one user, the newest first."""
        return self.filter(recipient=user).order_by("-created_at", "-pk")

    def sent_or_waiting(self) -> Self:
        """Letters that were sent by email or are still to be."""
        return self.filter(state__in=[Letter.State.WAITING, Letter.State.SENT], channel=None)

    def superseded(self) -> Self:
        """Letters that became unnecessary before they were sent."""
        return self.filter(state=Letter.State.SUPERSEDED)


class Letter(models.Model):
    """A notification to a user, by email or through a channel, and the state of its delivery.

    A worker leases a waiting letter when it is due: it adds an attempt and moves `due_at` past the
    time that sending may take, so a letter without attempts is not leased. Letters in a digest
    share its state; it is their `bundle`.
    """

    class State(models.TextChoices):
        """The states of a letter's delivery."""

        WAITING = "waiting", pgettext_lazy("delivery", "Waiting")
        SENT = "sent", pgettext_lazy("delivery", "Sent")
        FAILED = "failed", pgettext_lazy("delivery", "Not sent")
        SUPERSEDED = "superseded", pgettext_lazy("delivery", "Not needed")
        UNWANTED = "unwanted", pgettext_lazy("delivery", "Turned off")

    kind = models.CharField(max_length=40, help_text="The kind of notification.")
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="letters",
        help_text="Empty for emails about accounts, which go to an address.",
    )
    address = models.EmailField(
        max_length=254, blank=True, help_text="Where it goes if not to the recipient."
    )
    key = models.CharField(
        max_length=200, unique=True, help_text="Idempotency key: at most one letter per key."
    )
    topic = models.CharField(
        max_length=80, db_index=True, help_text="What it is about, such as game:12."
    )
    payload = models.JSONField(default=dict, blank=True)
    sealed = models.TextField(
        blank=True, help_text="What only its reader may know; emptied once sent or given up."
    )
    channel = models.ForeignKey(
        Channel,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="letters",
        help_text="Where it goes; by email if empty.",
    )
    bundle = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="parts",
        help_text="The digest that it is part of.",
    )
    message_number = models.BigIntegerField(
        null=True, blank=True, help_text="The number of its message in a chat, once sent there."
    )
    question = models.CharField(
        max_length=64, blank=True, db_default="", help_text="What a reply in a chat answers."
    )
    urgent = models.BooleanField(
        default=False, help_text="Sent without waiting for quiet or a digest."
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    not_before = models.DateTimeField(null=True, blank=True, help_text="Not sent before.")
    until = models.DateTimeField(null=True, blank=True, help_text="When what it asks for ends.")
    sent_at = models.DateTimeField(null=True, blank=True)
    sent_to = models.EmailField(
        max_length=254, blank=True, help_text="The address it went to, once sent by mail."
    )
    subject = models.CharField(max_length=200, blank=True, help_text="Its subject line, once sent.")
    error = models.TextField(blank=True, help_text="Why it has not been sent.")
    request_id = models.CharField(
        max_length=trace.LONGEST,
        blank=True,
        default=trace.current,
        editable=False,
        help_text="The id of the request or task that caused it, as in the log.",
    )

    objects = LetterQuerySet.as_manager()

    class Meta:
        verbose_name = "email"
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(state="waiting"), name="letters_to_send"
            ),
            models.Index(fields=["recipient", "-created_at"], name="letters_of_a_person"),
            models.Index(fields=["kind", "-created_at"], name="letters_of_a_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.recipient_id or self.address}: {self.key}"

    @property
    def reader(self) -> User:
        """The user it goes to; raises ValueError if it has none, like emails about accounts."""
        if self.recipient is None:
            raise ValueError(f"{self} has no recipient.")
        return self.recipient
