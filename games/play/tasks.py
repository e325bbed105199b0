"""Celery tasks of games; each is safe to run twice."""

from celery import shared_task

from games.play import services


@shared_task
def sweep_clocks() -> None:
    """Act on every clock, vote and pause that is due, including any missed before."""
    services.sweep()
