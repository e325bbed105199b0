"""Plans: a board of one's own on which to try what may come. Nobody else sees any of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import register_converter, reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts.intake import takes
from games.accounts.requests import UserRequest, within_limit
from games.play.access import enter
from games.play.errors import LostSeat, PlayError
from games.play.language import error_text, refusal_by_rules
from games.play.models import Game
from games.play.pages.completing import Line
from games.play.views.fragments import fragment, led_to
from games.play.views.typing import as_options
from games.rules.common.message import message
from games.rules.errors import LONGEST_ORDER, IllegalOrder
from games.rules.position import MAX_CHARACTERS
from games.rules.title import CHANCE, AnyTitle
from games.study import arrows, services
from games.study.models import Plan
from games.study.pages.comparison import places_of
from games.study.pages.plan import PlanPage, plans_of
from games.study.pages.plan_page import (
    Planned,
    before_last_turn,
    name_of,
    own_planned,
    planned_at,
    planned_of,
    planned_on,
)
from games.study.plan import words
from games.study.plan.text import text_of
from games.study.plan.tree import Place

BOT_TURNS: Final = 30
"""The most turns that bots play in plans of one person in a minute."""
_SAID: Final = {
    "name": gettext_lazy("The branch is named."),
    "note": gettext_lazy("The note is saved."),
    "share": gettext_lazy("This plan is a study now."),
    "withdraw": gettext_lazy("This plan is no longer shared."),
}
"""What people hear who do not see what a button did."""
TOO_MANY: Final = message("Bots have played a lot for you. Wait a minute, then ask again.")

Where = tuple[int | None, int]
"""A line and a depth on it, or no line and the number of a move."""


class WhereConverter:
    """A place in an address: 'm41' is the position after move 41, '12-5' step 5 of line 12."""

    regex = r"m\d{1,9}|\d{1,18}-\d{1,4}"

    def to_python(self, value: str) -> Where:
        """Return the place that a part of an address names."""
        if value.startswith("m"):
            return None, int(value[1:])
        line, _, depth = value.partition("-")
        return int(line), int(depth)

    def to_url(self, value: str) -> str:
        """Return the part of an address for a place, which is text already."""
        return value


register_converter(WhereConverter, "where")


@never_cache
@login_required
@require_safe
def plan(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Lead to the plan of the present position, or before the last turn if the game is over."""
    access = enter(user=request.user, game_id=game_id)
    game = access.game
    if game.state is None:
        messages.info(request, gettext("There is nothing to plan before the game has started."))
        return redirect(game)
    number = game.moves_made
    if not (game.is_running or game.rules().to_move(access.state)):
        number = before_last_turn(access)
        said = (
            gettext(
                "This is the position before your last turn. To plan from another move, look back"
                " at it and choose 'Plan from here'."
            )
            if access.is_player
            else gettext(
                "This is the position before the last turn. To plan from another move, look back"
                " at it and choose 'Plan from here'."
            )
        )
        messages.info(request, said)
    return redirect("study:plan-at", game_id, f"m{number}")


@never_cache
@vary_on_headers("HX-Request")
@login_required
@require_safe
def at(request: UserRequest, where: Where, **whose: int) -> HttpResponse:
    """Show a place of a plan. `?pick=` is the first click of an order, `?with=` what to compare."""
    return _shown(request, _planned(request, where, whose))


@login_required
@require_POST
def order(request: UserRequest, where: Where, **whose: int) -> HttpResponseBase:
    """Play orders for the seat that is asked, or say what chance does. A refused line stays."""
    planned = _planned(request, where, whose)
    place, typed = planned.place, request.POST.get("line", "")[:LONGEST_ORDER]
    line = Line(typed or request.POST.get("order", "")[:LONGEST_ORDER])

    def play() -> Place:
        try:
            return services.plan_orders(place=place, orders=line.orders, names=planned.names)
        except IllegalOrder as error:
            asked = _asked(place)
            raise PlayError(f"{error_text(error)}{line.hint(*asked) if asked else ''}") from error

    return _done(request, planned, play, typed=typed)


@never_cache
@login_required
@require_safe
def completions(request: UserRequest, where: Where, **whose: int) -> HttpResponse:
    """Return how a typed line can go on, as options of its list."""
    asked = _asked(_planned(request, where, whose).place)
    line = Line(request.GET.get("line", "")[:LONGEST_ORDER])
    return as_options(line.completions(*asked) if asked else [])


