"""Celery tasks of analyses, post-mortems, guesses and puzzles; each is safe to run twice."""

from celery import shared_task

from games.study import services
from games.study.services import puzzles


@shared_task
def analyse(game_id: int) -> None:
    """Work out a few more turns of an analysis that was asked for."""
    services.work_on_analysis(game_id=game_id)
    services.go_on_with_post_mortems(game_id=game_id)


@shared_task
def sweep_analyses() -> None:
    """Ask again for analyses that workers owe."""
    services.sweep_analyses()


@shared_task
def sweep_post_mortems() -> None:
    """Order post-mortems of games that have ended, and tell players of those that are done."""
    services.sweep_post_mortems()


@shared_task
def queue_daily_puzzles() -> None:
    """Queue the puzzle of the day for those who get it by email."""
    puzzles.queue_daily()


@shared_task
def choose_game_of_the_week() -> None:
    """Choose the game that everybody is invited to guess this week."""
    services.choose_game_of_the_week()
