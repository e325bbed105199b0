"""The board in words as one visitor may know it, with what they can order at each place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.drawing import DRAWINGS
from games.drawing.stops import Stop
from games.play.access import Access
from games.play.language import say, spoken
from games.play.models import Draft
from games.play.pages.wording import CLOSED, prompt_of_others
from games.play.scratch import try_draft
from games.rules.common.lru import LRUCache
from games.wording import WORDINGS
from games.wording.outline import Part, every_place

_boards = LRUCache(100)


@dataclass(frozen=True)
class BoardInWords:
    """All parts of the board, after the visitor's draft if they have one.

    `sentence` says what the game waits for, `stops` where places are on the board. `acts` are the
    labels of what the visitor can order, by the places where they begin.
    """

    sentence: str
    parts: Sequence[Part]
    stops: Mapping[str, Stop]
    acts: Mapping[str, str]

    @classmethod
    def of(cls, access: Access) -> "BoardInWords":
        """Return the board of a game that has started."""
        game, seat = access.game, access.seat
        draft = None
        if seat is not None and game.is_running and access.is_asked:
            draft = Draft.objects.of(access.players[seat]) or Draft()
        number = draft.version if draft else None
        key = (game.token, game.version, seat, number, tuple(access.names), spoken().code)
        board: BoardInWords = _boards.get(key, lambda: cls._read(access, draft))
        return board

    @classmethod
    def _read(cls, access: Access, draft: Draft | None) -> "BoardInWords":
        game, seat, names = access.game, access.seat, access.names
        title, drawing, state = game.rules(), DRAWINGS[game.title], access.state
        wording = WORDINGS[game.title]
        view, language = title.view(state, seat), spoken()
        sentence, acts = prompt_of_others(game, view, names), {}
        if draft is not None and seat is not None:
            scratch = try_draft(game, state, seat, draft.orders, names)
            view = title.view(scratch.state, seat)
            sentence = say(CLOSED)
            if not scratch.closed:
                orders = title.orders(scratch.state, seat)
                sentence = wording.prompt_of_me(view, orders, language)
                choices = drawing.choices(title, orders, view, language, names)
                acts = {target.id: target.label for target in choices.first.values()}
        return cls(sentence, wording.outline(view, names, language), drawing.stops(view), acts)

    def listed(self) -> list[tuple[Part, list[Any]]]:
        """Return each part with its places, what can be ordered there, and the same inside."""
        return [
            (
                part,
                [
                    (
                        place,
                        self.acts.get(place.id, ""),
                        [(inner, self.acts.get(inner.id, "")) for inner in place.inside],
                    )
                    for place in part.places
                ],
            )
            for part in self.parts
        ]

    def places(self) -> list[list[Any]]:
        """Return each place that has a point: id, x, y, name, words, and the ids along from it."""
        return [
            [place.id, *map(round, stop.at), place.name, place.words(), *stop.along]
            for place in every_place(self.parts)
            if (stop := self.stops.get(place.id))
        ]
