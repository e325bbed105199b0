"""The drawing of Nim: words alone."""

from collections.abc import Sequence

from games.drawing.plain import PlainDrawing
from tests.nim.rules import View
from tests.nim.wording import told


class NimDrawing(PlainDrawing[View]):
    title = "nim"

    def lines(self, view: View, names: Sequence[str]) -> list[str]:
        return told(view, names)
