"""Guess the turn: choose a seat, make its turns on the board, and see what was played."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts.requests import PageRequest
from games.bots import STRATEGIES
from games.play.access import Access, enter
from games.play.language import error_text
from games.play.views.fragments import fragment, led_to
from games.rules.errors import LONGEST_ORDER, IllegalOrder
from games.study import services
from games.study.analysing import can_be_analysed
from games.study.models import Analysis, Guess
from games.study.pages.guess import scores, turns
from games.study.pages.guess.answer import AnswerPage
from games.study.pages.guess.scores import Guesses, Score, Watching
from games.study.pages.guess.trial import GuessPage, Trial

GUESSES = "guesses"
"""What the session of a visitor without an account knows: their guesses, by game and move."""
MOST_GAMES = 3
"""So many games a session remembers."""


@never_cache
@require_safe
def guess(request: PageRequest, game_id: int) -> HttpResponse:
    """Show the seats of a finished game to choose from, or the present turn of a running one."""
    access = _enter(request, game_id)
    game, guesses = access.game, _guesses(request, game_id)
    if game.is_running:
        context = {"game": game, "page": Watching.of(access, guesses)}
        return render(request, "study/guess_watching.html", context)
    seats = scores.seats_of(access, guesses, _analysis(access))
    return render(request, "study/guess_seats.html", {"game": game, "seats": seats})


@never_cache
@require_safe
def of_seat(request: PageRequest, game_id: int, seat: int) -> HttpResponse:
    """Show a visitor's guesses at the turns of a seat, with their points."""
    access = _enter(request, game_id)
    guesses, analysis = _guesses(request, game_id), _analysis(access)
    if not access.game.is_over or not 0 <= seat < len(access.players):
        raise Http404("There is no such seat to guess for.")
    done = [each for each in scores.judged(access, guesses, analysis) if each.turn.seat == seat]
    context = {
        "game": access.game,
        "seat": seat,
        "name": access.players[seat].name,
        "rows": scores.rows_of(access, done),
        "score": Score.of(done),
        "next": scores.next_url(access, guesses, seat),
        "analysis": analysis,
    }
    return render(request, "study/guess_seat.html", context)


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def turn(request: PageRequest, game_id: int, number: int, tried: str = "") -> HttpResponseBase:
    """Show a turn to guess, with the orders tried so far; one that was guessed leads to the answer.

    `?pick=` is the first click of an order that needs two.
    """
    access = _enter(request, game_id)
    if number in _guesses(request, game_id):
        return redirect(turns.answer_url(game_id, number))
    turn = turns.to_guess(access, number)
    if turn is None:
        return _too_late(request, game_id)
    trial = Trial.along(access, turn, tried)
    picked = request.GET.get("pick", "")[:80] or None
    return _shown(request, access, GuessPage.of(trial, picked))


@require_POST
def order(request: PageRequest, game_id: int, number: int, tried: str = "") -> HttpResponseBase:
    """Try one more order; one that is not legal changes nothing."""
    access = _enter(request, game_id)
    turn = turns.to_guess(access, number)
    if turn is None:
        return _too_late(request, game_id)
    trial = Trial.along(access, turn, tried)
    text = request.POST.get("order", "").strip()[:LONGEST_ORDER]
    note = ""
    try:
        trial.order(text)
    except IllegalOrder as error:
        note = error_text(error)
    if request.htmx:
        return _shown(request, access, GuessPage.of(trial), note)
    if note:
        messages.warning(request, note)
    return redirect(trial.url)


