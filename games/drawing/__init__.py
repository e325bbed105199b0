"""Boards, pieces and clicks as SVG: each title's drawing by its id."""

from games.drawing.choices import Choice, Choices, Group, Target
from games.drawing.teutonica.drawing import Drawing

DRAWINGS: dict[str, Drawing] = {Drawing.title: Drawing()}

__all__ = ["DRAWINGS", "Choice", "Choices", "Drawing", "Group", "Target"]
