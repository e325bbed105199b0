"""Parts of pages that say the same to everyone, rendered once."""

from collections.abc import Hashable

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.rules.common.lru import LRUCache

register = template.Library()

_kept = LRUCache(4096)


@register.simple_tag
def cached(name: str, **shown: Hashable) -> SafeString:
    """Return a template rendered with nothing but these values, once for all who see the same.

    A page of a list has a dozen cards and a hundred names, most of which the next visitor sees too.
    """
    key = (name, get_language(), *shown.items())
    html: SafeString = _kept.get(key, lambda: get_template(name).render({**shown}))
    return html
