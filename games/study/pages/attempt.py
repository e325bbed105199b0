"""A position of an analysed game to try a better turn on: nothing of what is tried is stored."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404
from django.urls import reverse

from games.bots import STRATEGIES
from games.bots.analysis import CERTAIN, TRIALS
from games.bots.evaluation import compared, gap_told
from games.bots.what_if import WhatIf
from games.play.access import Access
from games.play.history import state_after
from games.play.language import spoken
from games.rules.common.lru import LRUCache
from games.rules.common.message import Message, message, term
from games.rules.errors import IllegalOrder
from games.study.models import Analysis, JudgedTurn
from games.study.pages.analysis import advice_in_words, lessons_of
from games.study.pages.board_page import BoardPage, PlayedOrder
from games.study.pages.turn_line import as_line, orders_in
from games.wording import WORDINGS

AS_GOOD = 0.01
"""Chances that differ by less are as good as each other, even if trials tell them apart."""

Gap = tuple[float, float]
"""How much larger a chance is than another, and the standard error of that."""

_worths = LRUCache(500)


@dataclass(frozen=True)
class Verdict:
    """What the turn just tried is worth, in sentences.

    `mine` is how much more chance to win it brings than the turn that was played, `master` how much
    more the master's does.
    """

    mine: str
    master: str
    sentence: str


@dataclass(frozen=True)
class Attempt:
    """A turn of the visitor's own, begun again on the board, with the orders `tried` so far.

    `undo`, `again`, `compare` and `master` are URLs: without the last order, from the start,
    with the verdict, and with the master's turn played; '' if there is nothing to undo, or to
    compare. `after` is the URL of the next turn to learn from, '' after the last. `best` is
    the master's turn in words, '' unless it is on the board. `over` says that the turn is over.
    """

    number: int
    where: str
    board_page: BoardPage
    played: Sequence[PlayedOrder]
    over: bool
    undo: str
    again: str
    compare: str
    master: str
    after: str
    best: str
    verdict: Verdict | None

    @classmethod
    def of(
        cls,
        access: Access,
        analysis: Analysis,
        number: int,
        tried: str,
        *,
        picked: str | None = None,
        compare: bool = False,
    ) -> "Attempt":
        """Return the turn that begins with a move; raises Http404 if it is none to learn from.

        `tried` are orders as `url_of` writes them; it raises Http404 if they are not legal.
        """
        return _Trial(access, analysis, number, tried).attempt(picked, compare=compare)


def url_of(game_id: int, number: int, orders: Sequence[str]) -> str:
    """Return the URL of the page on which orders have been tried."""
    if not orders:
        return reverse("study:try-turn", args=[game_id, number])
    return reverse("study:try-orders", args=[game_id, number, as_line(orders)])


def tried_next(access: Access, analysis: Analysis, number: int, tried: str, order: str) -> str:
    """Return `tried` with one more order; raises Http404 as `Attempt.of`, or IllegalOrder."""
    trial = _Trial(access, analysis, number, tried)
    return as_line([*trial.orders, trial.what_if.order(order)])


class _Trial:
    """A turn with the orders that a URL names played on the board."""

    def __init__(self, access: Access, analysis: Analysis, number: int, tried: str) -> None:
        self.access = access
        self.lessons = lessons_of(access, analysis)
        found = [turn for turn in self.lessons if turn.number == number]
        if not found:
            raise Http404("There is nothing to learn from this turn.")
        self.turn: JudgedTurn = found[0]
        game = access.game
        self.view: Any = game.rules().view(state_after(game, number - 1), self.turn.seat)
        self.orders = orders_in(tried)
        self.what_if = self.rehearsed()
        try:
            for text in self.orders:
                self.what_if.order(text)
        except IllegalOrder as error:
            raise Http404("These orders are not legal here.") from error

    def rehearsed(self) -> WhatIf:
        """Return the turn from its beginning."""
        return WhatIf(self.view, STRATEGIES[self.access.game.title].quick, self.turn.number)

    def url(self, orders: Sequence[str]) -> str:
        return url_of(self.access.game.pk, self.turn.number, orders)

    def attempt(self, picked: str | None, *, compare: bool) -> Attempt:
        """Return what the page shows."""
        game, turn, what_if = self.access.game, self.turn, self.what_if
        title, state, names = game.rules(), what_if.state, self.access.names
        url, numbers = self.url(self.orders), [lesson.number for lesson in self.lessons]
        place = numbers.index(turn.number)
        shown = self.orders == self.master_orders
        return Attempt(
            number=turn.number,
            where=spoken().say(
                term(
                    "lesson",
                    "Turn {number} of {turns} to learn from",
                    number=place + 1,
                    turns=len(numbers),
                )
            ),
            board_page=BoardPage.of(
                title,
                state,
                turn.seat,
                names,
                url=url,
                acts=not what_if.over,
                picked=picked,
                since=[
                    title.touched(state, step.text, step.after.events) for step in what_if.steps
                ],
            ),
            played=[
                PlayedOrder(
                    step.seat,
                    WORDINGS[title.id].describe(
                        state,
                        step.seat,
                        step.text,
                        step.after.events,
                        names,
                        turn.seat,
                        spoken(),
                    ),
                )
                for step in what_if.steps
            ],
            over=what_if.over,
            undo=self.url(self.orders[:-1]) if self.orders else "",
            again=self.url([]),
            compare=f"{url}?compare=1" if self.orders else "",
            master=self.url(self.master_orders),
            after=url_of(game.pk, numbers[place + 1], []) if place + 1 < len(numbers) else "",
            best=advice_in_words(game, turn.seat, turn.best, names) if shown else "",
            verdict=self.verdict() if compare and self.orders else None,
        )

    @cached_property
    def master_orders(self) -> list[str]:
        """The master's turn as far as it is legal here, where chance may have drawn otherwise."""
        return list(_legal(self.rehearsed(), self.turn.best))

    def verdict(self) -> Verdict:
        """Compare what was tried with what was played and with the master's turn."""
        turn, game, language = self.turn, self.access.game, spoken()
        master = (turn.gain or 0.0, turn.error)
        if self.orders in (list(turn.best), self.master_orders):
            mine, said = master, message("That's the master's turn.")
        elif self.orders == list(turn.orders):
            mine, said = (0.0, 0.0), message("That's what you played then.")
        else:
            key = (game.token, turn.number, *self.orders)
            mine, than_master = _worths.get(key, self._worth)
            said = _judged(mine, than_master)
        sentences = [said]
        if not self.what_if.over:
            sentences.append(message("A quick bot played the rest of your turn."))
        return Verdict(
            language.say(gap_told(*mine)),
            language.say(gap_told(*master)),
            language.say_all(sentences),
        )

    def _worth(self) -> tuple[Gap, Gap]:
        """Return how much more what was tried is worth than the turn that was played.

        Beside it stands how much more than the master's. Worlds are those of the analysis.
        """
        title, state = self.access.game.rules(), self.rehearsed().state
        turns = [
            [title.read(state, text) for text in texts]
            for texts in (self.orders, self.turn.orders, self.turn.best)
        ]
        mine, then, master = compared(self.view, turns, self.turn.number, TRIALS)
        return mine.beside(then, self.turn.seat), mine.beside(master, self.turn.seat)


def _legal(what_if: WhatIf, orders: Sequence[str]) -> Iterator[str]:
    """Yield the orders up to the first that is not legal."""
    try:
        for text in orders:
            yield what_if.order(text)
    except IllegalOrder:
        return


def _judged(than_then: Gap, than_master: Gap) -> Message:
    """Return how good a turn is, by how much more it is worth than others."""
    if _is_more(*than_master):
        return message("Better than the master's turn!")
    more, error = than_master
    if not _is_more(-more, error):
        return message("As good as the master's turn, as far as these trials can tell.")
    if _is_more(*than_then):
        return message("Better than what you played then, and there is more to find.")
    return message("No better than what you played then. Try something else.")


def _is_more(gap: float, error: float) -> bool:
    """Return whether a difference is more than chance, and worth a word."""
    return gap > max(AS_GOOD, CERTAIN * error)
