"""Celery tasks of the site itself; each is safe to run twice."""

from celery import shared_task
from django.utils import timezone

from hansa_site.models import Beat
from hansa_site.pruning import prune as prune_rooms

LONGEST = 3600


@shared_task
def note_beat() -> None:
    """Note that beat and a worker are alive."""
    Beat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})


@shared_task(time_limit=LONGEST)
def prune() -> None:
    """Delete what has been kept long enough; the next night does what is left."""
    prune_rooms(seconds=LONGEST * 0.8)
