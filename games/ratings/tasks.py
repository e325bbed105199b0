"""Celery tasks of ratings; each is safe to run twice."""

from celery import shared_task

from games.ratings import collusion, services

HOURS = 3600


@shared_task(time_limit=3 * HOURS)
def recompute_ratings() -> None:
    """Compute the ratings of every title that has new results, and mark what looks odd."""
    services.recompute_all()
    collusion.mark()
