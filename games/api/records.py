"""Games as records, the text of docs/notation.md."""

from django.http import Http404, HttpResponse
from ninja import Router

from games.api.auth import ApiRequest, viewer_of
from games.play.access import enter
from games.play.pages.record import hides_beginning, record_text

router = Router(tags=["records"])


@router.get(
    "/records/{int:game_id}.txt",
    operation_id="record",
    url_name="record",
    summary="A record",
    openapi_extra={
        "responses": {
            200: {
                "description": "OK",
                "content": {"text/plain": {"schema": {"type": "string"}}},
            }
        }
    },
)
def record(request: ApiRequest, game_id: int) -> HttpResponse:
    """Return a game's record, without what is hidden until it is over.

    Public games need no scope; with `read:own` it is as your seat sees it.
    """
    access = enter(user=viewer_of(request), game_id=game_id)
    if hides_beginning(access):
        raise Http404("This table began with something hidden. Its record is here once it's over.")
    return HttpResponse(record_text(access), content_type="text/plain; charset=utf-8")
