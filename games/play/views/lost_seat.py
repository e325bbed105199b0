"""Responses to a person who has just lost their seat."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import resolve_url

from games.accounts.requests import PageRequest
from games.play.access import enter
from games.play.errors import LostSeat
from games.play.views.fragments import led_to

View = Callable[..., HttpResponseBase]


def for_a_seat(view: View) -> View:
    """Catch LostSeat and show its message, on the game page if they may see it, else the lobby."""

    @wraps(view)
    def answer(request: PageRequest, game_id: int, **kwargs: object) -> HttpResponseBase:
        try:
            return view(request, game_id, **kwargs)
        except LostSeat as error:
            messages.warning(request, str(error))
        try:
            url = resolve_url(enter(user=request.user, game_id=game_id, light=True).game)
        except Http404:
            url = resolve_url("play:lobby")
        return led_to(request, url)

    return answer
