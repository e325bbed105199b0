"""The game page: show, poll and play. One fragment serves the page, polls and clicks."""

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts.display import Display
from games.accounts.refusals import reported
from games.accounts.requests import PageRequest, UserRequest, number_in
from games.play import services
from games.play.access import Access, enter
from games.play.engine.locks import SET_ASIDE
from games.play.event_hosts import place_of
from games.play.forms.standing_orders import has_standing_order
from games.play.language import refusal_by_rules, say
from games.play.models import FollowedGame, Game, Invitation, Player
from games.play.pages.bot_replay import next_shown
from games.play.pages.confirming import left_to_play
from games.play.pages.guided import guided_titles, is_new
from games.play.pages.levels import levels_of
from games.play.pages.past import PastTable
from games.play.pages.primers import primers_met, unread_primers
from games.play.pages.ratings import outlook_of
from games.play.pages.rematch import RematchOffer
from games.play.pages.table import Table
from games.play.pages.votes import VotesPanel
from games.play.pages.waiting import Waiting
from games.play.pages.wording import set_up_of, terms_of
from games.play.policies import may_invite, may_invite_again, obstacle_to_joining
from games.play.scratch import Drafted
from games.play.views.fragments import fragment, led_to
from games.play.views.lost_seat import for_a_seat
from games.ratings.forecast import changed
from games.rules.common.syntax import SEPARATOR
from games.rules.errors import LONGEST_ORDER


class Versions(TypedDict):
    """What a click on a table was made by and on, as services of drafts take it."""

    player: Player
    version: int
    draft_version: int


class Click(NamedTuple):
    """A click on the table of a game; -1 stands for a version that was not sent."""

    access: Access
    version: int
    draft_version: int

    @classmethod
    def of(cls, request: PageRequest, game_id: int) -> "Click":
        """Return the click that a request sends; raises Http404 as `enter` does."""
        access = enter(user=request.user, game_id=game_id, light=True)
        return cls(access, _number(request.POST, "version"), _number(request.POST, "draft_version"))

    @property
    def game(self) -> Game:
        """The game as it was before the click."""
        return self.access.game

    def at(self) -> Versions:
        """Return who clicked on what; raises what `Access.player` raises."""
        return {
            "player": self.access.player(),
            "version": self.version,
            "draft_version": self.draft_version,
        }


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def table(request: PageRequest, game_id: int) -> HttpResponse:
    """Show the game from the visitor's seat.

    `?pick=` is the first step of a two-step order, `?typed=` a line of orders that was refused.
    `?points=` are points of the score sheet, 'network.2', to see where they come from.
    """
    access = enter(user=request.user, game_id=game_id)
    if access.game.state is None:
        if access.is_awaited:
            # A notification leads here.
            return redirect("play:invitation", access.game.token)
        return render(request, "play/room.html", room_context(access))
    seen = Table.of(
        access,
        picked=request.GET.get("pick", "")[:80] or None,
        points=request.GET.get("points", "")[:80],
    )
    context = table_context(request, access, seen)
    if request.htmx:
        return fragment(request, "play/table.html#fragment", context)
    context["typed"] = request.GET.get("typed", "")[:LONGEST_ORDER]
    may_learn = seen.guided and access.game.is_running and access.seat is not None
    context["learns"] = may_learn and is_new(access.user)
    return render(request, "play/table.html", context)


@never_cache
@require_safe
def poll(request: PageRequest, game_id: int) -> HttpResponse:
    """Answer 204 if the page is up to date, else the new fragment.

    A page on which a bot was thinking names the move that it has `shown`: while it is in view it
    gets those of the bot's turn one by one.
    """
    version = request.GET.get("version", "")
    current = enter(user=request.user, game_id=game_id, light=True).version_is(version)
    if current and _number(request.GET, "waiting") in (-1, waiting_at(request, game_id).count):
        _note_seen(request)
        return HttpResponse(status=204)
    access = enter(user=request.user, game_id=game_id)
    if access.game.is_open:
        return fragment(request, "play/room.html#room", room_context(access))
    if access.game.state is None or request.GET.get("room"):
        # The waiting room and the game are different pages.
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    shown = _number(request.GET, "shown") if request.headers.get("X-In-View") else -1
    if (number := next_shown(access, shown)) is not None:
        past = {"table": PastTable.of(access, number), "game": access.game}
        return fragment(request, "play/bot_replay_part.html", past)
    return fragment(
        request, "play/table.html#fragment", table_context(request, access, Table.of(access))
    )


