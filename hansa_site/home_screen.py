"""The site as an app on a home screen: its manifest, its worker, and a page without a net."""

import json
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext, pgettext
from django.views.decorators.http import require_safe

WORKER = Path(__file__).parent / "static/worker.js"

GROUND = "#fbf6ea"
"""The colour of the page, behind the icon while the app starts."""


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Describe the app, in the language that the request is answered in.

    https://www.w3.org/TR/appmanifest/
    """
    icons = [("icon-192", 192, "any"), ("icon-512", 512, "any"), ("maskable-512", 512, "maskable")]
    shortcuts = [
        (pgettext("link", "New game"), reverse("play:create")),
        (pgettext("link", "Puzzles"), reverse("study:puzzles")),
        (gettext("Notification settings"), reverse("post:when")),
    ]
    told = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME[:12],
        "description": gettext(
            "Play Hansa Teutonica and Hansa slowly, by web and by email, with friends, strangers "
            "or bots."
        ),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": [
            {
                "src": static(f"icons/{name}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, size, purpose in icons
        ],
        "shortcuts": [{"name": name, "url": url} for name, url in shortcuts],
    }
    return HttpResponse(json.dumps(told), content_type="application/manifest+json")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the worker, which stands at the root because it may only serve what is below it.

    Browsers ask for it again at visits, so an update is there at once.
    """
    return HttpResponse(
        WORKER.read_bytes(),
        content_type="text/javascript; charset=utf-8",
        headers={"Cache-Control": "no-cache"},
    )


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Say that there is no connection: the worker keeps this page, which has nothing of a game."""
    return render(request, "offline.html")
