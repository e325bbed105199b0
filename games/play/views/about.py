"""What anything on the table is: a card beside it, or a page of its own."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts.requests import PageRequest
from games.play.access import Access, enter
from games.play.pages.about import About, things_of, why_not
from games.play.views.fragments import fragment


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def about(request: PageRequest, game_id: int, thing: str) -> HttpResponse:
    """Explain a thing as the visitor sees it now; scripts get only the card."""
    access = _begun(request, game_id)
    found = About.of(access, thing[:80])
    if found is None:
        raise Http404("There is no such thing on this table.")
    context = {"about": found, "game": access.game}
    if request.htmx:
        return fragment(request, "play/about.html#card", context)
    return render(request, "play/about.html", context)


@never_cache
@require_safe
def things(request: PageRequest, game_id: int) -> HttpResponse:
    """List everything on the table that can be explained."""
    access = _begun(request, game_id)
    return render(request, "play/things.html", {"things": things_of(access), "game": access.game})


@never_cache
@require_safe
def why(request: PageRequest, game_id: int) -> HttpResponse:
    """Say why a `key` can do nothing, `at` a place if there is one, for people at the keyboard."""
    key, thing = request.GET.get("key", "")[:1], request.GET.get("at", "")[:80]
    said = why_not(_begun(request, game_id), key, thing)
    return HttpResponse(said, content_type="text/plain; charset=utf-8")


def _begun(request: PageRequest, game_id: int) -> Access:
    access = enter(user=request.user, game_id=game_id)
    if access.game.state is None:
        raise Http404("The game has not begun, so nothing is on the table.")
    return access
