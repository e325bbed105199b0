"""Page fragments for htmx."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def fragment(request: HttpRequest, template: str, context: Mapping[str, Any]) -> HttpResponse:
    """Return a part of a page, with the header without which play.js does not insert it."""
    response = render(request, template, dict(context))
    response["X-Fragment"] = "yes"
    return response
