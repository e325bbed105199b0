"""Error pages."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.template.loader import render_to_string
from django.views.decorators.csrf import requires_csrf_token

from hansa_site import reports

RETRY_AFTER = 30
"""Seconds until clients may try again while the database does not answer."""


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """Say that the database does not answer, or that something broke and whether we were told."""
    if isinstance(sys.exception(), OperationalError | InterfaceError):
        # Without a request: the context processors would read the database.
        page = render_to_string("503.html")
        return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_AFTER)})
    return HttpResponseServerError(render_to_string("500.html", {"told": reports.are_read()}))