@require_POST
def confirm(request: PageRequest, game_id: int, number: int, tried: str) -> HttpResponseBase:
    """Keep a guess; the first one at a turn counts."""
    access = _enter(request, game_id)
    turn = turns.to_guess(access, number)
    if turn is None:
        return _too_late(request, game_id)
    trial = Trial.along(access, turn, tried)
    game, seat = access.game, trial.turn.seat
    if request.user.is_authenticated:
        services.keep_guess(
            user=request.user, game=game, number=number, seat=seat, orders=trial.orders
        )
        services.ask_master(user=request.user, game=game)
    else:
        _remember(request, game_id, number, trial.orders)
    return redirect(turns.answer_url(game_id, number))


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def answer(request: PageRequest, game_id: int, number: int) -> HttpResponseBase:
    """Show what was played in a turn that was guessed, what the master would have, and the points.

    `?turn=` is the turn on the board.
    """
    access = _enter(request, game_id)
    guesses = _guesses(request, game_id)
    if number not in guesses:
        return redirect(turns.guess_url(game_id, number))
    if access.game.is_running and not _is_over(access, number):
        return redirect("study:guess", game_id)
    turn, analysis = turns.guessed(access, number), _analysis(access)
    page = AnswerPage.of(access, turn, guesses, analysis, request.GET.get("turn", ""))
    of_seat = [
        each for each in scores.judged(access, guesses, analysis) if each.turn.seat == turn.seat
    ]
    context = {
        "game": access.game,
        "page": page,
        "board_page": page.board_page,
        "score": Score.of(of_seat),
        "analysis": analysis,
        "here": turns.answer_url(game_id, number),
    }
    if request.htmx:
        return fragment(request, "study/guess_answer.html#points", context)
    return render(request, "study/guess_answer.html", context)


def _enter(request: HttpRequest, game_id: int) -> Access:
    access = enter(user=request.user, game_id=game_id)
    if not (can_be_analysed(access.game) or _looks_on(access)):
        raise Http404("There is nothing to guess in this game.")
    return access


def _looks_on(access: Access) -> bool:
    """Return whether somebody may guess in a running game: who is known, and plays no part in it.

    A guess would be advice from one player to another.
    """
    game = access.game
    known = access.user.is_authenticated and game.title in STRATEGIES
    runs = game.is_running and game.set_aside_at is None
    return known and runs and not (game.hot_seat or access.is_player)


def _is_over(access: Access, number: int) -> bool:
    """Return whether the turn that begins with a move is over."""
    return any(turn.number == number for turn in turns.turns_over(access))


def _too_late(request: PageRequest, game_id: int) -> HttpResponseBase:
    """Lead somebody to the present turn whose turn to guess has begun, or was over long ago."""
    messages.info(request, gettext("That turn has begun already. Guess one before its first move."))
    return led_to(request, reverse("study:guess", args=[game_id]))


def _analysis(access: Access) -> Analysis | None:
    """Return the analysis of a finished game; there is none of a running one."""
    return Analysis.objects.filter(game=access.game).first() if access.game.is_over else None


def _guesses(request: HttpRequest, game_id: int) -> Guesses:
    """Return a visitor's guesses in a game."""
    if request.user.is_authenticated:
        mine = Guess.objects.standing().filter(user=request.user, game=game_id)
        return dict(mine.values_list("number", "orders"))
    kept = request.session.get(GUESSES, {}).get(str(game_id), {})
    return {int(number): orders for number, orders in kept.items()}


def _remember(request: HttpRequest, game_id: int, number: int, orders: list[str]) -> None:
    """Keep the first guess of a visitor at a turn in their session."""
    kept = request.session.get(GUESSES, {})
    mine = kept.pop(str(game_id), {})
    mine.setdefault(str(number), orders)
    newest = [*kept.items()][1 - MOST_GAMES :]
    request.session[GUESSES] = dict([*newest, (str(game_id), mine)])


def _shown(request: PageRequest, access: Access, page: GuessPage, note: str = "") -> HttpResponse:
    """Return the page of a turn, or for htmx what changes on it, with its address."""
    context = {"game": access.game, "page": page, "board_page": page.board_page, "note": note}
    if not request.htmx:
        return render(request, "study/guess_turn.html", context)
    response = fragment(request, "study/guess_turn.html#fragment", context)
    response["HX-Replace-Url"] = page.board_page.url
    return response
