"""Celery tasks of accounts; each is safe to run twice."""

from celery import shared_task

from games.accounts import deletion, exporting


@shared_task
def sweep_accounts() -> None:
    """Do what is due: delete accounts, make and delete exports."""
    deletion.sweep()
    exporting.sweep()
