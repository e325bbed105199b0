"""A middleware: when the rules fail on a game, its page says so instead of failing each time."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render

from games.play.engine.aside import set_aside
from games.rules.errors import RulesError

PLAYED = frozenset(
    [
        "play:table", "play:poll", "play:order", "play:draft", "play:typed", "play:completions",
        "play:confirm", "play:ask", "play:vote", "play:join", "play:leave", "play:come-back",
        "play:take-screen", "play:standing-orders", "play:words",
    ]
)  # fmt: skip
"""The pages of a game as it is: a plan or an analysis that fails stops no game."""


class BrokenRules:
    """Set a game aside when the rules raise on one of its pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as without this middleware."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        """Lead back to the game; where its own page fails, say there that it is set aside."""
        match = request.resolver_match
        if match is None or match.view_name not in PLAYED or isinstance(error, RulesError):
            return None
        game_id = match.kwargs["game_id"]
        if not set_aside(game_id, error):
            return None
        if request.headers.get("HX-Request"):
            return HttpResponse(status=204, headers={"HX-Refresh": "true"})
        if request.method == "POST":
            return redirect("play:table", game_id)
        return render(request, "play/set_aside.html", status=409)
