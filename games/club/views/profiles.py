"""The profile pages of people and bots."""

from functools import cache
from typing import Any

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from games.accounts.models import User
from games.accounts.requests import PageRequest
from games.bots import BOTS
from games.club.forms import GamesForm
from games.club.pages.bot import BotPage
from games.club.pages.games import games_of, rows_of
from games.club.pages.paging import Part
from games.club.pages.person import PersonPage
from games.club.pages.subject import Subject


def named(username: str, visitor: Any) -> User:
    """Return the person with a name; raises Http404. Staff also see people who cannot sign in."""
    person = User.objects.filter(username__iexact=username).first()
    if person is None or not (person.is_active or visitor.is_staff):
        raise Http404("Nobody has that name.")
    return person


@require_GET
def person(request: PageRequest, username: str) -> HttpResponse:
    """Show what a person tells, their ratings and results."""
    found = named(username, request.user)
    page = PersonPage.of(found, request.user)
    context = {"page": page, "person": found, "results": page.results}
    return render(request, "club/person.html", context)


@require_GET
def person_games(request: PageRequest, username: str) -> HttpResponse:
    """Show a person's games; raises Http404 for visitors who may not see these."""
    found = named(username, request.user)
    page = PersonPage.head(found, request.user)
    if not page.shown.games:
        raise Http404("There are no games to see here.")
    context = {"page": page, "person": found, **_games(request, Subject(found))}
    return render(request, "club/person_games.html", context)


@require_GET
def bot(request: PageRequest, bot: str) -> HttpResponse:
    """Show a bot's strength and results."""
    _check_bot(bot)
    return render(request, "club/bot.html", {"page": BotPage.of(bot, request.user)})


@require_GET
def bot_games(request: PageRequest, bot: str) -> HttpResponse:
    """Show a bot's games."""
    _check_bot(bot)
    context = {"page": BotPage(bot), **_games(request, Subject(bot=bot))}
    return render(request, "club/bot_games.html", context)


def _check_bot(bot: str) -> None:
    if bot not in BOTS:
        raise Http404("There is no such bot.")


def _games(request: PageRequest, subject: Subject) -> dict[str, object]:
    """Return the template context of a page of games."""
    form = GamesForm(request.GET)
    part = Part.of(games_of(subject, request.user, form.wanted()), request.GET.get("page"))
    fields = form.render() if request.GET else _blank_fields(get_language())
    return {"form": form, "fields": fields, "part": part, "rows": rows_of(part.rows, subject)}


@cache
def _blank_fields(language: str | None) -> SafeString:
    """Return the fields of a form without filters as HTML: in a language, the same for everyone."""
    return GamesForm(QueryDict()).render()
