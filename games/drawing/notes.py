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
    """A gold corner, above and left of a point, with the numbers of the steps that changed it."""
    label = numbers[-1] if len(numbers) < 3 else f"{numbers[0]}…"
    return (
        f'<g class="step" transform="translate({figure(at[0] - 21)},{figure(at[1] - 22)})">'
        f'<title>Step {", ".join(numbers)}</title><path d="M0 0H19L0 19Z" fill="#f2c02e" '
        'stroke="#6b4a06" stroke-width="1.2" stroke-linejoin="round"/><text x="6.2" y="11.4" '
        'font-size="12.5" font-weight="700" text-anchor="middle" fill="#3a2700" '
        f'font-family="{SANS}">{label}</text></g>'
    )