@login_required
@require_POST
@for_a_seat
def order(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Add an order to the draft, or all that a click stands for; confirm it if that was chosen."""
    click = Click.of(request, game_id)
    with refusal_by_rules() as refused:
        orders = request.POST.get("order", "").split(SEPARATOR)
        drafted = services.draft_orders(**click.at(), orders=[text.strip() for text in orders])
    if refused:
        return fresh_table(request, click.game, refused.reason)
    if Display.of(request).at_once:
        then = left_to_play(drafted.played, click.access.player().seat)
        if then is not None:
            return played(request, click._replace(draft_version=drafted.draft.version), then)
    return drafted_table(request, drafted)


@login_required
@require_POST
@for_a_seat
def draft(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Undo the draft's last order, or all of them."""
    click = Click.of(request, game_id)
    undo = services.reset_draft if request.POST.get("undo") == "all" else services.undo
    with refusal_by_rules() as refused:
        drafted = undo(**click.at())
    if refused:
        return fresh_table(request, click.game, refused.reason)
    return drafted_table(request, drafted)


@login_required
@require_POST
@for_a_seat
def confirm(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Play the draft, and the orders `then` that the button adds to it."""
    then = [text for text in request.POST.get("then", "").split(SEPARATOR) if text.strip()]
    return played(request, Click.of(request, game_id), then)


def played(request: UserRequest, click: Click, then: Sequence[str]) -> HttpResponseBase:
    """Play the draft and the orders `then`, and return what the person sees next."""
    game = click.game
    with refusal_by_rules() as refused:
        now, steps = services.confirm_draft(**click.at(), then=then)
    if refused:
        return fresh_table(request, game, refused.reason)
    services.read_primers(user=request.user, title=now.title.id, primers=primers_met(steps))
    access = Access.read(now.game, request.user, now.players, now.state)
    if access.game.at_screen != game.at_screen:
        # The page is the last player's: nothing of it may stay when another looks at the screen.
        return led_to(request, game.get_absolute_url())
    if Display.of(request).go_on:
        waiting = waiting_at(request, game.pk)
        if waiting.next and not waiting.here:
            return led_to(request, waiting.next.url)
    return fresh_table(request, game, access=access)


@login_required
@require_POST
@for_a_seat
def primers(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Put away the primers that the page shows."""
    access = enter(user=request.user, game_id=game_id)
    access.player()
    if access.game.is_running:
        shown = Table.of(access).primers
        services.read_primers(user=request.user, title=access.game.title, primers=shown)
    return fresh_table(request, access.game, access=access)


@login_required
@require_POST
def follow(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Follow a game, or stop that if the form's `follow` is "no"."""
    game = enter(user=request.user, game_id=game_id).game
    if request.POST.get("follow") == "no":
        services.unfollow_game(user=request.user, game=game)
        return redirect(game)
    with reported(request, gettext("You follow this game: it's among your games now.")):
        services.follow_game(user=request.user, game=game)
    return redirect(game)


def fresh_table(
    request: PageRequest,
    game: Game,
    note: str = "",
    access: Access | None = None,
    drafted: Drafted | None = None,
    typed: str = "",
) -> HttpResponseBase:
    """Return the game as it is now, with an error message in `note` if the click was refused.

    The message stands with the field of typed orders if it is about a line that was `typed`.

    It is read again unless the caller has `access` to it as the click has left it; so is the draft
    unless it was `drafted`. Whoever clicks in a game that has not begun is led to its waiting room.
    """
    if request.htmx:
        access = access or enter(user=request.user, game_id=game.pk)
        if access.game.state is not None:
            table = Table.of(access, drafted=drafted)
            context = table_context(request, access, table) | {"note": note, "typed": typed}
            return fragment(request, "play/table.html#fragment", context)
    if note:
        messages.warning(request, note)
    return led_to(request, game.get_absolute_url())


def drafted_table(request: PageRequest, drafted: Drafted) -> HttpResponseBase:
    """Return the game with a draft that has just been changed, from what was read for that."""
    access = Access.read(drafted.game, request.user, drafted.players, drafted.base)
    return fresh_table(request, drafted.game, access=access, drafted=drafted)


def _note_seen(request: PageRequest) -> None:
    """Note that the page which polls is in view, and shows what its person is asked."""
    wait = _number(request.GET, "wait")
    if request.headers.get("X-In-View") and wait > 0 and request.user.is_authenticated:
        services.note_seen(user=request.user, wait_id=wait)


def _number(fields: QueryDict, name: str) -> int:
    """Return a number of a form or URL, -1 if there is none."""
    number = number_in(fields.get(name, ""))
    return -1 if number is None else number


def waiting_at(request: PageRequest, game_id: int) -> Waiting:
    """Return the tables that wait for the visitor, seen from one of them.

    Nobody who is signed in for one game only is told of another.
    """
    if not request.user.is_authenticated or getattr(request, "visit", None):
        return Waiting()
    return Waiting.at(game_id, request.user)


def table_context(request: PageRequest, access: Access, seen: Table) -> dict[str, object]:
    """Return the template context of the game page, with the clocks of the players it waits for.

    `stepped_aside` says that the visitor's standing order did not fit, `unseen_wait` names the
    wait that they have not yet been shown and `shown` the last move while a bot thinks, both as
    parts of the address to poll.
    """
    asked = seen.question
    mine = access.players[access.seat].wait if access.seat is not None else None
    return {
        "access": access,
        "unseen_wait": f"&wait={mine.pk}" if mine is not None and mine.seen_at is None else "",
        "shown": f"&shown={access.game.moves_made}" if access.game.thinking_since else "",
        "waiting": waiting_at(request, access.game.pk),
        "table": seen,
        "primers": unread_primers(request.user, access.game.title, seen.primers),
        "game": access.game,
        "place": place_of(access.game),
        "set_aside": say(SET_ASIDE) if access.game.set_aside_at else "",
        "panel": VotesPanel.of(access),
        "rematch": _rematch(access) if seen.rematch and access.seat is not None else None,
        "changed": None if access.game.is_running else changed(access.game.pk),
        "follows": _follows(request, access),
        "stepped_aside": bool(asked)
        and access.seat is not None
        and has_standing_order(access.game, access.seat, asked),
    }


def _rematch(access: Access) -> RematchOffer:
    return RematchOffer.of(access, services.rematch_of(access.game))


def _follows(request: PageRequest, access: Access) -> bool | None:
    """Return whether somebody without a seat follows a game; None if they could not."""
    user = request.user
    if access.is_player or not user.is_authenticated or getattr(request, "visit", None):
        return None
    return FollowedGame.objects.filter(user=user, game=access.game).exists()


def room_context(access: Access) -> dict[str, object]:
    """Return the template context of the waiting room."""
    players = access.players
    can_join = (
        access.game.is_open
        and not access.is_player
        and any(player.door == "open" for player in players)
    )
    invitation = reverse("play:invitation", args=[access.game.token])
    return {
        "access": access,
        "game": access.game,
        "place": place_of(access.game),
        "invitation": settings.SITE_URL + invitation,
        "players": players,
        "may_invite": may_invite(access.game, players, access.user),
        "can_join": can_join,
        "obstacle": obstacle_to_joining(access.game, access.user) if can_join else "",
        "free": sum(player.is_free for player in players),
        "levels": levels_of(access.game.title) if access.is_creator else [],
        "set_up": set_up_of(access.game, len(players)),
        "terms": terms_of(access.game),
        "outlook": outlook_of(access),
        "invitations": _invitations(access),
        "guided": access.game.rules() in guided_titles(),
        "closes": access.game.closes_at if access.game.is_open else None,
    }


def _invitations(access: Access) -> list[tuple[Invitation, bool]]:
    """Return the visitor's outstanding invitations, each with whether it may be sent again."""
    if not access.game.is_open or not may_invite(access.game, access.players, access.user):
        return []
    now = timezone.now()
    own = access.game.invitations.outstanding().filter(host=access.user).select_related("guest")
    return [(each, may_invite_again(each, now)) for each in own]
