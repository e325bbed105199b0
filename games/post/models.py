"""What the mail room keeps: letters, and how people want to have them."""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone


class Channel(models.Model):
    """A webhook beside the mail: what a person is told goes there too.

    `failures` counts those in a row; `error` is the newest one's reason.
    """

    class Kind(models.TextChoices):
        """What is on the other side."""

        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        JSON = "json", "Plain JSON"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="channels"
    )
    kind = models.CharField(max_length=8, choices=Kind.choices)
    url = models.URLField(max_length=500)
    active = models.BooleanField(default=True)
    failures = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "url"], name="one_channel_per_address"),
        ]

    def __str__(self) -> str:
        return self.get_kind_display()


def usual_reminders() -> list[int]:
    """Return after how many hundredths of the clock a person is reminded if he chose nothing."""
    return [50, 90]


class Cadence(models.Model):
    """When a person wants to be written to: for one subject, or '' for all that has none.

    `minutes` are those of quiet that mode QUIET waits for, `hour` is the digest's in the person's
    own time zone. Between `quiet_from` and `quiet_to`, hours of the day there, nothing is sent;
    these belong to the person and are kept in the row without a subject only. `reminders` are
    hundredths of a clock that ran.
    """

    class Mode(models.TextChoices):
        """The rhythm."""

        NOW = "now", "At once"
        QUIET = "quiet", "When nothing has changed for a while"
        DIGEST = "digest", "Once a day"
        NONE = "none", "Never"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="cadences"
    )
    subject_of = models.CharField(max_length=80, blank=True)
    mode = models.CharField(max_length=6, choices=Mode.choices, default=Mode.NOW)
    minutes = models.PositiveSmallIntegerField(default=15)
    hour = models.PositiveSmallIntegerField(default=7)
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_to = models.PositiveSmallIntegerField(null=True, blank=True)
    reminders = models.JSONField(default=usual_reminders)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "subject_of"], name="one_cadence_per_subject"),
        ]

    def __str__(self) -> str:
        return self.get_mode_display()


class BouncedAddress(models.Model):
    """An address that mail came back from; nothing is sent there until its owner says so."""

    address = models.EmailField(unique=True)
    bounced_at = models.DateTimeField(default=timezone.now)
    reason = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.address


class Received(models.Model):
    """A mail that came in, so that the same one again does nothing, and what became of it."""

    message_id = models.CharField(max_length=250, unique=True)
    received_at = models.DateTimeField(default=timezone.now)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="received"
    )
    subject_of = models.CharField(max_length=80, blank=True)
    outcome = models.CharField(max_length=40)

    def __str__(self) -> str:
        return f"{self.message_id}: {self.outcome}"


class LetterQuerySet(models.QuerySet["Letter"]):
    """Questions about letters."""

    def waiting(self) -> Self:
        """Letters that still are to be sent."""
        return self.filter(state=Letter.State.WAITING)

    def due(self, now: datetime) -> Self:
        """Waiting letters whose time has come, the longest due first; a digest's go with it."""
        return self.waiting().filter(due_at__lte=now, bundle=None).order_by("due_at", "pk")

    def planned(self) -> Self:
        """Waiting letters that nobody has had in his hands yet, so that their time may change."""
        return self.waiting().filter(attempts=0, bundle=None)

    def of(self, user: models.Model) -> Self:
        """The letters of one person, the newest first."""
        return self.filter(recipient=user).order_by("-created_at", "-pk")

    def told(self) -> Self:
        """Letters that were sent or still are to be, by mail."""
        return self.filter(state__in=[Letter.State.WAITING, Letter.State.SENT], channel=None)

    def superseded(self) -> Self:
        """Letters that were put aside before they were sent."""
        return self.filter(state=Letter.State.SUPERSEDED)


class Letter(models.Model):
    """Something to tell a person, by mail or through a webhook, and how far that has come.

    A waiting letter is taken up when `due_at` has come. Whoever takes it counts an attempt and
    moves `due_at` behind the time he may need, so a letter without attempts is one that nobody
    holds. Letters that a digest tells share its fate; it is their `bundle`.
    """

    class State(models.TextChoices):
        """How far a letter has come."""

        WAITING = "waiting", "On its way"
        SENT = "sent", "Sent"
        FAILED = "failed", "Not sent"
        SUPERSEDED = "superseded", "No longer needed"
        UNWANTED = "unwanted", "Not wanted"

    kind = models.CharField(max_length=40, help_text="Which writer writes it.")
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="letters",
        help_text="Nobody for letters about accounts, which go to an address.",
    )
    address = models.EmailField(
        max_length=254, blank=True, help_text="Where it goes if not to the recipient's own."
    )
    key = models.CharField(
        max_length=200, unique=True, help_text="One wait, one key: never two letters for the same."
    )
    subject_of = models.CharField(
        max_length=80, db_index=True, help_text="What it is about, such as game:12."
    )
    payload = models.JSONField(default=dict, blank=True)
    sealed = models.TextField(
        blank=True, help_text="What only its reader may know; empty once it waits no more."
    )
    channel = models.ForeignKey(
        Channel,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="letters",
        help_text="Where it goes; the mail address if empty.",
    )
    bundle = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="parts",
        help_text="The digest it is told in.",
    )
    urgent = models.BooleanField(default=False, help_text="It waits for no digest.")
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    not_before = models.DateTimeField(null=True, blank=True, help_text="It may come from then on.")
    until = models.DateTimeField(null=True, blank=True, help_text="What it asks for ends then.")
    sent_at = models.DateTimeField(null=True, blank=True)
    subject = models.CharField(max_length=200, blank=True, help_text="Its subject line, once sent.")
    error = models.TextField(blank=True, help_text="Why it was not sent, or not yet.")

    objects = LetterQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(state="waiting"), name="letters_to_send"
            ),
            models.Index(fields=["recipient", "-created_at"], name="letters_of_a_person"),
            models.Index(fields=["kind", "-created_at"], name="letters_of_a_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.recipient_id or self.address}: {self.key}"

    def title(self, about: str = "") -> str:
        """What to call it: its subject line, or before it has one, what it is about."""
        return self.subject or ": ".join(filter(None, [self.kind.capitalize(), about]))
