"""The frame with its tracks."""

from games.drawing.frame import rim
from games.drawing.geometry import figure
from games.drawing.lettering import INK, SERIF
from games.drawing.teutonica.furniture import GOAL, completed_places, prestige_places
from games.drawing.teutonica.layout import RIM, Layout

_GOLD = "#c9a24a"


def frame(layout: Layout) -> str:
    """A thin double frame; the prestige track runs along its top and down its right side."""
    return rim(layout.width, layout.height, RIM) + _prestige(layout) + _completed(layout)


def _prestige(layout: Layout) -> str:
    places = prestige_places(layout)
    step = layout.width / (GOAL + 1)
    down = layout.height / (len(places) - GOAL - 1)
    ticks = "".join(
        f"M{figure(step * number)} {-RIM + 5}V-6" for number in range(1, GOAL + 1)
    ) + "".join(
        f"M{figure(layout.width + 6)} {figure(down * number)}H{figure(layout.width + RIM - 5)}"
        for number in range(1, len(places) - GOAL - 1)
    )
    corners = (
        f"M0 {-RIM + 5}V-6M{figure(layout.width)} {-RIM + 5}V-6M{figure(layout.width + 6)} 0"
        f"H{figure(layout.width + RIM - 5)}"
    )
    goal_x = places[GOAL][0]
    parts = [
        (
            f'<path fill="{_GOLD}" fill-opacity=".55" d="M{figure(goal_x - step / 2)} {-RIM + 5}'
            f'H{figure(goal_x + step / 2)}V-6H{figure(goal_x - step / 2)}Z"/>'
        ),
        f'<path d="{ticks}{corners}" stroke="{INK}" stroke-width="1" fill="none"/>',
        (
            f'<g font-family="{SERIF}" font-weight="700" fill="#7a6343" '
            'text-anchor="middle" style="font-variant-numeric:lining-nums">'
        ),
    ]
    for number, (x, y) in enumerate(places):
        if number <= GOAL:
            size = 20 if number % 5 == 0 else 15
            parts.append(
                f'<text x="{figure(x - step / 2 + 14)}" y="{figure(y + size * 0.34)}" '
                f'font-size="{size}">{number}</text>'
            )
        else:
            parts.append(
                f'<text x="{figure(x)}" y="{figure(y - down / 2 + 17)}" '
                f'font-size="15">{number}</text>'
            )
    parts.append("</g>")
    return "".join(parts)


def _completed(layout: Layout) -> str:
    """The track of completed cities: at the last field the game ends (T10)."""
    places = completed_places(layout)
    step = places[1][0] - places[0][0]
    y = places[0][1]
    left, right = places[0][0] - step / 2, places[-1][0] + step / 2
    top, bottom = layout.height + 6, layout.height + RIM - 5
    ticks = "".join(f"M{figure(x - step / 2)} {figure(top)}V{figure(bottom)}" for x, _ in places)
    last = places[-1][0]
    return (
        f'<path fill="{_GOLD}" fill-opacity=".55" d="M{figure(last - step / 2)} {figure(top)}'
        f'H{figure(right)}V{figure(bottom)}H{figure(last - step / 2)}Z"/>'
        f'<path d="{ticks}M{figure(right)} {figure(top)}V{figure(bottom)}" stroke="{INK}" '
        'stroke-width="1" fill="none"/>'
        f'<g font-family="{SERIF}" font-weight="700" fill="#7a6343" text-anchor="middle" '
        'font-size="16">'
        + "".join(
            f'<text x="{figure(x)}" y="{figure(y + 5.5)}">{number}</text>'
            for number, (x, _) in enumerate(places)
        )
        + f'</g><g font-family="{SERIF}" font-style="italic" font-size="18" fill="#5a472e">'
        f'<text x="{figure(left - 14)}" y="{figure(y + 5.5)}" text-anchor="end">completed '
        "cities</text>"
        f'<text x="{figure(right + 14)}" y="{figure(y + 5.5)}">ends the game</text></g>'
    )
