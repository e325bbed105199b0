"""Celery tasks of games; each is safe to run twice."""

from celery import shared_task

from games.play import services
from games.play.services import packing, results

LONGEST = 3600


@shared_task
def sweep_clocks() -> None:
    """Act on every clock, vote, pause and slow bot that is due, including any missed before."""
    services.sweep()


@shared_task
def sweep_open_games() -> None:
    """Ask about games that nobody joins, or close them."""
    services.sweep_open_games()


@shared_task
def think(game_id: int, number: int) -> None:
    """Play the turn of a thinking bot, if the game still waits for it after move `number`."""
    services.think(game_id=game_id, number=number)


@shared_task
def record_results() -> None:
    """Tell ratings of finished games that it has missed."""
    results.record_results()


@shared_task(time_limit=LONGEST)
def pack_games() -> None:
    """Pack the moves of games that ended long ago; the next night does what is left."""
    packing.pack(seconds=LONGEST * 0.8)
