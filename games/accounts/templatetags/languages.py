"""The languages that a page has: links for search engines, and the switch to choose from them."""

from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.accounts.languages import address_here, address_in, is_in_every_language, listed, plain
from games.accounts.requests import page_around

register = template.Library()


@register.simple_tag(takes_context=True)
def language_links(context: dict[str, Any]) -> str:
    """Show where a page for everyone is in each language, and which address is its own.

    The one without a language is for people whose language has none.
    """
    request: Any = context.get("request")
    match = getattr(request, "resolver_match", None)
    if match is None or len(listed()) < 2 or not is_in_every_language(match.func):
        return ""
    path = request.path_info
    links = {
        "own": settings.SITE_URL + request.path,
        "others": [(code, settings.SITE_URL + address_in(code, path)) for code in listed()],
        "otherwise": settings.SITE_URL + path,
    }
    return render_to_string("languages/links.html", links)


@register.simple_tag
def url_here(name: str, *values: str) -> str:
    """Return the URL of something for everyone, such as a picture, in the language of the page."""
    return address_here(reverse(name, args=values))


@register.simple_tag(takes_context=True)
def language_switch(context: dict[str, Any], *, late: bool = False) -> str:
    """Show the languages to choose from, if there are several.

    On a page for everyone they are links, until a form `late` takes their place.
    """
    request = context.get("request")
    if request is None or len(listed()) < 2:
        return ""
    back = page_around(request) if request.method in ("GET", "HEAD") else "/"
    now = get_language()
    if getattr(request, "for_everyone", False):
        page = plain(back)
        links = [(code, name, address_in(code, page)) for code, name in listed().items()]
        return render_to_string("languages/addresses.html", {"links": links, "now": now})
    form = {
        "buttons": _buttons(now, tuple(listed().items())),
        "back": back,
        "late": late,
        "csrf_token": context.get("csrf_token"),
    }
    return render_to_string("languages/switch.html", form)


@register.simple_tag(takes_context=True)
def language_menu(context: dict[str, Any]) -> str:
    """Show the same in the header, for pages without a foot, to those who have no menu there."""
    switch, now = language_switch(context), get_language()
    if not switch:
        return ""
    menu = {"switch": switch, "now": now, "name": listed().get(now, now)}
    return render_to_string("languages/menu.html", menu)


@lru_cache(maxsize=64)
def _buttons(now: str, languages: tuple[tuple[str, str], ...]) -> SafeString:
    """Return the buttons of languages, which are the same on every page in one of them."""
    return render_to_string("languages/buttons.html", {"languages": languages, "now": now})
