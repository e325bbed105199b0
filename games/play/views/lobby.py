"""The lobby: find, create and fill games."""

from functools import cache

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts import guests
from games.accounts.guests import TooManyGuests
from games.accounts.languages import in_every_language
from games.accounts.refusals import reported
from games.accounts.requests import PageRequest, UserRequest, number_in
from games.bots import LEVELS
from games.drawing import DRAWINGS
from games.drawing.standalone import apart
from games.play import services
from games.play.access import enter
from games.play.errors import NoSeat, PlayError
from games.play.forms.new_game import REMATCH, NewGameForm, is_sent
from games.play.language import error_text, say, spoken
from games.play.models import Game, Status
from games.play.models.game import joinable_cards
from games.play.pages.cards import MyGames, cards_of_lists, invitations_of, waits_since
from games.play.pages.groups import groups_of
from games.play.pages.guided import begun_by, guided_titles
from games.play.pages.levels import levels_by_title, levels_of
from games.play.services.bot_games import USUAL
from games.play.services.leaving import is_last
from games.play.views.fragments import fragment
from games.play.views.joining import tell_of_invitation
from games.rules import TITLES
from games.rules.common.message import Player as PlayerName
from games.rules.common.message import Quote, message
from games.rules.errors import IllegalOptions
from games.wording import Language

LIST_LENGTH = 6
"""How many games of a kind are shown; the pages of all games have the rest."""


@require_safe
@in_every_language
def lobby(request: PageRequest) -> HttpResponse:
    """Show the user's games, those that wait for them first, then those they are invited to.

    Open games and other games to watch are there at once for people who are not playing; others
    see open games further down, where they load when they come into view.

    Visitors who aren't signed in see the welcome page, with games to join and to watch.
    """
    games = Game.objects.for_lists()
    if not request.user.is_authenticated:
        lists = {
            "joinable": list(joinable_cards()[:LIST_LENGTH]),
            "watchable": list(games.watchable()[:LIST_LENGTH]),
        }
        return render(request, "play/welcome.html", cards_of_lists(lists) | _welcome())
    mine = list(games.of(request.user))
    followed = list(games.followed_by(request.user))
    joinable: list[Game] = []
    watchable: list[Game] = []
    if not mine:
        joinable = list(joinable_cards().welcoming(request.user)[:LIST_LENGTH])
        watchable = [game for game in games.watchable()[:LIST_LENGTH] if game not in followed]
    lists = {
        "waiting": [game for game in mine if waits_since(game)],
        "others": [game for game in mine if not waits_since(game)],
        "joinable": joinable,
        "watchable": watchable,
        "followed": followed,
        "finished": list(games.finished_of(request.user)[:LIST_LENGTH]),
    }
    cards = cards_of_lists(lists, MyGames.of(request.user, mine))
    titles = [(TITLES[title], levels) for title, levels in levels_by_title(DRAWINGS).items()]
    begun = begun_by(request.user)
    known = {place.title for place in begun}
    context = {
        "titles": titles,
        "plays": bool(mine),
        "invited": invitations_of(request.user),
        "begun": begun,
        "guided": [title for title in guided_titles() if title not in known] if not mine else [],
    }
    return render(request, "play/lobby.html", context | cards)


@require_POST
def play_bots(request: PageRequest, title: str) -> HttpResponseBase:
    """Seat the visitor at a table with bots, as a guest if they have no account."""
    if title not in DRAWINGS:
        raise Http404("There is no such game here.")
    level = request.POST.get("bot", USUAL)
    if level not in LEVELS:
        raise Http404("There are no such bots here.")
    user = request.user
    try:
        game = services.play_bots(
            user=user if user.is_authenticated else guests.begin(request),
            title=title,
            friendly="friendly" in request.POST,
            level=level,
        )
    except (NoSeat, TooManyGuests) as error:
        messages.error(request, str(error))
        return redirect("play:lobby")
    return redirect(game)


