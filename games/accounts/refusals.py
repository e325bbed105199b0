"""Show a person why an action was refused, in the same way in every view."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect

from games.accounts.errors import Refused


def refusal(act: Callable[[], object], *also: type[Exception]) -> str:
    """Call `act`; return why it was refused, in a sentence, or '' if it succeeded.

    Besides Refused, exceptions of the types `also` count as refusals.
    """
    kinds: tuple[type[Exception], ...] = (Refused, *also)
    try:
        act()
    except kinds as error:
        return str(error)
    return ""


def attempt(
    request: HttpRequest,
    act: Callable[[], object],
    *,
    to: Any,
    done: str = "",
    refused_to: Any = None,
) -> HttpResponseBase:
    """Call `act` and redirect with a message: `done`, or why it was refused.

    `to` and `refused_to` are arguments of `redirect`. Without `refused_to`, both lead to `to`.
    """
    problem = refusal(act)
    if problem:
        messages.error(request, problem)
        return redirect(to if refused_to is None else refused_to)
    if done:
        messages.success(request, done)
    return redirect(to)
