"""What the mail room keeps: one row for one letter."""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone


class LetterQuerySet(models.QuerySet["Letter"]):
    """Questions about letters."""

    def waiting(self) -> Self:
        """Letters that still are to be sent."""
        return self.filter(state=Letter.State.WAITING)

    def due(self, now: datetime) -> Self:
        """Waiting letters whose time has come, the longest due first."""
        return self.waiting().filter(due_at__lte=now).order_by("due_at", "pk")

    def of(self, user: models.Model) -> Self:
        """The letters of one person, the newest first."""
        return self.filter(recipient=user).order_by("-created_at", "-pk")

    def superseded(self) -> Self:
        """Letters that were put aside before they were sent."""
        return self.filter(state=Letter.State.SUPERSEDED)


class Letter(models.Model):
    """Something to tell a person by mail, and how far that has come."""

    class State(models.TextChoices):
        """How far a letter has come."""

        WAITING = "waiting", "On its way"
        SENT = "sent", "Sent"
        FAILED = "failed", "Not sent"
        SUPERSEDED = "superseded", "No longer needed"

    kind = models.CharField(max_length=40, help_text="Which writer writes it.")
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="letters"
    )
    key = models.CharField(
        max_length=200, unique=True, help_text="One wait, one key: never two letters for the same."
    )
    subject_of = models.CharField(
        max_length=80, db_index=True, help_text="What it is about, such as game:12."
    )
    payload = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
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
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.recipient_id}: {self.key}"

    def title(self) -> str:
        """What to call it: its subject line, or before it has one, what it is about."""
        return self.subject or f"{self.kind} ({self.subject_of.replace(':', ' ')})".capitalize()
