"""Notes on a position: drafted pieces, and what changed in which step."""

from collections.abc import Iterable, Sequence

from games.drawing.geometry import Point, figure
from games.drawing.lettering import SANS


def ring(at: Point, radius: float = 22) -> str:
    """A dashed ring around something drafted."""
    place = (
        f'class="drafted" cx="{figure(at[0])}" cy="{figure(at[1])}" r="{figure(radius)}" '
        'fill="none"'
    )
    return (
        f'<circle {place} stroke="#fff" stroke-width="3.4"/>'
        f'<circle {place} stroke="#2b2117" stroke-width="2.4" stroke-dasharray="5 4"/>'
    )


def numbered(touched: Iterable[str]) -> dict[str, list[str]]:
    """The numbers of the steps, from 1, that touched each target; '' is not a target."""
    steps: dict[str, list[str]] = {}
    for number, target in enumerate(touched, 1):
        if target:
            steps.setdefault(target, []).append(str(number))
    return steps


def corner(at: Point, numbers: Sequence[str]) -> str:
    """A dark flag, above and left of a point, with the numbers of the steps that changed it.

    No player has its colour.
    """
    label = numbers[-1] if len(numbers) < 3 else f"{numbers[0]}…"
    width = 8 + 7 * len(label)
    return (
        f'<g class="step" transform="translate({figure(at[0] - 6 - width)},{figure(at[1] - 25)})">'
        f'<title>Step {", ".join(numbers)}</title><rect width="{width}" height="15" rx="2.5" '
        f'fill="#2a231b" stroke="#fffdf6" stroke-width="1.2"/><text x="{figure(width / 2)}" '
        'y="11.8" font-size="12" font-weight="700" text-anchor="middle" fill="#fffdf6" '
        f'font-family="{SANS}">{label}</text></g>'
    )
