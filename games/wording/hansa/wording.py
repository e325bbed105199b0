"""The words of Hansa."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.rules.common.message import Message, Series, message
from games.rules.hansa.orders import Order
from games.rules.hansa.state import State
from games.rules.hansa.syntax import SYNTAX
from games.rules.hansa.view import View
from games.rules.title import Orders
from games.wording.hansa import prompts, score
from games.wording.hansa.log import LogTeller
from games.wording.language import Language
from games.wording.score import FigureWords, SheetWords
from games.wording.wording import Events, Wording


class HansaWording(Wording):
    """Each method calls the module that has the words (`games.wording.wording.Wording`)."""

    title = "hansa"

    def describe(
        self,
        state: State,
        seat: int,
        text: str,
        events: Events,
        names: Sequence[str],
        viewer: int | None,
        language: Language,
    ) -> str:
        teller = LogTeller(state.board, names, events, language)
        return teller.sentences(seat, SYNTAX.read(state.board, text))

    def urge(
        self,
        state: State,
        seat: int,
        text: str,
        events: Events,
        names: Sequence[str],
        language: Language,
    ) -> str:
        teller = LogTeller(state.board, names, events, language, urges=True)
        return teller.sentences(seat, SYNTAX.read(state.board, text))

    def will(self, asked: str, names: Sequence[str], language: Language) -> str:
        return language.say(prompts.will(asked, names))

    def uncovers(self, language: Language) -> str:
        return language.say(message("New goods are revealed."))

    def given_up(self, view: View, orders: Orders[Order], language: Language) -> str:
        return " ".join(map(language.say, prompts.given_up(view, orders)))

    def sheet_words(self, language: Language) -> SheetWords:
        return score.sheet_words(language)

    def figure_words(self, language: Language) -> FigureWords:
        return score.figure_words(language)

    def tied(self, breaker: str, number: int, players: Series) -> Message:
        return score.tied(number, players)

    def reason(self, view: View, seat: int, line: str) -> Message:
        return score.reason(view, seat, line)

    def source(
        self,
        view: View,
        seat: int,
        line: str,
        points: int,
        names: Sequence[str],
        told: Iterable[Sequence[Any]],
        language: Language,
    ) -> str:
        return language.say(score.source(view, seat, line, points, names[seat]))
