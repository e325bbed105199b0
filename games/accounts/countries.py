"""The countries and languages that people can tell, with their names in English."""

from functools import cache

from django.conf.locale import LANG_INFO
from django_countries import countries

NOT_TOLD = ("", "I'd rather not say")


@cache
def country_choices() -> list[tuple[str, str]]:
    """Return the countries of ISO 3166-1 as choices of a select, by name."""
    return [NOT_TOLD, *((code, str(name)) for code, name in countries)]


@cache
def language_choices() -> list[tuple[str, str]]:
    """Return languages as choices of a select, by name; dialects count as their language."""
    named = {code: str(info["name"]) for code, info in LANG_INFO.items() if "name" in info}
    languages = {code: name for code, name in named.items() if "-" not in code} | {"zh": "Chinese"}
    return [NOT_TOLD, *sorted(languages.items(), key=lambda each: each[1])]


def country_name(code: str) -> str:
    """Return the name of a country, '' if the code is not one."""
    return str(countries.name(code))


def language_name(code: str) -> str:
    """Return the name of a language, '' if it is not given or unknown."""
    return dict(language_choices()).get(code, "") if code else ""
