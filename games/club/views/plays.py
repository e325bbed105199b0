"""A person's own plays, to download."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.accounts.requests import UserRequest
from games.club.pages.plays import as_bg_stats, as_table


@login_required
@require_safe
def table(request: UserRequest) -> HttpResponse:
    """Send the person's plays as a table."""
    return _file(as_table(request.user), "csv", "text/csv; charset=utf-8")


@login_required
@require_safe
def bg_stats(request: UserRequest) -> HttpResponse:
    """Send the person's plays as BG Stats reads them."""
    return _file(as_bg_stats(request.user), "bgsplay", "application/json")


def _file(text: str, ending: str, content_type: str) -> HttpResponse:
    response = HttpResponse(text, content_type=content_type)
    name = f"plays-{timezone.localdate()}.{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
