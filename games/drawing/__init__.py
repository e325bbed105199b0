"""Boards, pieces and clicks as SVG: each title's drawing by its id."""

from games.drawing.choices import Choice, Choices, Group, Target
from games.drawing.drawing import Drawing
from games.drawing.hansa.drawing import HansaDrawing
from games.drawing.teutonica.drawing import TeutonicaDrawing

DRAWINGS: dict[str, Drawing] = {
    drawing.title: drawing for drawing in (TeutonicaDrawing(), HansaDrawing())
}
"""Every drawing by the id of its title. A new title is one more line here."""

__all__ = ["DRAWINGS", "Choice", "Choices", "Drawing", "Group", "Target"]
