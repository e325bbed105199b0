"""Celery tasks of leagues; each is safe to run twice."""

from celery import shared_task

from games.league.services import running


@shared_task
def advance_seasons() -> None:
    """Open, start, run and end the seasons that are due."""
    running.tick()
