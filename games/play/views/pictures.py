"""Pictures of boards."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.play.pages.thumbnails import PREVIEW_WIDTH, WIDTH, thumbnail

WEEK = 7 * 24 * 3600


@cache_control(public=True, max_age=WEEK)
@require_safe
def board(request: HttpRequest, title: str, board: str) -> HttpResponse:
    """Show an empty board as a small PNG."""
    return _picture(title, board, WIDTH)


@cache_control(public=True, max_age=WEEK)
@require_safe
def preview(request: HttpRequest, title: str, board: str) -> HttpResponse:
    """Show an empty board as previews of links show it."""
    return _picture(title, board, PREVIEW_WIDTH)


def _picture(title: str, board: str, width: int) -> HttpResponse:
    try:
        return HttpResponse(thumbnail(title, board, width), content_type="image/png")
    except LookupError:
        raise Http404("There is no such board.") from None
