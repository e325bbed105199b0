"""What the site answers when it cannot do its work."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views import defaults

RETRY_AFTER = 30
"""Seconds after which browsers and mail programs may try again while the database is away."""


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 if the database is away, whatever was going on, and else 500."""
    if isinstance(sys.exception(), OperationalError | InterfaceError):
        return HttpResponse(
            # Without a context: what a page usually knows is in the database.
            render_to_string("503.html"),
            status=503,
            headers={"Retry-After": str(RETRY_AFTER)},
        )
    return defaults.server_error(request)
