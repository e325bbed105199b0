"""What may be clicked on the board: a ring to see, a larger disc to hit, a link with its words."""

from html import escape

from games.drawing.choices import Choice, Choices, Target
from games.drawing.teutonica.geometry import figure
from games.drawing.teutonica.sheet import Sheet
from games.rules.teutonica.view import View

SWAP = 'hx-ext="morph"'
"""A link is gone with its layer when the rest of the page is swapped: it names the way itself."""


def links(
    drawn: Sheet,
    view: View,
    choices: Choices,
    picked: str | None,
    post: str,
    pick: str,
) -> list[str]:
    if picked and picked in choices.first:
        seconds = [_second(drawn, view, choice, post) for choice in choices.after(picked)]
        return [_cancel(drawn, picked, pick), *seconds]
    return [_first(drawn, view, target, post, pick) for target in choices.first.values()]


def _first(drawn: Sheet, view: View, target: Target, post: str, pick: str) -> str:
    if target.id not in drawn.places:
        return ""
    link = f"{pick}{target.id}"
    if target.order is None:
        act = f'hx-get="{link}"'
    else:
        act = _posting(post, target.order)
    return _link(drawn, view, target.id, target.label, link, act)


def _second(drawn: Sheet, view: View, choice: Choice, post: str) -> str:
    if choice.path[-1] not in drawn.places:
        return ""
    return _link(
        drawn,
        view,
        choice.path[-1],
        choice.label,
        f"#{choice.path[-1]}",
        _posting(post, choice.order),
    )


def _posting(post: str, order: str) -> str:
    return f'hx-post="{post}" hx-vals=\'{{"order":"{escape(order)}"}}\''


def _link(drawn: Sheet, view: View, target: str, label: str, href: str, act: str) -> str:
    """A clickable place: a ring to see, a larger disc to hit."""
    kind, _, name = target.partition(":")
    x, y = drawn.places[target]
    at = f'cx="{figure(x)}" cy="{figure(y)}"'
    if kind == "route":
        shape = (
            f'<path class="hit" d="{drawn.threads[name]}"/><path class="way" '
            f'd="{drawn.threads[name]}"/><circle class="hit" {at} r="26"/>'
            f'<circle class="ring" {at} r="21"/>'
        )
    else:
        code = view.spaces[drawn.board.space_numbers[name]] if kind == "space" else 1
        style = "ring" if code else "ring free"
        shape = f'<circle class="hit" {at} r="25"/><circle class="{style}" {at} r="21"/>'
    words = escape(label)
    return (
        f'<a class="target" href="{href}" {act} {SWAP} aria-label="{words}"><title>{words}</title>'
        f"{shape}</a>"
    )


def _cancel(drawn: Sheet, picked: str, pick: str) -> str:
    """The first click once more takes it back."""
    if picked not in drawn.places:
        return ""
    x, y = drawn.places[picked]
    return (
        f'<a class="target chosen" href="{pick}" hx-get="{pick}" {SWAP} aria-label="Choose '
        'something else">'
        f'<title>Choose something else</title><circle class="hit" cx="{figure(x)}" '
        f'cy="{figure(y)}" r="25"/><circle class="ring" cx="{figure(x)}" cy="{figure(y)}" r="22"/>'
        "</a>"
    )
