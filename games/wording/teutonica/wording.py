"""The words of Hansa Teutonica."""

from collections.abc import Sequence

from games.rules.teutonica.state import State
from games.rules.teutonica.syntax import SYNTAX
from games.wording.language import Language
from games.wording.teutonica.log import LogTeller
from games.wording.wording import Events, Wording


class TeutonicaWording(Wording):
    """Each method calls the module that has the words (`games.wording.wording.Wording`)."""

    title = "teutonica"

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
