"""The position editor."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from games.accounts.intake import takes
from games.accounts.requests import UserRequest, number_in, within_limit
from games.play.access import enter
from games.play.errors import PlayError
from games.play.history import state_after
from games.play.language import spoken
from games.play.pages.levels import levels_of
from games.play.policies import obstacle_to_playing_on
from games.play.services import open_table
from games.play.views.fragments import fragment
from games.play.views.titles import title_of
from games.rules import TITLES, editing, position
from games.rules.errors import BadPosition
from games.study import services
from games.study.forms import SeatsForm
from games.study.pages.editor import Editor, set_up
from games.wording.seats import colour_names

LONGEST = 2 * position.MAX_CHARACTERS
"""The most characters of a field; a position that is too long gets its own sentence."""
CHANGES = 120
"""The most positions that one person can have drawn within a minute."""
TOO_MANY = gettext_lazy("That was a lot of changes. Wait a minute, go back, and send it again.")
FIELD = "field-"
"""How the names of a thing's fields begin in the form."""


@takes(longest=LONGEST)
@vary_on_headers("HX-Request")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def positions(request: UserRequest) -> HttpResponse:
    """Show the editor, and change the position in it; htmx gets only the part that changes.

    `?game=` and `?move=` lead to the position after a move, `?title=` and `?players=` to a new
    game.
    """
    if request.method != "POST":
        return _shown(request, Editor.of(_begun(request)))
    sent = request.POST
    if not within_limit("position", request.user.pk, a_minute=CHANGES):
        return HttpResponse(str(TOO_MANY), status=429, content_type="text/plain; charset=utf-8")
    values = {
        name.removeprefix(FIELD): str(value)
        for name, value in sent.items()
        if name.startswith(FIELD)
    }
    # Enter in a field presses the first button of the form, but means that the field is set.
    entered = bool(values) and sent.get("do") == "show" and sent.get("thing") == sent.get("was")
    editor = Editor.of(
        sent.get("text", ""),
        good=sent.get("good", ""),
        thing=sent.get("thing", "")[:80],
        target=sent.get("order", "")[:80],
        values=values if entered or sent.get("do") == "change" else None,
    )
    return _shown(request, editor)


@takes(longest=LONGEST)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def play_position(request: UserRequest) -> HttpResponseBase:
    """Ask who has the seats of a table that begins at a position, and open it.

    The page is shown by POST: somebody who comes back to its address is led to the editor.
    """
    if request.method != "POST":
        return redirect("study:positions")
    text = request.POST.get("text", "")
    try:
        title, state = editing.read(text)
    except BadPosition:
        return _shown(request, Editor.of(text))
    names = colour_names(spoken())[: title.view(state, None).players]
    form = SeatsForm(names, request.POST if "key" in request.POST else None)
    if form.is_valid():
        try:
            game = open_table(
                user=request.user,
                beginning=services.beginning_at(title, state),
                seats=form.seats(),
                name=gettext("{title} from a position").format(title=title.name),
                token=form.token(request.user, text),
            )
        except PlayError as error:
            form.add_error(None, str(error))
        else:
            return redirect(game)
    context = {
        "form": form,
        "editor": Editor.of(text),
        "levels": levels_of(title.id),
    }
    return render(request, "study/play_position.html", context)


@takes(longest=LONGEST)
@login_required
@require_POST
def download(request: UserRequest) -> HttpResponse:
    """Return a position as a file, or show what is wrong with it."""
    text = request.POST.get("text", "")
    try:
        title, state = editing.read(text)
    except BadPosition:
        return _shown(request, Editor.of(text))
    response = HttpResponse(position.write(title, state), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{title.id}-position.txt"'
    return response


def _begun(request: UserRequest) -> str:
    """Return the text that the editor begins with."""
    asked = request.GET
    game = number_in(asked.get("game", ""))
    if game is None:
        title = TITLES.get(asked.get("title", "")) or title_of("")
        return set_up(title, number_in(asked.get("players", "")) or 3)
    access = enter(user=request.user, game_id=game)
    number = number_in(asked.get("move", "")) or 0
    if obstacle := obstacle_to_playing_on(access):
        raise Http404(obstacle)
    if number > access.game.moves_made:
        raise Http404("That move has not been made.")
    return position.write(access.game.rules(), state_after(access.game, number))


def _shown(request: HttpRequest, editor: Editor) -> HttpResponse:
    context = {"editor": editor, "titles": list(TITLES.values())}
    if request.headers.get("HX-Request"):
        return fragment(request, "study/position_part.html", context)
    return render(request, "study/positions.html", context)
