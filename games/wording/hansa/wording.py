"""The words of Hansa."""

from collections.abc import Sequence

from games.rules.hansa.state import State
from games.rules.hansa.syntax import SYNTAX
from games.wording.hansa.log import LogTeller
from games.wording.language import Language
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
