"""Celery tasks of accounts; each is safe to run twice."""

from celery import shared_task

from games.accounts import sessions


@shared_task
def sweep_accounts() -> None:
    """Do what is due about accounts: forget sessions that have expired."""
    sessions.forget_old()
