"""What the site itself answers."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.template.loader import render_to_string
from django.views.decorators.csrf import requires_csrf_token

from hansa_site import reports

RETRY_AFTER = 30
"""Seconds after which browsers and mail programs may try again while the database is away."""


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """Say that the database is away, or that something broke and whether somebody has been told."""
    if isinstance(sys.exception(), OperationalError | InterfaceError):
        # Without a context: what a page usually knows is in the database.
        page = render_to_string("503.html")
        return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_AFTER)})
    return HttpResponseServerError(render_to_string("500.html", {"told": reports.are_read()}))
