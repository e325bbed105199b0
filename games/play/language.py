"""The language that the site speaks at the moment, for the words about games."""

from typing import Final

from django.conf import settings
from django.utils.translation import get_language

from games.wording import ENGLISH, Language, language

MORE: Final = tuple(("django", folder) for folder in settings.LOCALE_PATHS)
"""The catalogues of what the site says around its games."""


def spoken() -> Language:
    """Return the language that Django has activated for the request or letter in hand."""
    return language(get_language() or ENGLISH.code, MORE)
