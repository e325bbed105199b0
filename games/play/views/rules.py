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
from games.wording import Language


@require_safe
@in_every_language
def rules(request: HttpRequest, title: str = "") -> HttpResponse:
    """Show the rules of a title, by default the first one."""
    found = title_of(title)
    page, entries = _page(found.id, spoken())
    context = {
        "title": found,
        "titles": TITLES.values(),
        "text": page,
        "contents": entries,
        "guided": found in guided_titles(),
    }
    return render(request, "play/rules.html", context)


@cache
def _page(title: str, language: Language) -> tuple[str, list[rulebook.Entry]]:
    """Return the rules of a title as HTML, and their contents."""
    page = settings.ROOT / "docs" / "rules" / f"{title}.md"
    if not page.exists():
        raise Http404("The rules of this title are not written down here.")
    drawing, text = DRAWINGS[title], page.read_text(encoding="utf-8")
    html = drawing.figure_lands(language) + rulebook.render(text, drawing.rule_figures(language))
    return html, rulebook.contents(text)
