"""The drawing of Nim: words alone."""

from collections.abc import Sequence

from games.drawing.plain import PlainDrawing
from tests.nim.rules import View


class NimDrawing(PlainDrawing[View]):
    title = "nim"

    def lines(self, view: View, names: Sequence[str]) -> list[str]:
        wishes = [f"{name} wants the last one." for name in names]
        return [f"{view.stones} stones are left.", *wishes]
