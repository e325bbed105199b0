"""Celery tasks of the club; each is safe to run twice."""

from celery import shared_task

from games.club.open_data import publishing
from games.club.services import searches, seating
from games.club.services.leaderboards import rank_everyone
from games.club.services.openings import count_openings as count
from games.club.services.statistics import fill_statistics as fill

LONGEST = 3600


@shared_task(time_limit=LONGEST)
def fill_statistics() -> None:
    """Compute and count the figures of games that have ended; the next night does what is left."""
    fill(seconds=LONGEST * 0.8)


@shared_task(time_limit=LONGEST)
def count_openings() -> None:
    """Count how games began that have figures; the next night does what is left."""
    count(seconds=LONGEST * 0.8)


@shared_task(time_limit=LONGEST)
def compute_leaderboards() -> None:
    """Compute the leaderboards from the ratings of this night."""
    rank_everyone()


@shared_task(time_limit=publishing.LONGEST)
def publish_open_data() -> None:
    """Publish the months that are over, and those again in which somebody else is named now."""
    publishing.publish_all(publishing.LONGEST * 0.5)


@shared_task
def form_tables() -> None:
    """Create the games that people wait for."""
    seating.form_tables()


@shared_task
def tell_searchers() -> None:
    """Notify the owners of saved searches about new games."""
    searches.tell_searchers()
