"""The languages that a page has: links for search engines, and the switch at its foot."""

from typing import Any

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language

from games.accounts.languages import address_here, address_in, is_in_every_language, listed, plain
from games.accounts.requests import page_around

register = template.Library()


@register.inclusion_tag("languages/links.html", takes_context=True)
def language_links(context: dict[str, Any]) -> dict[str, Any]:
    """Show where a page for everyone is in each language, and which address is its own.

    The one without a language is for people whose language has none.
    """
    request: Any = context.get("request")
    match = getattr(request, "resolver_match", None)
    if match is None or len(listed()) < 2 or not is_in_every_language(match.func):
        return {}
    path = request.path_info
    return {
        "own": settings.SITE_URL + request.path,
        "others": [(code, settings.SITE_URL + address_in(code, path)) for code in listed()],
        "otherwise": settings.SITE_URL + path,
    }


@register.simple_tag
def url_here(name: str, *values: str) -> str:
    """Return the URL of something for everyone, such as a picture, in the language of the page."""
    return address_here(reverse(name, args=values))


@register.inclusion_tag("languages/switch.html", takes_context=True)
def language_switch(context: dict[str, Any], *, late: bool = False) -> dict[str, Any]:
    """Show the languages to choose from, if there are several.

    On a page for everyone they are links, until a form `late` takes their place.
    """
    request = context.get("request")
    if request is None or len(listed()) < 2:
        return {}
    back = page_around(request) if request.method in ("GET", "HEAD") else "/"
    page = plain(back)
    return {
        "languages": [(code, name, address_in(code, page)) for code, name in listed().items()],
        "now": get_language(),
        "back": back,
        "links": getattr(request, "for_everyone", False),
        "late": late,
    }
