"""The title that the address of a page names."""

from django.http import Http404

from games.rules import TITLES
from games.rules.title import AnyTitle


def title_of(name: str) -> AnyTitle:
    """Return the title with an id, the first one for ''; raises Http404."""
    found = TITLES.get(name or next(iter(TITLES)))
    if found is None:
        raise Http404("There is no such title.")
    return found
