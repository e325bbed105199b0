"""Answers to htmx, and to browsers without it."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render

from games.accounts.requests import PageRequest


def fragment(request: HttpRequest, template: str, context: Mapping[str, Any]) -> HttpResponse:
    """Return a part of a page, with the header without which play.js does not insert it."""
    response = render(request, template, dict(context))
    response["X-Fragment"] = "yes"
    return response


def led_to(request: PageRequest, url: str) -> HttpResponseBase:
    """Return a redirect to a page, which htmx loads as a whole."""
    return HttpResponse(status=204, headers={"HX-Redirect": url}) if request.htmx else redirect(url)
