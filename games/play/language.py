"""The language that the site speaks at the moment, for the words about games."""

from django.utils.translation import get_language

from games.wording import ENGLISH, Language, language


def spoken() -> Language:
    """Return the language that Django has activated for the request or letter in hand."""
    return language(get_language() or ENGLISH.code)
