"""A turn that is being guessed, as far as it is made on the board."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.http import Http404

from games.bots import STRATEGIES
from games.bots.what_if import WhatIf
from games.play.access import Access
from games.play.history import state_after
from games.play.language import spoken
from games.rules.common.lru import LRUCache
from games.rules.common.message import message
from games.rules.errors import IllegalOrder
from games.rules.title import Touched, last_order
from games.study.guessing import MOST_ORDERS
from games.study.pages.board_page import BoardPage, PlayedOrder
from games.study.pages.guess.turns import ToGuess, guess_url, where
from games.study.pages.turn_line import orders_in
from games.study.plan.worlds import drawn
from games.wording import WORDINGS

_views = LRUCache(200)


class Trial:
    """A turn to guess with some orders played on the board."""

    def __init__(self, access: Access, turn: ToGuess, orders: Iterable[str] = ()) -> None:
        """Play the orders; raises IllegalOrder."""
        self.access, self.turn, self.orders = access, turn, list[str]()
        quick = STRATEGIES[access.game.title].quick
        self._play = WhatIf(_view(access, turn), quick, turn.number)
        for text in orders:
            self.order(text)

    @classmethod
    def along(cls, access: Access, turn: ToGuess, line: str) -> "Trial":
        """Return the turn after the orders that an address names; raises Http404."""
        try:
            return cls(access, turn, orders_in(line)[: MOST_ORDERS + 1])
        except IllegalOrder as error:
            raise Http404("These orders are not legal here.") from error

    @classmethod
    def as_far_as_legal(cls, access: Access, turn: ToGuess, orders: Sequence[str]) -> "Trial":
        """Return the turn after the first orders that are legal, where chance may do otherwise."""
        trial = cls(access, turn)
        for text in orders:
            try:
                trial.order(text)
            except IllegalOrder:
                break
        return trial

    def order(self, text: str) -> None:
        """Play one more order; raises IllegalOrder."""
        if len(self.orders) >= MOST_ORDERS:
            raise IllegalOrder(message("A guess has at most {most} orders.", most=MOST_ORDERS))
        self.orders.append(self._play.order(text))

    @property
    def over(self) -> bool:
        """Whether there is nothing more to order."""
        return self._play.over

    @property
    def is_whole(self) -> bool:
        """Whether at most the end of the turn is left to order."""
        return self.over or last_order(self._title, self._play.state, self.turn.seat) is not None

    @property
    def is_made(self) -> bool:
        """Whether something was ordered, and nothing that matters is left."""
        return bool(self.orders) and self.is_whole

    @property
    def _title(self) -> Any:
        return self.access.game.rules()

    @property
    def url(self) -> str:
        """The URL of the turn after these orders."""
        return guess_url(self.access.game.pk, self.turn.number, self.orders)

    @cached_property
    def view(self) -> Any:
        """The position as the seat may know it, or who looks on: what was drawn is a guess."""
        viewer = self.turn.seat if self.access.game.is_over else None
        return self._title.concealed(self._play.state, viewer)

    def board_page(self, *, picked: str | None = None, acts: bool = True) -> BoardPage:
        """Return the board."""
        state, seat = self._play.state, self.turn.seat
        history = self.access.seat_history
        return BoardPage.of(
            self._title,
            state,
            seat,
            history.at(self.turn.number),
            view=replace(self.view, seat=seat),
            url=self.url,
            acts=acts and not self.over and not self.is_made,
            picked=picked,
            levels=history.levels_at(self.turn.number),
            since=self._touched,
        )

    @property
    def asked(self) -> str:
        """The sentence that asks for the next order."""
        names = self.access.seat_history.at(self.turn.number)
        return WORDINGS[self._title.id].prompt_of_others(self.view, names, spoken())

    @property
    def _touched(self) -> list[Touched]:
        title, state = self._title, self._play.state
        return [title.touched(state, step.text, step.after.events) for step in self._play.steps]

    @property
    def played(self) -> list[PlayedOrder]:
        """What the seat, others and chance have done, as sentences."""
        wording, game = WORDINGS[self._title.id], self.access.game
        names, viewer = self.access.seat_history.at(self.turn.number), None
        if game.is_over:
            viewer = self.turn.seat
        return [
            PlayedOrder(
                step.seat,
                wording.describe(
                    self._play.state,
                    step.seat,
                    step.text,
                    step.after.events,
                    names,
                    viewer,
                    spoken(),
                ),
            )
            for step in self._play.steps
        ]


def _view(access: Access, turn: ToGuess) -> Any:
    """Return what the seat may know before its turn.

    In a running game that is made up from what everybody may know.
    """
    game = access.game
    key = (game.token, game.version, turn.number)
    view: Any = _views.get(key, lambda: _view_of(access, turn))
    return view


def _view_of(access: Access, turn: ToGuess) -> Any:
    game, title = access.game, access.game.rules()
    state = state_after(game, turn.number - 1)
    return title.view(state if game.is_over else drawn(title, state, None), turn.seat)


@dataclass(frozen=True)
class GuessPage:
    """A turn to guess, as far as it is made.

    `where` says which of the turns of its seat it is, `asked` is the sentence that asks. `whole`
    says that at most the end of the turn is left. `undo` and `start` are URLs, '' if there is
    nothing to undo.
    """

    turn: ToGuess
    where: str
    asked: str
    board_page: BoardPage
    played: Sequence[PlayedOrder]
    whole: bool
    undo: str
    start: str

    @classmethod
    def of(cls, trial: Trial, picked: str | None = None) -> "GuessPage":
        """Return the page of a turn after the orders that have been tried."""
        access, turn, orders = trial.access, trial.turn, trial.orders
        game_id = access.game.pk
        return cls(
            turn=turn,
            where=where(access, turn),
            asked="" if trial.over or trial.is_made else trial.asked,
            board_page=trial.board_page(picked=picked),
            played=trial.played,
            whole=trial.is_whole,
            undo=guess_url(game_id, turn.number, orders[:-1]) if orders else "",
            start=guess_url(game_id, turn.number) if len(orders) > 1 else "",
        )
