"""The letters of a title's common orders."""

from collections.abc import Sequence

from django import template

from games.drawing import DRAWINGS
from games.drawing.choices import Key
from games.play.language import spoken

register = template.Library()


@register.filter
def keys(title: str) -> Sequence[Key]:
    """Return the letters of a title, with what they do in the language of the page."""
    return DRAWINGS[title].lettered(spoken())
