"""Pictures of boards."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.accounts.languages import in_every_language
from games.play.pages.thumbnails import MOST_FREE, PREVIEW_WIDTH, WIDTH, thumbnail

WEEK = 7 * 24 * 3600


@cache_control(public=True, max_age=WEEK)
@require_safe
@in_every_language
def board(request: HttpRequest, title: str, board: str) -> HttpResponse:
    """Show an empty board as a small PNG."""
    return _picture(title, board, WIDTH)


@cache_control(public=True, max_age=WEEK)
@require_safe
@in_every_language
def preview(request: HttpRequest, title: str, board: str) -> HttpResponse:
    """Show an empty board as previews of links show it, with `?free=` seats."""
    wanted = request.GET.get("free", "")
    free = int(wanted) if wanted in map(str, range(1, MOST_FREE + 1)) else 0
    return _picture(title, board, PREVIEW_WIDTH, free)


def _picture(title: str, board: str, width: int, free: int = 0) -> HttpResponse:
    try:
        return HttpResponse(thumbnail(title, board, width, free), content_type="image/png")
    except LookupError:
        raise Http404("There is no such board.") from None
