"""The words of Hansa."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from games.rules.common.message import Message, Series, message
from games.rules.hansa.orders import Order
from games.rules.hansa.state import State
from games.rules.hansa.syntax import SYNTAX
from games.rules.hansa.view import View
from games.rules.title import AnyOrders, Orders
from games.wording.explanations import Explanation, Obstacle
from games.wording.guide import Guide, guide_of
from games.wording.hansa import (
    captions,
    consequences,
    explanations,
    labels,
    obstacles,
    outline,
    primers,
    prompts,
    score,
    table,
    tries,
)
from games.wording.hansa.log import LogTeller
from games.wording.language import Language
from games.wording.outline import Part
from games.wording.primers import Primer, mattering
from games.wording.score import FigureWords, SheetWords
from games.wording.wording import Events, Wording


class HansaWording(Wording):
    """Each method calls the module that has the words (`games.wording.wording.Wording`)."""

    title = "hansa"
    boards = table.BOARDS
    verbs = labels.TITLES
    keys = labels.KEYS
    captions = captions.CAPTIONS
    attempt = staticmethod(tries.attempt)

    def guide(self) -> Guide:
        return guide_of(__package__)

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

    def label(
        self, view: View, order: Order, text: str, names: Sequence[str], language: Language
    ) -> str:
        return language.say(labels.label(view, order, names))

    def prompt_of_me(self, view: View, orders: Orders[Order], language: Language) -> str:
        return language.say_all(prompts.of_me(view, orders))

    def prompt_of_others(self, view: View, names: Sequence[str], language: Language) -> str:
        return language.say(prompts.of_others(view, names))

    def rule(self, view: View) -> str:
        return prompts.rule(view)

    def primers(self, view: View, orders: AnyOrders, language: Language) -> Sequence[Primer]:
        return mattering(primers.PRIMERS, view, orders, language)

    def obstacles(
        self, view: View, possible: Collection[str], language: Language
    ) -> Mapping[str, Obstacle]:
        return obstacles.obstacles(view, possible, language)

    def will(self, asked: str, names: Sequence[str], language: Language) -> str:
        return language.say(prompts.will(asked, names))

    def uncovers(self, language: Language) -> str:
        return language.say(message("New goods are revealed."))

    def given_up(self, view: View, orders: Orders[Order], language: Language) -> str:
        return language.say_all(prompts.given_up(view, orders))

    def consequences(
        self, before: View, after: View, names: Sequence[str], language: Language
    ) -> Sequence[str]:
        return [*map(language.say, consequences.consequences(before, after, names))]

    def position(self, view: View, names: Sequence[str], language: Language) -> str:
        return language.say_all(outline.position(view, names))

    def supply(self, view: View, seat: int, language: Language) -> str:
        return outline.supply(view, seat, language)

    def outline(self, view: View, names: Sequence[str], language: Language) -> Sequence[Part]:
        return outline.outline(view, names, language)

    def things(self, view: View, language: Language) -> Mapping[str, str]:
        return explanations.things(view, language)

    def explain(
        self, view: View, thing: str, names: Sequence[str], language: Language
    ) -> Explanation | None:
        return explanations.explain(view, thing, names, language)

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
