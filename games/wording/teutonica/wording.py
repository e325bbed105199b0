"""The words of Hansa Teutonica."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from games.rules.common.message import Message, Series, message
from games.rules.teutonica.orders import Order
from games.rules.teutonica.state import State
from games.rules.teutonica.syntax import SYNTAX
from games.rules.teutonica.view import DISPLACED, View
from games.rules.title import AnyOrders, Orders
from games.wording.explanations import Explanation, Obstacle
from games.wording.guide import Guide, guide_of
from games.wording.language import Language
from games.wording.outline import Part
from games.wording.primers import Primer, mattering
from games.wording.score import FigureWords, SheetWords
from games.wording.teutonica import (
    captions,
    consequences,
    explanations,
    labels,
    obstacles,
    outline,
    primers,
    prompts,
    score,
    sources,
    table,
    tries,
)
from games.wording.teutonica.log import LogTeller
from games.wording.wording import Answering, Events, Wording


class TeutonicaWording(Wording):
    """Each method calls the module that has the words (`games.wording.wording.Wording`)."""

    title = "teutonica"
    boards = table.BOARDS
    verbs = labels.TITLES
    keys = labels.KEYS
    captions = captions.CAPTIONS
    secret = prompts.SECRET
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

    def label(
        self, view: View, order: Order, text: str, names: Sequence[str], language: Language
    ) -> str:
        return labels.Labels(view).label_told(order, language)

    def prompt_of_me(self, view: View, orders: Orders[Order], language: Language) -> str:
        return language.say_all(prompts.of_me(view, orders))

    def prompt_of_others(self, view: View, names: Sequence[str], language: Language) -> str:
        return language.say(prompts.of_others(view, names))

    def rule(self, view: View) -> str:
        return prompts.rule(view)

    def primers(self, view: View, orders: AnyOrders, language: Language) -> Sequence[Primer]:
        return mattering(primers.primers(view), view, orders, language)

    def obstacles(
        self, view: View, possible: Collection[str], language: Language
    ) -> Mapping[str, Obstacle]:
        return obstacles.obstacles(view, possible, language)

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

    def answering(self, asked: str, language: Language) -> Answering | None:
        if asked not in DISPLACED:
            return None
        return Answering(language.say(prompts.MORE), language.say(prompts.DONE))

    def consequences(
        self, before: View, after: View, names: Sequence[str], language: Language
    ) -> Sequence[str]:
        return [*map(language.say, consequences.consequences(before, after, names))]

    def position(self, view: View, names: Sequence[str], language: Language) -> str:
        return language.say_all(outline.position(view, names))

    def supply(self, view: View, seat: int, language: Language) -> str:
        return language.say(outline.supply(view, seat))

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
        return score.tied(breaker, number, players)

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
        return language.say(sources.source(view, seat, line, points, names[seat], told))
