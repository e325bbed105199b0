"""What the site itself answers."""

from django.http import HttpRequest, HttpResponseServerError
from django.template.loader import render_to_string
from django.views.decorators.csrf import requires_csrf_token

from hansa_site import reports


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponseServerError:
    """Say that something broke, and whether somebody has been told."""
    return HttpResponseServerError(render_to_string("500.html", {"told": reports.are_read()}))
