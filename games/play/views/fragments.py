"""Parts of a page, as htmx puts them in."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def fragment(request: HttpRequest, template: str, context: Mapping[str, Any]) -> HttpResponse:
    """Return a part of a page with the header that says so; play.js puts in nothing without it."""
    response = render(request, template, dict(context))
    response["X-Fragment"] = "yes"
    return response
