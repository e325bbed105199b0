"""Celery tasks of games; each is safe to run twice."""

from celery import shared_task

from games.play import services
from games.play.services import results


@shared_task
def sweep_clocks() -> None:
    """Act on every clock, vote and pause that is due, including any missed before."""
    services.sweep()


@shared_task
def record_results() -> None:
    """Tell ratings of finished games that it has missed."""
    results.record_results()
