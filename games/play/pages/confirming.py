"""The ways to confirm a draft: with all that ends what is asked, or only so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.drawing import Drawing
from games.play.pages.wording import warned
from games.play.scratch import Scratch, is_closed
from games.rules.title import Caution, Title

SEPARATOR = ";"
"""Between the orders that a button adds to a draft."""


@dataclass(frozen=True)
class Ending:
    """Orders that stop what a draft leaves open.

    `declined` says what is left out by each, `unused` is how many actions they give up together,
    `cautions` are what they do to others, who are `asked` for something then.
    """

    orders: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()
    ends_turn: bool = False
    unused: int = 0
    cautions: tuple[Caution, ...] = ()
    asked: str = ""

    @property
    def told(self) -> str:
        """What is left out and given up, as the rest of a sentence."""
        unused = f"giving up {self.unused} action{'' if self.unused == 1 else 's'}"
        return "".join(f", {said}" for said in (*self.declined, *[unused][: self.unused]))


@dataclass(frozen=True)
class Confirmation:
    """A button: the orders that it adds to the draft, its words, and whether it comes first."""

    then: str
    label: str
    primary: bool


def endings_of(title: Title, state: Any, seat: int, drawing: Drawing) -> list[Ending]:
    """Return how a seat can stop at a position, each way going further than the one before it.

    Where going further gives up no more actions, only the furthest is there.
    """
    found: list[Ending] = []
    ending = Ending()
    while not ending.ends_turn and (stop := title.stop(state, seat)) is not None:
        caution = title.warning(state, seat, stop.order)
        declined = () if stop.ends_turn else (drawing.declining(title.view(state, seat).asked),)
        text, state = title.write(state, stop.order), title.apply(state, seat, stop.order)
        ending = Ending(
            orders=(*ending.orders, text),
            declined=(*ending.declined, *declined),
            ends_turn=stop.ends_turn,
            unused=ending.unused + stop.unused,
            cautions=(*ending.cautions, *([caution] if caution else [])),
            asked=title.view(state, seat).asked,
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
    """Return the buttons for a draft, or for a turn that is to end without one.

    The primary one finishes, and gives up nothing but what is optional: while there are actions
    left there is none. `asked` is what the draft leads to, `only_end` says that nothing else can
    be ordered.
    """
    drafted = bool(scratch.lines)
    made = []
    for ending in endings:
        if not drafted and not ending.ends_turn:
            # What can be declined stands among the choices.
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
    if drafted:
        verb = "Confirm" if scratch.closed else "Confirm so far"
        label = _with_cautions(verb, scratch.warnings, names, drawing, asked)
        made.append(Confirmation("", label, scratch.closed))
    return made


def _with_cautions(
    label: str, cautions: Sequence[Caution], names: Sequence[str], drawing: Drawing, asked: str
) -> str:
    said = warned(cautions, names, drawing, asked)
    return f"{label}: {said}" if said else label
