"""What a title says of itself: templates/play/pitch, one for each title."""

from django import template

register = template.Library()


@register.filter
def pitch(title: str, part: str = "") -> list[str]:
    """Return the templates of a title's pitch, or of a `part` of it, the first that exists to show.

    A title without one says nothing.
    """
    return [f"play/pitch/{name}.html{part and '#'}{part}" for name in (title, "none")]
