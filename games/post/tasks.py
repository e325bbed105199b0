"""Celery tasks of `games.post`; each is safe to run twice."""

from celery import shared_task

from games.post import services


@shared_task
def deliver_letter(letter_id: int) -> None:
    """Deliver one letter, if it is still waiting."""
    services.deliver(letter_id=letter_id)


@shared_task
def sweep_letters() -> None:
    """Deliver letters that are due and that workers missed."""
    services.sweep()
