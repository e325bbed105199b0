"""Celery tasks of duplicates; each is safe to run twice."""

from celery import shared_task

from games.duplicate.services import weeks


@shared_task
def turn_week() -> None:
    """Begin the duplicate of this week, and close those whose time is up."""
    weeks.turn_week()
