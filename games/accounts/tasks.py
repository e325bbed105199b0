"""Celery tasks of accounts; each is safe to run twice."""

from celery import shared_task

from games.accounts import deletion, sessions


@shared_task
def sweep_accounts() -> None:
    """Do what is due about accounts: delete those whose time has come, forget old sessions."""
    deletion.sweep()
    sessions.forget_old()
