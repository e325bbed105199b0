"""The words of Nim."""

from collections.abc import Sequence

from games.rules.common.message import Message, term
from games.wording.language import Language
from games.wording.score import FigureWords, SheetWords
from games.wording.wording import Wording
from tests.nim.rules import View


def told(view: View, names: Sequence[str]) -> list[str]:
    """A position, sentence by sentence."""
    wishes = [f"{name} wants the last one." for name in names]
    return [f"{view.stones} stones are left.", *wishes]


class NimWording(Wording):
    title = "nim"

    def position(self, view: View, names: Sequence[str], language: Language) -> str:
        return " ".join(told(view, names))

    def uncovers(self, language: Language) -> str:
        return "The heap is dealt."

    def sheet_words(self, language: Language) -> SheetWords:
        return SheetWords(
            {"last": "Last stone", "total": "Total"}, {"last": "The last stone is taken."}
        )

    def figure_words(self, language: Language) -> FigureWords:
        return FigureWords({"last": "Last stone"}, {"last": "The last stone"}, "Levels", {}, {})

    def reason(self, view: View, seat: int, line: str) -> Message:
        return term("points came from", "the last stone")
