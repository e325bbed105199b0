"""Invitations, and how people take seats."""

from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.forms.ways_in import InvitedSignupForm, SignupForm
from games.accounts.models import User
from games.accounts.refusals import refusal, reported
from games.accounts.requests import PageRequest, UserRequest
from games.accounts.sign_up import SignUpHere, has_account
from games.play import invited as opened
from games.play import services
from games.play.access import Access, enter, enter_by_token
from games.play.errors import NoSeat
from games.play.language import say
from games.play.models import Game, Invitation
from games.play.pages.boards import BOARD, called
from games.play.pages.guided import guided_titles
from games.play.pages.thumbnails import board_of, preview_of
from games.play.pages.wording import pace_of, set_up_of, terms_of
from games.play.policies import obstacle_to_joining
from games.play.services import inviting
from games.rules.common.message import Quote, message

PAGE = "play/invitation.html"


@require_POST
def join(request: PageRequest, game_id: int) -> HttpResponseBase:
    """Take an open seat."""
    access = enter(user=request.user, game_id=game_id)
    return _join(request, access, access.game.get_absolute_url())


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: PageRequest, token: str) -> HttpResponseBase:
    """Show the game of an invitation link, with a button to join."""
    access = enter_by_token(user=request.user, token=token)
    page = reverse("play:invitation", args=[token])
    return _invitation(request, access, page)


@never_cache
@require_safe
def open_invitation(request: PageRequest, token: str) -> HttpResponseBase:
    """Open the link of an emailed invitation, and lead to a page without its token."""
    opened.begin(request, token)
    return redirect("play:invited")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invited(request: PageRequest) -> HttpResponseBase:
    """Show the game of the emailed invitation that was opened here, with a button to join."""
    found = opened.invitation_of(request)
    if found is None:
        return render(request, "play/invitation_gone.html", status=404)
    access = Access(game=found.game, user=request.user, invited=True)
    if not found.is_outstanding and not access.is_player:
        return render(request, "play/invitation_gone.html", status=404)
    return _invitation(request, access, reverse("play:invited"), found)


@login_required
@require_POST
def invite(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Email an invitation to a player by name, or to an address."""
    access = enter(user=request.user, game_id=game_id)
    tell_of_invitation(request, access.game, request.POST.get("name", ""))
    return redirect(access.game)


@login_required
@require_POST
def invite_again(request: UserRequest, game_id: int, number: int) -> HttpResponseBase:
    """Email an invitation once more."""
    access = enter(user=request.user, game_id=game_id)
    try:
        sent = inviting.send_again(game=access.game, host=request.user, number=number)
    except NoSeat as error:
        messages.error(request, str(error))
    else:
        _tell(request, sent)
    return redirect(access.game)


@login_required
@require_POST
def withdraw_invitation(request: UserRequest, game_id: int, number: int) -> HttpResponseBase:
    """Withdraw an invitation."""
    access = enter(user=request.user, game_id=game_id)
    with reported(request, gettext("The invitation is withdrawn. Its link doesn't work any more.")):
        inviting.withdraw(game=access.game, host=request.user, number=number)
    return redirect(access.game)


def tell_of_invitation(request: UserRequest, game: Game, name: str) -> None:
    """Invite someone by name or address, and say what happens with the invitation."""
    try:
        sent = inviting.invite(game=game, host=request.user, name=name)
    except NoSeat as error:
        messages.error(request, str(error))
    else:
        _tell(request, sent)


def proven_address(request: HttpRequest) -> str:
    """Return the address that the invitation opened in a browser was sent to, '' if none was."""
    found = opened.invitation_of(request)
    return found.address if found is not None and found.is_outstanding else ""


def take_seats(request: HttpRequest, user: User) -> None:
    """Give a person who has signed up the seats that they signed up for in this browser."""
    found = opened.invitation_of(request)
    if found is not None and found.is_outstanding:
        _take_seat(request, found.game, user=user, invitation=found)
    token = opened.wanted_seat(request, forget=True)
    with suppress(Http404):
        _take_seat(request, enter_by_token(user=user, token=token).game, user=user, invited=True)


def return_path(request: HttpRequest) -> str:
    """Return the path of the invitation that a visitor signs up by, '' if there is none."""
    token = opened.wanted_seat(request)
    return reverse("play:invitation", args=[token]) if token else ""


def _take_seat(request: HttpRequest, game: Game, **who: Any) -> None:
    with refusal() as refused:
        services.join(game=game, **who)
    if refused:
        messages.warning(request, refused.reason)
    else:
        messages.success(
            request, say(message("You have a seat in {game}.", game=Quote(game.called)))
        )


def _tell(request: UserRequest, sent: inviting.Sent) -> None:
    level = messages.SUCCESS if sent.reaches else messages.WARNING
    messages.add_message(request, level, sent.told)


def _invitation(
    request: PageRequest, access: Access, page: str, own: Invitation | None = None
) -> HttpResponseBase:
    """Show an invitation at the URL `page`, or take a seat; `own` is for the visitor alone.

    Visitors sign up on the page for their seat. The address of their `own` invitation needs no
    confirmation, as nobody else has its token.
    """
    if access.is_player:
        return redirect(access.game)
    is_visitor = not request.user.is_authenticated
    login = _login_of(own) if own and is_visitor else ""
    signs_up = is_visitor and not login and _has_free_seat(access)
    if request.method == "POST" and not signs_up:
        return _join(request, access, page, own)
    context = _context(request, access, own) | {"page": page, "login": login}
    form = InvitedSignupForm if own else SignupForm
    if request.method == "POST":
        if not own:
            opened.want_seat(request, access.game)
        sign_up = SignUpHere.as_view(
            template_name=PAGE, extra_context=context, form_class=form, success_url=page
        )
        response: HttpResponseBase = sign_up(request)
        return response
    if signs_up:
        context["form"] = form()
    return render(request, PAGE, context)


def _context(request: PageRequest, access: Access, own: Invitation | None) -> dict[str, Any]:
    """Return what the page of an invitation says: the game, its host, and what a seat needs."""
    game, players = access.game, access.players
    drawn = board_of(game.title, game.options, len(players))
    return {
        "access": access,
        "game": game,
        "players": players,
        "host": own.host if own else game.creator,
        "free": _has_free_seat(access),
        "address": own.address if own else "",
        "obstacle": obstacle_to_joining(game, request.user),
        "board": called(game.title, game.options.get(BOARD)),
        "picture": preview_of(game.title, drawn) if drawn else "",
        "pace": pace_of(game),
        "set_up": set_up_of(game, len(players)),
        "terms": terms_of(game),
        "guided": game.rules() in guided_titles(),
    }


def _login_of(own: Invitation) -> str:
    """Return with what the reader of an invitation signs in, '' if they have no account yet."""
    if own.guest is not None:
        return own.guest.username
    return own.address if has_account(own.address) else ""


def _has_free_seat(access: Access) -> bool:
    """Return whether an invited person can take a seat, or take one over."""
    game = access.game
    return (game.is_open and any(player.is_free for player in access.players)) or (
        game.is_running and any(player.offered_at for player in access.players)
    )


def _join(
    request: PageRequest, access: Access, page: str, own: Invitation | None = None
) -> HttpResponse | HttpResponseBase:
    if not request.user.is_authenticated:
        return redirect(f"{reverse('account_login')}?next={page}")
    refused_to: Game | str = "play:lobby" if access.game.private else access.game
    with reported(request) as refused:
        services.join(game=access.game, user=request.user, invited=access.invited, invitation=own)
    return redirect(page if own else refused_to if refused else access.game)
