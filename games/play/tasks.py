"""What workers do for games; each task may run twice."""

from celery import shared_task

from games.play import services


@shared_task
def sweep_clocks() -> None:
    """Do what time has come for in all games, and what was missed."""
    services.sweep()
