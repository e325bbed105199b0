"""What may be clicked on the board: a ring to see, a larger disc to hit, a link with its words."""

from html import escape
from re import findall

from games.drawing.choices import Choice, Choices, Target
from games.drawing.teutonica.geometry import figure
from games.drawing.teutonica.sheet import Sheet
from games.rules.teutonica.view import View

SWAP = 'hx-ext="morph"'
"""A link is gone with its layer when the rest of the page is swapped: it names the way itself."""


BUBBLE = 8
"""The most choices that are shown as pieces over the board; more are chosen in the list."""


def links(
    drawn: Sheet,
    view: View,
    choices: Choices,
    picked: str | None,
    post: str,
    pick: str,
) -> list[str]:
    """Everything that can be clicked on the board now: first steps, or second ones."""
    if picked and picked in choices.first:
        after = choices.after(picked)
        seconds = [_second(drawn, view, choice, post) for choice in after]
        return [_cancel(drawn, picked, pick), *seconds, _bubble(drawn, view, picked, after, post)]
    return [_first(drawn, view, target, post, pick) for target in choices.first.values()]


def _bubble(drawn: Sheet, view: View, picked: str, after: list[Choice], post: str) -> str:
    """The kinds of piece to put on the picked space, and what each costs, as pieces themselves."""
    shown = [choice for choice in after if choice.order.split()[0] in ("place", "put", "displace")]
    faces = {choice.order.partition(" from ")[0] for choice in shown}
    if not shown or len(shown) > BUBBLE or len(faces) < len(shown) or picked not in drawn.places:
        return ""
    seat = view.to_move[0]
    step = 46.0
    half = step * len(shown) / 2
    x, y = drawn.places[picked]
    low = y < 110
    middle = min(max(x, half + 8), drawn.layout.width - half - 8)
    top = y + 30 if low else y - 88
    tip, foot = (top, y + 20) if low else (top + 58, y - 20)
    parts = [
        (
            f'<g class="bubble"><path d="M{figure(middle - half - 4)} '
            f"{figure(top)}h{figure(2 * half + 8)}"
            f'v58h-{figure(2 * half + 8)}Z" fill="#fffaf0" stroke="#43301f" stroke-width="1.6" '
            f'stroke-linejoin="round"/><path d="M{figure(x - 8)} {figure(tip)}L{figure(x)} '
            f'{figure(foot)} {figure(x + 8)} {figure(tip)}" fill="#fffaf0" stroke="#43301f" '
            'stroke-width="1.6"/>'
        )
    ]
    for number, choice in enumerate(shown):
        at = middle - half + step * (number + 0.5)
        parts.append(_piece_choice(choice, seat, at, top + 29, post))
    return "".join((*parts, "</g>"))


def _piece_choice(choice: Choice, seat: int, x: float, y: float, post: str) -> str:
    words = escape(choice.label)
    verb, kind, *rest = choice.order.split()
    paid = rest[2] if verb == "displace" else ""
    cost = [letter for count, letter in findall(r"(\d)([tm])", paid) for _ in range(int(count))]
    lift = 7 if cost else 0
    coins = "".join(
        f'<use href="#{letter}{seat}" '
        f'transform="translate({figure(x + 15 * (place - (len(cost) - 1) / 2))},'
        f'{figure(y + 18)})scale(.4)" opacity=".75"/>'
        for place, letter in enumerate(cost)
    )
    return (
        f'<a class="target piece" href="#orders" {_posting(post, choice.order)} {SWAP} '
        f'aria-label="{words}"><title>{words}</title><path class="hit" d="M{figure(x - 22)} '
        f'{figure(y - 28)}h44v56h-44Z"/><use href="#{kind}{seat}" x="{figure(x)}" '
        f'y="{figure(y - lift)}"/>{coins}</a>'
    )


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
        "#orders",
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
            f'<path class="along" d="{drawn.threads[name]}"/><path class="way" '
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
