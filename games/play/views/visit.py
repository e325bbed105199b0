"""The link in an email that opens its reader's game."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.play import visits
from games.play.access import enter
from games.play.visits import VisitorRequest


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def visit(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show which game the link opens and for whom; the button opens it."""
    found = visits.read(token)
    if found is None:
        return render(request, "play/visit.html", {"gone": True}, status=410)
    access = enter(user=found.user, game_id=found.game_id)
    if request.user == found.user:
        return redirect(access.game)
    stranger = request.user.is_authenticated
    if request.method == "POST" and not stranger:
        visits.begin(request, token, found)
        return redirect(access.game)
    context = {"game": access.game, "guest": found.user, "stranger": stranger}
    status = 403 if request.method == "POST" else 200
    return render(request, "play/visit.html", context, status=status)


@require_POST
def leave(request: VisitorRequest, game_id: int) -> HttpResponse:
    """End all visits in this browser."""
    if request.visit is None:
        raise Http404("Nobody visits this game.")
    visits.end(request)
    return redirect("play:lobby")
