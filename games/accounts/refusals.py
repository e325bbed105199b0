"""Show a person why an action was refused, in the same way in every view."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpRequest

from games.accounts.errors import Refused


class Refusal:
    """Why an action was refused: `reason` is a sentence, '' if it succeeded."""

    def __init__(self) -> None:
        self.reason = ""

    def __bool__(self) -> bool:
        return bool(self.reason)


@contextmanager
def refusal(*also: type[Exception]) -> Iterator[Refusal]:
    """Run a block of code that may be refused, and say why it was.

    Besides Refused, exceptions of the types `also` count as refusals.
    """
    refused = Refusal()
    kinds: tuple[type[Exception], ...] = (Refused, *also)
    try:
        yield refused
    except kinds as error:
        refused.reason = str(error)


@contextmanager
def reported(request: HttpRequest, done: str = "") -> Iterator[Refusal]:
    """Run a block of code, and leave a message: `done`, or why it was refused."""
    with refusal() as refused:
        yield refused
    if refused:
        messages.error(request, refused.reason)
    elif done:
        messages.success(request, done)
