"""The words of Hansa Teutonica."""

from collections.abc import Sequence

from games.rules.common.message import Message, Series, message
from games.rules.teutonica.state import State
from games.rules.teutonica.syntax import SYNTAX
from games.rules.teutonica.view import View
from games.rules.title import AnyOrders
from games.wording.language import Language
from games.wording.score import FigureWords, SheetWords
from games.wording.teutonica import labels, prompts, score
from games.wording.teutonica.log import LogTeller
from games.wording.wording import Events, Wording


class TeutonicaWording(Wording):
    """Each method calls the module that has the words (`games.wording.wording.Wording`)."""

    title = "teutonica"
    keys = labels.KEYS

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
        teller = LogTeller(state.board, names, viewer, events, language)
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
        teller = LogTeller(state.board, names, seat, events, language, urges=True)
        return teller.sentences(seat, SYNTAX.read(state.board, text))

    def will(self, asked: str, names: Sequence[str], language: Language) -> str:
        return language.say(prompts.will(asked, names))

    def uncovers(self, language: Language) -> str:
        return language.say(message("A bonus marker is revealed."))

    def declining(self, asked: str, language: Language) -> str:
        said = prompts.DECLINING.get(asked)
        return language.say(said) if said else ""

    def given_up(self, view: View, orders: AnyOrders, language: Language) -> str:
        said = prompts.given_up(view)
        return language.say(said) if said else ""

    def sheet_words(self, language: Language) -> SheetWords:
        return score.sheet_words(language)

    def figure_words(self, language: Language) -> FigureWords:
        return score.figure_words(language)

    def tied(self, breaker: str, number: int, players: Series) -> Message:
        return score.tied(breaker, number, players)

    def reason(self, view: View, seat: int, line: str) -> Message:
        return score.reason(view, seat, line)
