"""What workers do for the mail room; each task may run twice."""

from celery import shared_task

from games.post import services


@shared_task
def deliver_letter(letter_id: int) -> None:
    """Deliver one letter, if it still waits."""
    services.deliver(letter_id=letter_id)


@shared_task
def sweep_letters() -> None:
    """Deliver what is due and was missed."""
    services.sweep()
