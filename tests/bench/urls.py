"""The site and two more pages, which only say hello."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

GREETING = '{% extends "base.html" %}{% block content %}Hello, {{ user.username }}.{% endblock %}'
greeting = engines["django"].from_string(GREETING)


@login_required
def hello(request: HttpRequest) -> HttpResponse:
    """Say hello to whoever is signed in, on a page of the site."""
    return HttpResponse(greeting.render({}, request))


@login_required
def word(request: HttpRequest) -> HttpResponse:
    """Say hello as one bare line, without a page around it."""
    return HttpResponse(f"Hello, {request.user.username}.")


urlpatterns = [
    path("hello/", hello),
    path("word/", word),
    path("", include("hansa_site.urls")),
]
