"""Links to the pages by which one signs in or up, and on to where one wanted to go."""

from typing import Any
from urllib.parse import urlencode

from allauth.account.utils import get_next_redirect_url
from django import template
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.urls import reverse

from games.accounts.intake import LONGEST_IN_ADDRESS
from games.accounts.requests import page_around

register = template.Library()


@register.simple_tag(takes_context=True)
def way_in(context: dict[str, Any], name: str) -> str:
    """Return the URL of the page with this name, which leads back to the present one.

    From pages about accounts it leads where they would have led. From the front page, from a page
    with a long address and where a form was sent it leads to the person's own first page.
    """
    request, url = context.get("request"), reverse(name)
    if request is None or request.method == "POST":
        return url
    back = page_around(request)
    if back.startswith("/accounts/"):
        back = request.GET.get(REDIRECT_FIELD_NAME, "/")
    if back == "/" or len(back) > LONGEST_IN_ADDRESS:
        return url
    return f"{url}?{urlencode({REDIRECT_FIELD_NAME: back})}"


@register.simple_tag(takes_context=True)
def way_on(context: dict[str, Any], name: str) -> str:
    """Return the URL on this site that `next` asks for, else that of the page with this name."""
    return get_next_redirect_url(context["request"]) or reverse(name)
