"""Views that look whether something is free before they take it, which others may do meanwhile."""

from collections.abc import Callable
from functools import wraps

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponseBase

View = Callable[..., HttpResponseBase]


def asked_again(view: View) -> View:
    """Return a view that is asked once more if another request was quicker, as after two clicks.

    Then it finds what that has taken, and says so. Until the database refuses something, the view
    must have changed nothing.
    """

    @wraps(view)
    def respond(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except IntegrityError:
            return view(request, *args, **kwargs)

    return respond
