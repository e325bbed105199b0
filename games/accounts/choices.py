"""Choices for staff."""

from django.db import models


class StaffChoices(models.TextChoices):
    """Choices whose labels only staff read: they are no messages, and stay English.

    The pages of players say in words of their own what such a value means.
    """
