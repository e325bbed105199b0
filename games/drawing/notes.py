"""Notes on a position: drafted pieces, and what changed in which step."""

from collections.abc import Iterable, Sequence

from games.drawing import svg
from games.drawing.geometry import Point
from games.drawing.lettering import number
from games.wording.language import Language
from games.wording.table import steps


def ring(at: Point, radius: float = 22) -> str:
    """A dashed ring around something drafted."""
    pens: tuple[tuple[str, float, str | None], ...] = (("#fff", 3.4, None), ("#2b2117", 2.4, "5 4"))
    return "".join(
        svg.circle(
            radius,
            *at,
            class_="drafted",
            fill="none",
            stroke=colour,
            stroke_width=width,
            stroke_dasharray=dashes,
        )
        for colour, width, dashes in pens
    )


def numbered(touched: Iterable[str]) -> dict[str, list[str]]:
    """The numbers of the steps, from 1, that touched each target; '' is not a target."""
    touching: dict[str, list[str]] = {}
    for step, target in enumerate(touched, 1):
        if target:
            touching.setdefault(target, []).append(str(step))
    return touching


def corner(at: Point, numbers: Sequence[str], language: Language) -> str:
    """A dark flag, above and left of a point, with the numbers of the steps that changed it.

    No player has its colour.
    """
    label = numbers[-1] if len(numbers) < 3 else f"{numbers[0]}…"
    width = 8 + 7 * len(label)
    flag: dict[str, svg.Value] = {"fill": "#2a231b", "stroke": "#fffdf6", "stroke_width": 1.2}
    return svg.group(
        svg.title(language.say(steps(numbers))),
        svg.element("rect", width=width, height=15, rx=2.5, **flag),
        number(label, width / 2, 11.8, 12, "#fffdf6"),
        class_="step",
        style=f"--step:{numbers[-1]}",
        transform=svg.moved((at[0] - 6 - width, at[1] - 25)),
    )
