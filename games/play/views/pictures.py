"""Pictures of boards."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.play.pages.thumbnails import thumbnail

WEEK = 7 * 24 * 3600


@cache_control(public=True, max_age=WEEK)
@require_safe
def board(request: HttpRequest, title: str, board: str) -> HttpResponse:
    """Show an empty board as a small PNG."""
    try:
        return HttpResponse(thumbnail(title, board), content_type="image/png")
    except LookupError:
        raise Http404("There is no such board.") from None
