"""What may be clicked on the board: a ring to see, a larger disc to hit, a link with its words."""

from html import escape
from re import findall

from games.drawing.choices import Choice, Choices, Target
from games.drawing.geometry import Point, figure, rectangle
from games.drawing.links import SWAP, acting, attributes, posting
from games.drawing.teutonica import provinces
from games.drawing.teutonica.sheet import Sheet
from games.rules.teutonica.view import View

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
        stay = f"{pick}{picked}"
        return [
            _cancel(drawn, picked, pick),
            *(_second(drawn, view, choice, stay, post) for choice in after),
            _bubble(drawn, view, picked, after, stay, post),
        ]
    # Provinces are below everything that may be clicked inside them.
    targets = sorted(choices.first.values(), key=lambda target: target.id[:9] != "province:")
    return [_first(drawn, view, target, post, pick) for target in targets]


def _bubble(
    drawn: Sheet, view: View, picked: str, after: list[Choice], stay: str, post: str
) -> str:
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
        parts.append(_piece_choice(choice, seat, (at, top + 29), stay, post))
    return "".join((*parts, "</g>"))


def _piece_choice(choice: Choice, seat: int, at: Point, stay: str, post: str) -> str:
    x, y = at
    link = attributes(stay, posting(post, choice.order), choice.label)
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
        f'<a class="target piece" {link}><title>{escape(choice.label)}</title>'
        f'<path class="hit" d="M{figure(x - 22)} '
        f'{figure(y - 28)}h44v56h-44Z"/><use href="#{kind}{seat}" x="{figure(x)}" '
        f'y="{figure(y - lift)}"/>{coins}</a>'
    )


def desk_links(
    choices: Choices, picked: str | None, post: str, pick: str
) -> tuple[tuple[str, str], ...]:
    """Everything that can be clicked on the viewer's desk, with the attributes of its link."""
    if picked and picked in choices.first:
        return tuple(
            (
                choice.path[-1],
                attributes(f"{pick}{picked}", posting(post, choice.order), choice.label),
            )
            for choice in choices.after(picked)
            if choice.path[-1].startswith("desk:")
        )
    return tuple(
        (target.id, attributes(*acting(target, post, pick), target.label))
        for target in choices.first.values()
        if target.id.startswith(("marker:", "desk:", "tile:"))
    )


def _first(drawn: Sheet, view: View, target: Target, post: str, pick: str) -> str:
    if target.id not in drawn.places:
        return ""
    link = attributes(*acting(target, post, pick), target.label)
    claim = target.id.startswith("route:") and not (target.order or "").startswith("marker")
    return _link(drawn, view, target.id, link, target.label, claim=claim)


def _second(drawn: Sheet, view: View, choice: Choice, stay: str, post: str) -> str:
    target = choice.path[-1]
    if target not in drawn.places:
        return ""
    link = attributes(stay, posting(post, choice.order), choice.label)
    return _link(drawn, view, target, link, choice.label)


_SEAL = (
    '<g transform="translate({x},{y})"><path fill="#a8322a" stroke="#5c1510" stroke-width="1.4" '
    'd="M0-15.4C5-17 8-14 10.6-11.4 14.8-9.6 17-5 15.4 0 17 5 14 9.8 10.8 10.8 8.8 15 4 17.2 0 15.4'
    '-5 17-9.6 14-10.8 10.8-15 8.6-17 4-15.4 0-17-5-13.8-9.4-10.8-10.8-8.6-15-4-17 0-15.4Z"/>'
    '<circle r="10.4" fill="none" stroke="#e08a7c" stroke-width="1.3"/><path fill="none" '
    'stroke="#fff3e0" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" '
    'd="M-4.8.4L-1.2 4.2 5.4-4"/></g>'
)


def _link(
    drawn: Sheet, view: View, target: str, link: str, label: str, *, claim: bool = False
) -> str:
    """A clickable place: a ring to see, a larger disc to hit; a seal where a route is claimed."""
    kind, _, name = target.partition(":")
    x, y = drawn.places[target]
    at = f'cx="{figure(x)}" cy="{figure(y)}"'
    if kind == "route":
        marked = view.route_markers[drawn.board.route_numbers[name]] is not None
        off = 14 if marked else 0
        seal = _SEAL.format(x=figure(x + off), y=figure(y + off)) if claim else ""
        way = f'<path class="way" d="{drawn.threads[name]}"/>' if claim else ""
        shape = (
            f'<path class="along" d="{drawn.threads[name]}"/>{way}<circle class="hit" {at} r="26"/>'
            f'<circle class="ring" {at} r="21"/>{seal}'
        )
    elif kind == "city":
        shape = (
            f'<path class="hit" d="{rectangle(drawn.walls[name].grown(6))}"/>'
            f'<path class="ring" d="{rectangle(drawn.walls[name].grown(6))}"/>'
        )
    elif kind == "province":
        shape = (
            f'<path class="hit" d="{provinces.shape(view.board, int(name))}"/>'
            f'<circle class="ring free" {at} r="21"/>'
        )
    else:
        code = view.spaces[drawn.board.space_numbers[name]] if kind == "space" else 1
        style = "ring" if code else "ring free"
        shape = f'<circle class="hit" {at} r="25"/><circle class="{style}" {at} r="21"/>'
    return f'<a class="target" {link}><title>{escape(label)}</title>{shape}</a>'


def _cancel(drawn: Sheet, picked: str, pick: str) -> str:
    """The picked target, which can be clicked again to undo the first click."""
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
