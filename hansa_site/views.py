"""Error pages, robots.txt, what the host says about the site, and its health for staff."""

import sys

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts import deletion
from games.accounts.languages import in_every_language
from games.accounts.requests import UserRequest
from games.accounts.staff import staff_required
from games.post.services.tally import FEWEST_TRIED
from hansa_site import health, reports
from hansa_site.certificate import LEAST_LEFT
from hansa_site.host_pages import PAGES, host_text
from hansa_site.version import VERSION

RETRY_AFTER = 30
"""Seconds until clients may try again while the database does not answer."""


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 if the database is away or full, otherwise 500, and say if that was reported."""
    error = sys.exception()
    # Without a request: the context processors would read the database.
    if isinstance(error, OperationalError | InterfaceError):
        page = render_to_string("503.html", {"full": health.is_full(error)})
        return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_AFTER)})
    return HttpResponseServerError(render_to_string("500.html", {"reported": reports.are_read()}))


ROBOTS = """User-agent: *
Disallow: /accounts/
Disallow: /admin/
Disallow: /answer/
Disallow: /api/
Disallow: /feeds/
Disallow: /invited/
Disallow: /join/
Disallow: /post/
Disallow: /staff/
Disallow: /visit/
"""
"""What search engines leave alone: pages of one person, and links that are meant for one."""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Tell programs that read the whole site which pages to leave alone (RFC 9309)."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@require_safe
@in_every_language
def host_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show what the people who run the site say about it, or else what is true of every site."""
    context = {
        "title": PAGES[name],
        "text": host_text(name),
        "contact": settings.CONTACT,
        "deleted_after": deletion.WAIT.days,
    }
    return render(request, f"site/{name}.html", context)


@never_cache
@require_safe
@staff_required
def site_health(request: UserRequest) -> HttpResponse:
    """Show the state of each part of the site, and the key counts."""
    context = {
        "version": VERSION,
        "health": health.look(),
        "counts": health.count(),
        "limits": {
            "beat": health.OLDEST_BEAT.total_seconds() / 60,
            "late": health.LATE.total_seconds() / 60,
            "queued": health.MOST_QUEUED,
            "tried": FEWEST_TRIED,
            "free": health.LEAST_FREE,
            "left": LEAST_LEFT.days,
        },
    }
    return render(request, "site/health.html", context)
