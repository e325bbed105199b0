"""Guests: they are the user of requests to games, plans, guided games and the lobby, no others."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from games.accounts.guests import guest_of
from games.accounts.models import User

PAGES = {
    "play:lobby",
    "play:play-bots",
    "study:learn",
    "study:guided-game",
    "study:learn-step",
    "study:learn-order",
    "study:plan-text",
    "club:game-statistics",
    "club:game-opening",
}
"""The pages besides those of a game on which a guest is the user of the request."""


class GuestRequest(HttpRequest):
    """A request that has passed the middleware below, for type checkers."""

    guest: User | None


def middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[GuestRequest], HttpResponse]:
    """Set `request.guest` to the browser's guest, and `request.user` too where guests may be.

    People who are signed in, also by a link to one game, are no guests.
    """

    def respond(request: GuestRequest) -> HttpResponse:
        request.guest = None if request.user.is_authenticated else guest_of(request)
        if request.guest and _welcomes(request.path_info):
            request.user = request.guest
        return get_response(request)

    return respond


def _welcomes(path: str) -> bool:
    try:
        match = resolve(path)
    except Resolver404:
        return False
    of_game = match.app_name in ("play", "study") and "game_id" in match.kwargs
    return of_game or match.view_name in PAGES
