"""The order that a letter stands for at a place, legal or not: the rules say why it is refused."""

from games.rules.hansa.view import View


def attempt(view: View, letter: str, thing: str) -> str:
    """Return the text of the order that a letter would give at a thing, '' if it gives none."""
    del view
    kind, _, name = thing.partition(":")
    return f"sail {name}" if kind == "city" and letter == "v" else ""
