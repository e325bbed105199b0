"""Tasks of the mail room; each may run twice."""

from celery import shared_task

from games.post import services


@shared_task
def deliver_letter(letter_id: int) -> None:
    """Deliver one letter, if it is still waiting."""
    services.deliver(letter_id=letter_id)


@shared_task
def sweep_letters() -> None:
    """Deliver what is due and was missed."""
    services.sweep()