def _asked(place: Place) -> tuple[AnyTitle, Any, int] | None:
    """Return the title, the position and the seat of a player who is asked, or None."""
    seat = place.asked
    if seat is None or seat == CHANCE:
        return None
    return place.root.title, place.spot.state, seat


@login_required
@require_POST
def act(request: UserRequest, where: Where, **whose: int) -> HttpResponseBase:
    """Do what a button says: draw, let a bot play, name, note, delete, go on, make a draft."""
    planned = _planned(request, where, whose)
    wish = request.POST.get("act", "")
    if wish == "draft":
        return _drafted(request, planned)
    if wish == "carry":
        return _carried(request, planned)
    if wish == "keep":
        return _kept(request, planned)
    acts = _acts(request, planned)
    if wish not in acts:
        return redirect(planned.url)
    return _done(request, planned, acts[wish], str(_SAID.get(wish, "")))


def _acts(request: UserRequest, planned: Planned) -> Mapping[str, Callable[[], Place]]:
    place, names, text = planned.place, planned.names, request.POST.get("text", "")

    def bot() -> Place:
        if not within_limit("plan", request.user.pk, a_minute=BOT_TURNS):
            raise PlayError(TOO_MANY)
        return services.plan_bot_turn(place=place, names=names)

    return {
        "draw": lambda: services.plan_draws(place=place, names=names),
        "bot": bot,
        "name": lambda: services.name_line(place=place, name=text),
        "note": lambda: services.note_step(place=place, text=arrows.noted(place, *_noted(request))),
        "delete": lambda: services.delete_step(place=place),
        "share": lambda: services.share_plan(place=place),
        "withdraw": lambda: services.withdraw_study(place=place),
    }


def _noted(request: UserRequest) -> tuple[str, str]:
    return request.POST.get("text", ""), request.POST.get("arrows", "")


def _drafted(request: UserRequest, planned: Planned) -> HttpResponseBase:
    """Make the draft of a plan, and lead to the real table."""
    access = planned.access
    if access is None:
        return redirect(planned.url)
    player = access.player()
    with refusal_by_rules(LostSeat) as refused:
        services.make_draft(place=planned.place, player=player, version=access.game.version)
    if refused:
        return _answer(request, planned, refused.reason)
    messages.success(
        request, gettext("Your plan is your draft now. Look it over, then confirm it.")
    )
    return led_to(request, access.game.get_absolute_url())


def _kept(request: UserRequest, planned: Planned) -> HttpResponseBase:
    """Keep a line as a conditional turn, and lead to the page of those."""
    access = planned.access
    if access is None:
        return redirect(planned.url)
    player, page = access.player(), PlanPage.of(planned)
    ticked = set(request.POST.getlist("suppose"))
    left_out = [at for at, _ in page.supposed if str(at) not in ticked]
    with refusal_by_rules(LostSeat) as refused:
        services.make_conditional(
            place=planned.place, player=player, left_out=left_out, free="free" in request.POST
        )
    if refused:
        return _answer(request, planned, refused.reason)
    messages.success(
        request,
        format_html(
            gettext(
                "Kept. Your turn is played as soon as all of that has happened."
                ' <a href="{url}">Back to the plan</a>'
            ),
            url=planned.url,
        ),
    )
    return led_to(request, reverse("play:standing-orders", args=[access.game.pk]))


def _carried(request: UserRequest, planned: Planned) -> HttpResponseBase:
    """Go on from the present position with what of a plan still fits."""
    access = planned.access
    if access is None:
        return redirect(planned.url)
    with refusal_by_rules() as refused:
        carried = services.carry_on(
            place=planned.place, game=access.game, seat=access.seat, names=planned.names
        )
    if refused:
        return _answer(request, planned, refused.reason)
    if carried.left:
        said = ngettext(
            "{kept} of {left} step still fits. Here is the present.",
            "{kept} of {left} steps still fit. Here is the present.",
            carried.left,
        )
        messages.info(request, said.format(kept=carried.kept, left=carried.left))
    else:
        messages.info(
            request, gettext("Nothing of this branch is left to play. Here is the present.")
        )
    return led_to(request, planned.at(carried.place).url)


