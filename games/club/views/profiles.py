"""The profile pages of people and bots."""

from functools import cache
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts import former
from games.accounts.models import User
from games.accounts.models.user import has_name
from games.accounts.requests import PageRequest
from games.bots import BOTS
from games.club.forms import GamesForm
from games.club.pages.bot import BotPage, bot_name
from games.club.pages.games import games_of, rows_of
from games.club.pages.paging import Part
from games.club.pages.parts import PARTS, Context, parts_of_others, style_of
from games.club.pages.person import PersonPage
from games.club.pages.ratings import current_ratings
from games.club.pages.subject import Subject
from games.play.views.fragments import fragment


def has_left(username: str) -> bool:
    """Return whether a person with this name has deleted their account, or staff closed it."""
    closed = User.objects.members().filter(has_name(username), is_active=False)
    return closed.exists() or former.has_left(username)


def named(username: str, visitor: Any) -> User:
    """Return the person with a name; raises Http404. Staff also see people who cannot sign in."""
    person = User.objects.shown().filter(has_name(username)).first()
    if person is None or not (person.is_active or visitor.is_staff):
        raise Http404("Nobody has that name.")
    return person


@require_safe
def person(request: PageRequest, username: str) -> HttpResponse:
    """Show what a person tells and their ratings, and links to the parts that load later."""
    try:
        found = named(username, request.user)
    except Http404:
        if not has_left(username):
            raise
        return render(request, "club/person_left.html", {"name": username}, status=HTTPStatus.GONE)
    page = PersonPage.of(found, request.user)
    context = {
        "page": page,
        "person": found,
        "ratings": current_ratings(found),
        "others": parts_of_others(found, request.user),
    }
    return render(request, "club/person.html", context)


@require_safe
@vary_on_headers("HX-Request")
def person_part(request: PageRequest, username: str, part: str) -> HttpResponse:
    """Show one part of a person's page; raises Http404 if the visitor may not see it."""
    found = named(username, request.user)
    context = PARTS[part].context(found, request.user) if part in PARTS else None
    if context is None:
        raise Http404("There is nothing to see here.")
    subject = {"name": found.username, "url": reverse("club:person", args=[found.username])}
    return _part(request, PARTS[part].template, context | subject)


@require_safe
def person_games(request: PageRequest, username: str) -> HttpResponse:
    """Show a person's games; raises Http404 for visitors who may not see these."""
    found = named(username, request.user)
    page = PersonPage.of(found, request.user)
    if not page.shown.games:
        raise Http404("There are no games to see here.")
    context = {"page": page, "person": found, **_games(request, Subject(found))}
    return render(request, "club/person_games.html", context)


@require_safe
def bot(request: PageRequest, bot: str) -> HttpResponse:
    """Show a bot's strength and results, and a link to the part that loads later."""
    _check_bot(bot)
    return render(request, "club/bot.html", {"page": BotPage.of(bot, request.user)})


@require_safe
def bot_games(request: PageRequest, bot: str) -> HttpResponse:
    """Show a bot's games."""
    _check_bot(bot)
    context = {"page": BotPage(bot), **_games(request, Subject(bot=bot))}
    return render(request, "club/bot_games.html", context)


@require_safe
@vary_on_headers("HX-Request")
def bot_style(request: PageRequest, bot: str) -> HttpResponse:
    """Show what a bot is like as a player."""
    _check_bot(bot)
    context = style_of(Subject(bot=bot), request.user)
    subject = {"name": bot_name(bot), "url": reverse("club:bot", args=[bot])}
    return _part(request, PARTS["style"].template, context | subject)


def _part(request: PageRequest, template: str, context: Context) -> HttpResponse:
    """Answer HTMX with a part alone, and browsers without scripts with a page that has no other."""
    if request.htmx:
        return fragment(request, template, context)
    return render(request, "club/part.html", context | {"template": template})


def _check_bot(bot: str) -> None:
    if bot not in BOTS:
        raise Http404("There is no such bot.")


def _games(request: PageRequest, subject: Subject) -> dict[str, object]:
    """Return the template context of a page of games."""
    form = GamesForm(request.GET) if request.GET else _blank_form()
    part = Part.of(games_of(subject, request.user, form.wanted()), request.GET.get("page"))
    return {"form": form, "part": part, "rows": rows_of(part.rows, subject)}


@cache
def _blank_form() -> GamesForm:
    return GamesForm({})
