"""What apps add to accounts: exports, merging, and what follows from changes to an account.

Each app that has something to add has a module `contributions` with a `Contribution`, ACCOUNTS.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from importlib import import_module
from typing import Any

from django.apps import apps
from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.module_loading import module_has_submodule

from games.accounts.models import User

File = tuple[str, Any]
"""The name of a file, and its content: text, or what is written as JSON."""


@dataclass(frozen=True)
class AccountLetter:
    """An email about an account.

    `template` is the prefix of its template names, `words` and `moments` the context they are
    rendered with, and `lasts` how long the email stays useful. It goes to an address, not to a
    user: the address may not be confirmed yet, or belong to nobody here. So `language` and `zone`
    say how it is written.
    """

    template: str
    address: str
    words: dict[str, str]
    lasts: timedelta
    language: str
    zone: str = settings.TIME_ZONE
    moments: dict[str, datetime] = field(default_factory=dict)


def _nothing(*_: Any) -> None:
    """Do nothing."""


def _none() -> int:
    return 0


def _no_sentence(*_: Any) -> str:
    return ""


@dataclass(frozen=True, kw_only=True)
class Contribution:
    """What an app knows about people, and does when an account changes.

    Exports: `files` says in a sentence what each file contains, by its name; a name with a * stands
    for several. `write` yields the files, without other people's secrets and without any that would
    open the account.

    Merging: these get the old account and the kept one. `move` makes the rows of the old one those
    of the kept one, in the caller's transaction. Before any app moves something, all of them `lock`
    what others could change meanwhile. `check` raises CannotMerge if the two cannot be one.

    `closes` is called before an account is deleted, `rest_changed` when somebody changes their time
    off, and `activity_changed` when staff close or reopen an account, in the same transaction.
    `session_ended` is called with the key of a session in which somebody was signed in and no
    longer is, `session_renewed` with the old key and the new one of a session that goes on.
    `invited_address` returns the address that an emailed invitation proves for a browser, '' if
    there is none; `signed_up` is called for people who have signed up and confirmed an address.
    `return_path` returns the path to which a visitor comes back after signing up, for the link in
    the email, '' if there is none. `send` sends an email after the caller's transaction. `reseal`
    encrypts the app's secrets with the present SECRET_KEY, and returns how many.
    """

    files: Mapping[str, str | Promise]
    write: Callable[[User], Iterable[File]]
    move: Callable[[User, User], None] = _nothing
    lock: Callable[[User, User], None] = _nothing
    check: Callable[[User, User], None] = _nothing
    closes: Callable[[User], None] = _nothing
    rest_changed: Callable[[User], None] = _nothing
    activity_changed: Callable[[User], None] = _nothing
    session_ended: Callable[[str], None] = _nothing
    session_renewed: Callable[[str, str], None] = _nothing
    invited_address: Callable[[HttpRequest], str] = _no_sentence
    signed_up: Callable[[HttpRequest, User], None] = _nothing
    return_path: Callable[[HttpRequest], str] = _no_sentence
    send: Callable[[AccountLetter], None] = _nothing
    reseal: Callable[[], int] = _none


@cache
def contributions() -> tuple[Contribution, ...]:
    """Return what each app adds, in the order of the installed apps."""
    return tuple(
        import_module(f"{app.name}.contributions").ACCOUNTS
        for app in apps.get_app_configs()
        if module_has_submodule(app.module, "contributions")
    )


def invited_address(request: HttpRequest) -> str:
    """Return the address that an emailed invitation proves for a browser, '' if there is none."""
    return next(filter(None, (each.invited_address(request) for each in contributions())), "")


def return_path(request: HttpRequest) -> str:
    """Return the path to which a visitor comes back after signing up, '' if there is none."""
    return next(filter(None, (each.return_path(request) for each in contributions())), "")


def rest_changed(user: User) -> None:
    """Tell all apps that a person's time off has changed."""
    for each in contributions():
        each.rest_changed(user)


def activity_changed(user: User) -> None:
    """Tell all apps that a person's account was closed or reopened."""
    for each in contributions():
        each.activity_changed(user)


def session_ended(key: str) -> None:
    """Tell all apps that somebody was signed out of the session with a key."""
    for each in contributions():
        each.session_ended(key)


def session_renewed(old: str, new: str) -> None:
    """Tell all apps that a session in which somebody is signed in goes on under a new key."""
    for each in contributions():
        each.session_renewed(old, new)


def reseal() -> int:
    """Encrypt the secrets of all apps with the present SECRET_KEY; return how many."""
    return sum(each.reseal() for each in contributions())


def send_letter(letter: AccountLetter) -> None:
    """Send an email about an account after the caller's transaction."""
    for each in contributions():
        each.send(letter)
