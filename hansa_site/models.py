"""What the site notes about itself."""

from django.db import models
from django.utils import timezone


class Beat(models.Model):
    """When a worker last did a task of beat's; there is one row at most."""

    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.at.isoformat()
