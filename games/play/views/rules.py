"""The rules page of a title."""

from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.accounts.languages import in_every_language
from games.drawing import DRAWINGS
from games.play.language import spoken
from games.play.pages import rulebook
from games.play.pages.guided import guided_titles
from games.play.views.titles import title_of
from games.rules import TITLES
from games.wording import ENGLISH, Language


@require_safe
@in_every_language
def rules(request: HttpRequest, title: str = "") -> HttpResponse:
    """Show the rules of a title, by default the first one."""
    found = title_of(title)
    page, entries, written_in = _page(found.id, spoken())
    context = {
        "title": found,
        "titles": TITLES.values(),
        "text": page,
        "contents": entries,
        "written_in": written_in.code,
        "guided": found in guided_titles(),
    }
    return render(request, "play/rules.html", context)


@cache
def _page(title: str, language: Language) -> tuple[str, list[rulebook.Entry], Language]:
    """Return the rules of a title as HTML, their contents, and the language that they are in."""
    try:
        text, original = rulebook.read(settings.ROOT / "docs" / "rules", title, language.code)
    except FileNotFoundError:
        raise Http404("The rules of this title are not written down here.") from None
    written_in = ENGLISH if text == original else language
    drawing = DRAWINGS[title]
    html = rulebook.render(text, drawing.rule_figures(written_in), original)
    return (
        drawing.figure_lands(written_in) + html,
        rulebook.contents(text, original),
        written_in,
    )