@vary_on_headers("HX-Request")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: UserRequest) -> HttpResponseBase:
    """Show and process the form for a new game.

    An htmx request gets only the part of the form that depends on earlier choices, or the line that
    sums up what is folded. `?rematch=` is the finished game whose rematch it is to be.
    """
    again = None if request.htmx else _again(request)
    if again is not None and (elsewhere := _instead_of_rematch(request, again)):
        return redirect(elsewhere)
    form = NewGameForm.of_request(request, again)
    if request.htmx and request.htmx.target == "in-short":
        return fragment(request, "play/create.html#in_short", {"form": form})
    if request.htmx:
        return fragment(
            request, "play/create.html#set_up", {"form": form, "levels": levels_of(form.title.id)}
        )
    if is_sent(request) and form.is_valid():
        try:
            if form.is_hot_seat:
                return redirect(services.open_table(user=request.user, **form.table(request.user)))
            plan = form.plan(request.user)
            if again is None:
                game = services.create_once(creator=request.user, **plan)
            else:
                game = services.rematch_with_changes(game=again, user=request.user, plan=plan)
        except (PlayError, IllegalOptions) as error:
            form.add_error(None, error_text(error))
        else:
            for name in form.friends():
                tell_of_invitation(request, game, name)
            return redirect(game)
    groups, known = groups_of(request.user)
    levels = levels_of(form.title.id)
    return render(
        request,
        "play/create.html",
        {"form": form, "groups": groups, "known": known, "levels": levels, "again": again},
    )


def _again(request: UserRequest) -> Game | None:
    """Return the finished game whose rematch a person sets up, None if it is another new game."""
    asked = request.POST if request.method == "POST" else request.GET
    number = number_in(asked.get(REMATCH, ""))
    return None if number is None else enter(user=request.user, game_id=number).game


def _instead_of_rematch(request: UserRequest, game: Game) -> Game | None:
    """Return where to go instead of setting up a game's rematch, after a message that says why."""
    with reported(request) as refused:
        services.check_rematch(game=game, user=request.user)
    if refused:
        return game
    made = services.rematch_of(game)
    if made is None or made.status == Status.CANCELLED:
        return None
    if made.creator_id == request.user.pk:
        messages.info(request, gettext("This is your rematch. To change it, cancel it first."))
        return made
    name = PlayerName(made.creator.called if made.creator else "")
    messages.info(request, say(message("{player} has asked for a rematch already.", player=name)))
    return game


@login_required
@require_POST
def seat(request: UserRequest, game_id: int, seat: int) -> HttpResponseBase:
    """Give a free seat to a bot, or change who may take it."""
    access = enter(user=request.user, game_id=game_id)
    wish = {name: request.POST.get(name, "") for name in ("door", "bot")}
    with reported(request):
        services.fill_seat(game=access.game, user=request.user, seat=seat, **wish)
    return redirect(access.game)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Show what happens when a player leaves, with a button to leave."""
    access = enter(user=request.user, game_id=game_id)
    if request.method != "POST":
        access.player()
        alone = is_last(access.players, request.user)
        return render(request, "play/leave.html", {"game": access.game, "alone": alone})
    with reported(
        request, say(message("You've left {game}.", game=Quote(access.game.called)))
    ) as refused:
        services.leave(game=access.game, user=request.user)
    return redirect(access.game if refused else "play:lobby")


@login_required
@require_POST
def rematch(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Create a game like a finished one, and open it."""
    access = enter(user=request.user, game_id=game_id)
    try:
        game = services.rematch(game=access.game, user=request.user)
    except (NoSeat, IllegalOptions) as error:
        messages.error(request, error_text(error))
        return redirect(access.game)
    return redirect(game)


@login_required
@require_POST
def keep(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Keep a game open that nobody has joined for long."""
    access = enter(user=request.user, game_id=game_id)
    with reported(request, say(message("{game} stays open.", game=Quote(access.game.called)))):
        services.keep_open(game=access.game, user=request.user)
    return redirect(access.game)


@login_required
@require_POST
def cancel(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Cancel a game that has not started."""
    access = enter(user=request.user, game_id=game_id)
    with reported(
        request,
        say(
            message(
                "{game} is cancelled. We've told everyone who had joined.",
                game=Quote(access.game.called),
            )
        ),
    ) as refused:
        services.cancel_game(game=access.game, user=request.user)
    return redirect(access.game if refused else "play:lobby")


def _welcome() -> dict[str, object]:
    """Return the template context of the welcome page: the titles with a board and levels each."""
    titles, levels = [TITLES[title] for title in DRAWINGS], levels_by_title(DRAWINGS)
    return {
        "titles": spoken().listed([title.name for title in titles], "or"),
        "boards": [(title, _picture(title.id, spoken()), levels[title.id]) for title in titles],
        "guided": guided_titles(),
    }


@cache
def _picture(title_id: str, language: Language) -> str:
    """Return the empty board of a title's first setup as HTML."""
    title = TITLES[title_id]
    table = title.setups()[0]
    start = title.start(table.options, table.players)
    return apart(DRAWINGS[title_id].static(title.view(start, None).board, language), title_id)
