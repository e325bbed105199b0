"""The drawing of Nim: words alone."""

from collections.abc import Sequence

from games.drawing.plain import PlainDrawing
from games.drawing.score import FigureWords, SheetWords
from tests.nim.rules import View


class NimDrawing(PlainDrawing[View]):
    title = "nim"
    uncovers = "the heap is dealt"
    sheet_words = SheetWords(
        {"last": "Last stone", "total": "Total"}, {"last": "The last stone is taken."}, {}
    )
    figure_words = FigureWords({"last": "Last stone"}, {"last": "The last stone"}, "Levels", {}, {})

    def lines(self, view: View, names: Sequence[str]) -> list[str]:
        wishes = [f"{name} wants the last one." for name in names]
        return [f"{view.stones} stones are left.", *wishes]

    def reason(self, view: View, seat: int, line: str) -> str:
        return "the last stone"
