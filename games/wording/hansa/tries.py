"""The order that a letter stands for at a place, legal or not: the rules say why it is refused."""

from games.rules.hansa.orders import Sail
from games.rules.hansa.syntax import SYNTAX
from games.rules.hansa.view import View


def attempt(view: View, letter: str, thing: str) -> str:
    """Return the text of the order that a letter would give at a thing, '' if it gives none."""
    kind, _, name = thing.partition(":")
    city = view.printed.city_numbers.get(name)
    if letter != "v" or kind != "city" or city is None:
        return ""
    return SYNTAX.write(view.printed, Sail(city))
