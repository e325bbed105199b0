"""Filters for what people have named or written, in every template: HTML has an element for it."""

from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from games.accounts import direction

register = template.Library()


@register.filter
def isolated(text: Any) -> str:
    """Return a text for an attribute, a title or plain text, isolated by characters if need be."""
    return direction.isolated(str(text))


@register.filter
def bdi(text: Any) -> SafeString:
    """Return a text for a page, in an element that isolates it if need be."""
    markup = conditional_escape(text)
    if not direction.has_right_to_left(markup):
        return markup
    return format_html("<bdi>{}</bdi>", mark_safe(direction.bare(markup)))  # noqa: S308 - escaped