def _done(
    request: UserRequest,
    planned: Planned,
    do: Callable[[], Place],
    said: str = "",
    typed: str = "",
) -> HttpResponseBase:
    """Carry out a click, and show the place that it leads to, or why it was refused.

    `said` is what people hear who do not see it; otherwise they hear the steps that came. What was
    `typed` can be mended if it was refused, and the reason stands beside it.
    """
    with refusal_by_rules() as refused:
        place = do()
    if refused:
        return _answer(request, planned, refused.reason, typed=typed)
    before = planned.place.depth
    if place.depth > before:
        said = words.told_from(place.walk, before + 1, place.depth, planned.names)
    return _answer(request, planned.at(place), "", said, typed)


def _answer(
    request: UserRequest, planned: Planned, note: str, said: str = "", typed: str = ""
) -> HttpResponseBase:
    if note and request.POST.get("act") == "note":
        return _shown(request, planned, note)
    if request.htmx:
        response = _shown(request, planned, note, said, typed if note else "")
        if typed and not note:
            response["X-Sent"] = "typed"
        return response
    if note:
        messages.warning(request, note)
    again = f"?{urlencode({'typed': typed})}#typed" if typed and note else ""
    return redirect(f"{planned.url}{again}")


def _shown(
    request: UserRequest, planned: Planned, note: str = "", said: str = "", typed: str = ""
) -> HttpResponse:
    wanted = [read_place(text) for text in request.GET.getlist("with")[:9]]
    page = PlanPage.of(
        planned,
        picked=request.GET.get("pick", "")[:80] or None,
        compared=places_of(planned, [each for each in wanted if each is not None]),
    )
    place = planned.place
    said = said or words.step_told(place.walk, place.depth, planned.names)
    context = {
        "plan": page,
        "game": planned.game,
        "note": note,
        "board_page": page.board_page,
        "said": said,
        "noted": _noted(request) if note and request.POST.get("act") == "note" else None,
        "typed": typed or request.GET.get("typed", "")[:LONGEST_ORDER],
    }
    if not request.htmx:
        return render(request, "study/plan.html", context)
    response = fragment(request, "study/plan.html#fragment", context)
    response["HX-Replace-Url"] = planned.url
    return response


def read_place(text: str) -> tuple[int, int] | None:
    """Return the line and depth of a place that a request names, None if it is no place."""
    line, _, depth = text.partition("-")
    good = all(part.isascii() and part.isdigit() and len(part) < 10 for part in (line, depth))
    return (int(line), int(depth)) if good else None


def _planned(request: UserRequest, where: Where, whose: Mapping[str, int]) -> Planned:
    """Return the place that an address names; raises Http404 if it is not the visitor's own."""
    line, depth = where
    if "game_id" not in whose:
        return own_planned(request.user, whose["plan_id"], line, 0 if line is None else depth)
    access = enter(user=request.user, game_id=whose["game_id"])
    return planned_at(access, depth) if line is None else planned_on(access, line, depth)


@takes(longest=2 * MAX_CHARACTERS)
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def plans(request: UserRequest) -> HttpResponseBase:
    """List a person's plans, and keep a position of their own to plan from."""
    fields = {name: request.POST.get(name, "") for name in ("position", "name", "seat")}
    problem = ""
    if request.method == "POST":
        seat = fields["seat"]
        with refusal_by_rules() as refused:
            made = services.plan_position(
                user=request.user,
                text=fields["position"],
                name=fields["name"],
                seat=int(seat) - 1 if seat in ("1", "2", "3", "4", "5") else None,
            )
        if not refused:
            return redirect("study:own-plan-at", made.pk, "m0")
        problem = refused.reason
    context = {"plans": plans_of(request.user), "fields": fields, "problem": problem}
    return render(request, "study/plans.html", context)


@login_required
@require_POST
def delete(request: UserRequest, plan_id: int) -> HttpResponseBase:
    """Delete a plan of a position of one's own."""
    services.delete_plan(plan=own_planned(request.user, plan_id, None, 0).place.plan)
    messages.success(request, gettext("The plan is deleted."))
    return redirect("study:plans")


@never_cache
@login_required
@require_safe
def text(request: UserRequest, plan_id: int) -> HttpResponse:
    """Return a plan of one's own as text."""
    found = planned_of(request.user, plan_id)
    return text_file(found.place.plan, found.names, found.game)


def text_file(plan: Plan, names: Sequence[str], game: Game | None) -> HttpResponse:
    """Return a plan as a file."""
    written = text_of(plan, names, name_of(plan, game))
    response = HttpResponse(written, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="plan-{plan.pk}.txt"'
    return response
