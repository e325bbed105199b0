"""People who sign up because they were invited by email, which proves their address.

The rooms that send such invitations register how to read one from a request, and what happens
once its reader has signed up.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest

from games.accounts.models import User


@dataclass(frozen=True)
class Invitations:
    """`address` returns the address that an invitation proves for a browser, '' if there is none.

    `signed_up` is called when somebody has signed up in it and confirmed an address.
    """

    address: Callable[[HttpRequest], str]
    signed_up: Callable[[HttpRequest, User], None]


_known: list[Invitations] = []


def register(invitations: Invitations) -> None:
    """Let a room's invitations prove addresses."""
    if invitations not in _known:
        _known.append(invitations)


def proven_address(request: HttpRequest) -> str:
    """Return the address that an invitation proves for a browser, '' if there is none."""
    return next(filter(None, (each.address(request) for each in _known)), "")


def signed_up(request: HttpRequest, user: User) -> None:
    """Tell the rooms that somebody has signed up."""
    for each in _known:
        each.signed_up(request, user)
