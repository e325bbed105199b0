"""The countries and languages that people can tell, with their names in the reader's language."""

from functools import cache

from django.conf.locale import LANG_INFO
from django.utils.translation import get_language, get_language_info, pgettext
from django_countries import countries


def country_choices() -> list[tuple[str, str]]:
    """Return the countries of ISO 3166-1 as choices of a select, by name."""
    return [_not_told(), *_countries(get_language())]


def language_choices() -> list[tuple[str, str]]:
    """Return languages as choices of a select, by name; dialects count as their language."""
    return [_not_told(), *_languages(get_language())]


def country_name(code: str) -> str:
    """Return the name of a country, '' if the code is not one."""
    return str(countries.name(code))


def language_name(code: str) -> str:
    """Return the name of a language, '' if it is not given or unknown."""
    return dict(_languages(get_language())).get(code, "")


def _not_told() -> tuple[str, str]:
    return "", pgettext("country or language", "I'd rather not say")


@cache
def _countries(_spoken: str | None) -> list[tuple[str, str]]:
    """Return the countries by name, in the language that is active."""
    return [(code, str(name)) for code, name in countries]


@cache
def _languages(_spoken: str | None) -> list[tuple[str, str]]:
    """Return the languages by name, in the language that is active."""
    named = [code for code, info in LANG_INFO.items() if "name" in info and "-" not in code]
    names = {code: str(get_language_info(code)["name_translated"]) for code in named}
    # What Django translates in other words, or not at all.
    names["zh"] = pgettext("language", "Chinese")
    names["no"] = pgettext("language", "Norwegian")
    names["nb"] = pgettext("language", "Norwegian Bokmål")
    return sorted(names.items(), key=lambda each: each[1])
