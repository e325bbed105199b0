"""Types of the requests that views get: with what the middlewares add."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from games.accounts.models import User


class PageRequest(HttpRequest):
    """Any request."""

    htmx: HtmxDetails


class UserRequest(PageRequest):
    """A request behind `login_required`."""

    user: User
