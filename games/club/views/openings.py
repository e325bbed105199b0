"""The explorer of openings."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.languages import in_every_language
from games.accounts.requests import number_in
from games.club.openings import MOST_MOVES, OpeningTurn, Played, turns_of
from games.club.pages.openings import OpeningsPage, known_key, start_url_of, url_of, with_kind
from games.play.access import Access, enter
from games.play.history import OPENING
from games.play.models import Game, Log
from games.play.views.titles import title_of
from games.rules import TITLES
from games.rules.errors import IllegalOrder, RulesError
from games.rules.title import CHANCE
from games.study.pages.plan_page import planned_on
from games.study.pages.study import study_at
from games.study.plan.tree import Place
from games.study.views.plan import read_place


@require_safe
@in_every_language
def explorer(request: HttpRequest, title: str = "") -> HttpResponse:
    """Show how games of a title begin, by default of the first one."""
    return _shown(request, OpeningsPage.at_start(title_of(title), request.GET))


@require_safe
@in_every_language
def opening(request: HttpRequest, title: str, key: str) -> HttpResponse:
    """Show how games go on after their first turns."""
    return _shown(request, OpeningsPage.at(title_of(title), key, request.GET))


def _shown(request: HttpRequest, page: OpeningsPage) -> HttpResponse:
    context = {"openings": page, "board_page": page.board_page, "titles": TITLES.values()}
    return render(request, "club/openings.html", context)


def _planned(access: Access, number: int, query: QueryDict) -> Place | None:
    """Return the place that an address names, None if it names none; raises Http404."""
    where, study = read_place(query.get("place", "")), query.get("study", "")
    if where is None:
        return None
    if not study:
        place = planned_on(access, *where).place if access.user.is_authenticated else None
    else:
        found = number_in(study)
        place = None if found is None else study_at(access, found, *where)
    if place is None or place.plan.number != number:
        raise Http404("There is no such place in a plan from this move.")
    return place


def _replayed(turns: Iterator[OpeningTurn]) -> Iterator[OpeningTurn]:
    """Yield turns as far as the log replays."""
    with suppress(RulesError):
        yield from turns


def _with_plan(
    game: Game,
    start: Any,
    orders: list[tuple[int, str]],
    turns: list[OpeningTurn],
    place: Place,
) -> list[OpeningTurn]:
    """Return the first turns with those of a plan.

    In a running game a turn that is half played stays out of it: whether what somebody supposes is
    legal there would tell what is hidden.
    """
    last = max((at for at, (seat, _) in enumerate(orders, 1) if seat != CHANCE), default=0)
    if game.is_running and last > (turns[-1].move if turns else 0):
        return turns
    spots = place.walk.spots
    planned = [
        Played(step.seat, step.order, spots[at].state, spots[at + 1].state)
        for at, step in enumerate(place.steps)
    ]
    try:
        return list(turns_of(game.rules(), start, orders, planned))
    except IllegalOrder:
        return turns


@never_cache
@require_safe
def of_game(request: HttpRequest, game_id: int, number: int) -> HttpResponseBase:
    """Lead from an early move of a game to what was played from there in others.

    `?place=` leads from a place of the visitor's plan from there, `&study=` from one of a study.
    """
    access = enter(user=request.user, game_id=game_id)
    game = access.game
    if game.state is None or not 0 <= number <= game.moves_made or game.beginning is not None:
        raise Http404("That move has not been made.")
    title, start = game.rules(), game.first_position()
    moves = Log(game).until(min(number, MOST_MOVES))
    orders = [(move.rules_seat, move.order) for move in moves]
    turns = list(_replayed(turns_of(title, start, orders)))
    place = _planned(access, number, request.GET)
    if place is not None and len(turns) < OPENING:
        turns = _with_plan(game, start, orders, turns, place)
    key, kind = known_key(title, [turn.key for turn in turns])
    if turns and key != turns[-1].key:
        text = gettext(
            "No other public game began like this one. This is as far as others have come."
        )
        messages.info(request, text)
    if not key:
        view = title.view(start, None)
        return redirect(start_url_of(title, view.board, view.players))
    return redirect(with_kind(url_of(title, key), kind))
