"""Lines of legal orders and addresses for replies in emails, as HTML."""

import re
from functools import cache
from urllib.parse import quote

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext

register = template.Library()


@register.filter
def marked_up(line: str) -> SafeString:
    """Return a line of `listed_orders` with a bold verb, unbroken names and our own words soft."""
    verb, *rest = escape(line).split(" ", 1)
    marks = _marks(get_language())
    parts = [f"<b>{verb}</b>", *(marks.sub(_marked, each) for each in rest)]
    return mark_safe(" ".join(parts))  # noqa: S308 - escaped above


@cache
def _marks(_spoken: str | None) -> re.Pattern[str]:
    """Return what is marked in a line after `escape`, in the language that is active.

    That is words that are not part of any order, and names with a hyphen.
    """
    either = pgettext("orders", "{before} or {word}").format(before="", word="").strip()
    those = pgettext("orders", "any of those after '{verb}'")
    between, after = (re.escape(escape(words)) for words in (either, those))
    after = after.replace(re.escape("{verb}"), r"\w+")
    return re.compile(rf"(?P<ours>(?<= ){between}(?= )|{after})|[^\s,]+-[^\s,]+")


def _marked(match: re.Match[str]) -> str:
    if match["ours"]:
        return f'<i class="soft" style="color:#655a4b;">{match[0]}</i>'
    return f'<span style="white-space:nowrap;">{match[0]}</span>'


@register.filter
def mail_link(address: str, subject: str) -> SafeString:
    """Return a link that answers an email with this subject at another address."""
    return format_html(
        '<a href="mailto:{}?subject=Re%3A%20{}" style="color:#1d5566;word-break:break-all;">{}</a>',
        address,
        quote(str(subject), safe=""),
        address,
    )
