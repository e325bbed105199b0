"""The buttons that confirm a draft: finish what is being asked, or confirm and keep going."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.drawing import Drawing
from games.play.pages.wording import warned
from games.play.scratch import Scratch, is_closed
from games.rules.title import AnyTitle, Consequence

SEPARATOR = ";"
"""Separates the orders that a button adds to a draft."""


@dataclass(frozen=True)
class Ending:
    """Orders that decline what a draft leaves open.

    `declined` describes what each order declines, `unused` is the number of actions given up in
    total, `cautions` are the effects on other players, who are then `asked` for something.
    """

    orders: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()
    ends_turn: bool = False
    unused: int = 0
    cautions: tuple[Consequence, ...] = ()
    asked: str = ""

    @property
    def told(self) -> str:
        """What is declined and given up, as the end of a sentence."""
        unused = f"giving up {self.unused} action{'' if self.unused == 1 else 's'}"
        return "".join(f", {said}" for said in (*self.declined, *[unused][: self.unused]))


@dataclass(frozen=True)
class Confirmation:
    """A button: the orders that it adds to the draft, its label, and whether it is primary."""

    then: str
    label: str
    primary: bool


def endings_of(title: AnyTitle, state: Any, seat: int, drawing: Drawing) -> list[Ending]:
    """Return the ways a seat can stop at a position, each declining more than the one before.

    Of several ways that give up the same number of actions, only the one that declines most is
    kept.
    """
    found: list[Ending] = []
    ending = Ending()
    while not ending.ends_turn and (stop := title.stop(state, seat)) is not None:
        caution = title.warning(state, seat, stop.order)
        declined = () if stop.ends_turn else (drawing.declining(title.view(state, seat).prompt),)
        text, state = title.write(state, stop.order), title.apply(state, seat, stop.order)
        ending = Ending(
            orders=(*ending.orders, text),
            declined=(*ending.declined, *declined),
            ends_turn=stop.ends_turn,
            unused=ending.unused + stop.unused,
            cautions=(*ending.cautions, *([caution] if caution else [])),
            asked=title.view(state, seat).prompt,
        )
        found = [other for other in found if other.unused < ending.unused]
        found.append(ending)
        if is_closed(title, state, seat):
            break
    return found


def confirmations(
    scratch: Scratch,
    endings: Sequence[Ending],
    asked: str,
    names: Sequence[str],
    drawing: Drawing,
    *,
    only_end: bool,
) -> list[Confirmation]:
    """Return the buttons for a draft, or for ending a turn without one.

    The primary button finishes and declines only optional steps; while actions are left, there is
    none. `asked` is what the draft leads to. With `only_end` nothing but ending the turn is left,
    which the site would do anyway.
    """
    drafted = bool(scratch.lines)
    made = []
    for ending in endings:
        if not drafted and not ending.ends_turn:
            # Declining is one of the choices on the page.
            continue
        verb = {
            (True, True): "Confirm and end the turn",
            (True, False): "Confirm",
            (False, True): "End the turn",
        }[drafted, ending.ends_turn]
        cautions = [*scratch.warnings, *ending.cautions]
        primary = only_end or (drafted and not ending.unused)
        label = _with_cautions(f"{verb}{ending.told}", cautions, names, drawing, ending.asked)
        made.append(Confirmation(SEPARATOR.join(ending.orders), label, primary))
    if drafted and not only_end:
        verb = "Confirm" if scratch.closed else "Confirm and keep going"
        label = _with_cautions(verb, scratch.warnings, names, drawing, asked)
        made.append(Confirmation("", label, scratch.closed))
    return made


def _with_cautions(
    label: str, cautions: Sequence[Consequence], names: Sequence[str], drawing: Drawing, asked: str
) -> str:
    said = warned(cautions, names, drawing, asked)
    return f"{label}: {said}" if said else label
