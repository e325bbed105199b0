"""Records that are read in, and pass-and-play tables."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.intake import takes
from games.accounts.requests import UserRequest, number_in, within_limit
from games.play.access import enter
from games.play.errors import PlayError
from games.play.pages.levels import levels_of
from games.play.pages.past import PastTable
from games.play.policies import obstacle_to_playing_on
from games.play.services import open_table
from games.play.views.hot_seat import own_table
from games.rules import variations
from games.rules.errors import BadRecord
from games.study import services
from games.study.forms import RecordForm, SeatsForm
from games.study.pages.own_tables import Mistake, OwnTables, readable_orders
from games.study.pages.plan_page import url_of
from games.study.plan.text import LONGEST_TEXT

RECORDS = 10
"""The most records that one person can read in within a minute."""
TOO_MANY = gettext_lazy("That was a lot of records. Wait a minute, then send it again.")


@login_required
@require_safe
def own_tables(request: UserRequest) -> HttpResponse:
    """Show a person's own tables and records."""
    return render(request, "study/own_tables.html", {"tables": OwnTables.of(request.user)})


@takes(longest=2 * LONGEST_TEXT, parts=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def read_record(request: UserRequest) -> HttpResponseBase:
    """Show and process the form for a record; one that is wrong stays in it."""
    if request.method != "POST":
        return render(request, "study/read_record.html", {"form": RecordForm()})
    form, mistake = RecordForm(request.POST, request.FILES), None
    if form.is_valid():
        if not within_limit("record", request.user.pk, a_minute=RECORDS):
            form.add_error(None, str(TOO_MANY))
        else:
            upto = request.POST.get("upto", "")[:6]
            is_plan = variations.is_tree(form.data["text"])
            try:
                return _read_plan(request, form) if is_plan else _read_record(request, form, upto)
            except BadRecord as error:
                readable = 0 if is_plan else readable_orders(form.record())
                mistake = Mistake.of(error, form.data["text"], readable)
            except PlayError as error:
                form.add_error(None, str(error))
    return render(request, "study/read_record.html", {"form": form, "mistake": mistake})


def _read_record(request: UserRequest, form: RecordForm, upto: str) -> HttpResponseBase:
    """Keep a record as a game, and lead to its end; raises BadRecord or PlayError."""
    game = services.import_record(
        user=request.user,
        data=form.record(),
        name=form.cleaned_data["name"],
        upto=number_in(upto),
    )
    return redirect("play:move", game.pk, game.moves_made)


def _read_plan(request: UserRequest, form: RecordForm) -> HttpResponseBase:
    """Keep a text with branches as a plan, and lead there; raises BadRecord or PlayError."""
    plan = services.read_plan(user=request.user, data=form.record(), name=form.cleaned_data["name"])
    return redirect(url_of(plan, None, 0))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def play_on(request: UserRequest, game_id: int, number: int) -> HttpResponseBase:
    """Show and process the form that opens a table of one's own after a move of a game."""
    access = enter(user=request.user, game_id=game_id)
    if obstacle := obstacle_to_playing_on(access):
        raise Http404(obstacle)
    if number > access.game.moves_made:
        raise Http404("That move has not been made.")
    posted = request.POST if request.method == "POST" else None
    form = SeatsForm(access.seat_history.at(number), posted)
    if form.is_valid():
        try:
            game = open_table(
                user=request.user,
                beginning=services.beginning_after(access, number),
                seats=form.seats(),
                name=gettext("{game}, from move {number}").format(
                    game=access.game.name[:40], number=number
                )[:60],
                token=form.token(request.user, f"{game_id}:{number}"),
            )
        except PlayError as error:
            form.add_error(None, str(error))
        else:
            return redirect(game)
    context = {
        "form": form,
        "game": access.game,
        "table": PastTable.of(access, number),
        "levels": levels_of(access.game.title),
    }
    return render(request, "study/play_on.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete_table(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Ask whether to delete a table or record of one's own, and delete it."""
    game = own_table(request, game_id).game
    if request.method != "POST":
        return render(request, "study/delete_table.html", {"game": game})
    services.delete_table(game=game, user=request.user)
    messages.success(request, gettext("{game} is deleted.").format(game=game.called))
    return redirect("study:own-tables")
