"""What a thing on the table is, and what the visitor can and can't do with it now."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.drawing import DRAWINGS
from games.play.access import Access
from games.play.language import error_text, say, spoken
from games.play.models import Draft
from games.play.pages.wording import CLOSED, prompt_of_others
from games.play.scratch import try_draft
from games.rules.common.message import Told, message
from games.rules.errors import IllegalOrder
from games.rules.title import AnyTitle
from games.wording import WORDINGS
from games.wording.explanations import Explanation, Obstacle

FEW = 6
"""The most orders of a thing that are told one by one."""


@dataclass(frozen=True)
class About:
    """A thing of the table, as one visitor sees it now, with their draft if they have one.

    `can` are the orders that begin with it, in words, `cannot` kinds of orders with the reason.
    """

    thing: str
    told: Explanation
    can: Sequence[str]
    cannot: Sequence[Obstacle]

    @classmethod
    def of(cls, access: Access, thing: str) -> "About | None":
        """Return what is known of a thing of a game that has started, None if it has none such."""
        state, asked = position_of(access)
        title, wording = access.game.rules(), WORDINGS[access.game.title]
        view, language = title.view(state, access.seat), spoken()
        told = wording.explain(view, thing, access.names, language)
        if told is None:
            return None
        if not asked or access.seat is None:
            return cls(thing, told, (), ())
        orders = title.orders(state, access.seat)
        choices = DRAWINGS[title.id].choices(title, orders, view, language, access.names)
        if thing in choices.first:
            after = choices.after(thing)
            labels = [choice.label for choice in after] if len(after) <= FEW else []
            return cls(thing, told, labels or [choices.first[thing].label], ())
        reasons = wording.obstacles(view, orders.groups, language)
        cannot = _refusals(title, state, access.seat, told, reasons)
        return cls(thing, told, (), list(cannot))


def position_of(access: Access) -> tuple[Any, bool]:
    """Return the position that a visitor sees, and whether they are asked for an order in it."""
    game, seat, state = access.game, access.seat, access.state
    if seat is None or not (game.is_running and access.is_asked):
        return state, False
    draft = Draft.objects.of(access.players[seat]) or Draft()
    scratch = try_draft(game, state, seat, draft.orders, access.names)
    return scratch.state, not scratch.closed


def _refusals(
    title: AnyTitle, state: Any, seat: int, told: Explanation, reasons: Mapping[str, Obstacle]
) -> Iterable[Obstacle]:
    """Say why what one may want to do with a thing is not possible: no order, or not this one."""
    for verb, text in told.tries:
        if verb in reasons:
            yield reasons[verb]
        elif text:
            try:
                title.apply(state, seat, title.read(state, text))
            except IllegalOrder as refusal:
                yield Obstacle(WORDINGS[title.id].verb(verb, spoken()), error_text(refusal))


NOTHING_HERE: Final = message("Nothing can be ordered here.")
_OF_THE_TABLE: Final = {
    "z": message("Nothing is drafted yet."),
    "e": message("There's nothing to confirm yet."),
}
"""Why the table's own keys do nothing."""


def why_not(access: Access, letter: str, thing: str) -> str:
    """Return why a key can do nothing now, or nothing at a thing, as a sentence, or that it can.

    Without a letter it is about whatever a player may want to do with the thing.
    """
    if letter in _OF_THE_TABLE:
        return say(_OF_THE_TABLE[letter])
    state, asked = position_of(access)
    title, wording = access.game.rules(), WORDINGS[access.game.title]
    view, language = title.view(state, access.seat), spoken()
    if not asked or access.seat is None:
        closed = access.game.is_running and access.is_asked
        return say(CLOSED) if closed else prompt_of_others(access.game, view, access.names)
    orders = title.orders(state, access.seat)
    reasons = wording.obstacles(view, orders.groups, language)
    key = next((key for key in DRAWINGS[title.id].lettered(language) if key.letter == letter), None)
    if key is None:
        told = wording.explain(view, thing, access.names, language)
        refusals = _refusals(title, state, access.seat, told, reasons) if told else ()
        return next((reason for _, reason in refusals), say(NOTHING_HERE))
    text = wording.attempt(view, letter, thing)
    possible = any(verb in orders.groups for verb in key.verbs)
    if text and (view.prompt == "turn" or possible):
        try:
            title.apply(state, access.seat, title.read(state, text))
        except IllegalOrder as refusal:
            return error_text(refusal)
        return say(message("{action}: possible here.", action=Told(key.words)))
    if possible:
        return say(message("{action}: possible now.", action=Told(key.words)))
    found = (reasons[verb].reason for verb in key.verbs if verb in reasons)
    return next(found, say(message("{action}: not possible now.", action=Told(key.words))))


def merged(reasons: Iterable[Obstacle]) -> list[Obstacle]:
    """Return obstacles with what has the same reason told together."""
    found: dict[str, list[str]] = {}
    for words, reason in reasons:
        found.setdefault(reason, []).append(words)
    return [Obstacle(", ".join(words), reason) for reason, words in found.items()]


def things_of(access: Access) -> Mapping[str, str]:
    """Return everything on the table of a game that has started, with its words."""
    state, _ = position_of(access)
    view = access.game.rules().view(state, access.seat)
    return WORDINGS[access.game.title].things(view, spoken())
