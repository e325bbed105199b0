"""The buttons that confirm a draft: finish what is being asked, or confirm and keep going."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.play.language import spoken
from games.play.pages.wording import warned
from games.play.scratch import Scratch, is_closed
from games.rules.common.message import term
from games.rules.common.syntax import SEPARATOR
from games.rules.playthrough import Playthrough
from games.rules.title import AnyTitle, Consequence
from games.wording import WORDINGS


@dataclass(frozen=True)
class Ending:
    """Orders that decline what a draft leaves open, none if it leaves nothing open.

    `declined` says what each order declines, `unused` is how much the end of the turn gives up,
    such as actions, and `given_up` says what. `cautions` are the effects on other players, who
    are then `asked` for something. `closes` says that nothing can follow.
    """

    orders: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()
    ends_turn: bool = False
    unused: int = 0
    given_up: str = ""
    closes: bool = False
    cautions: tuple[Consequence, ...] = ()
    asked: str = ""

    @property
    def told(self) -> str:
        """What is declined and given up, in sentences."""
        return " ".join(filter(None, (*self.declined, self.given_up)))


@dataclass(frozen=True)
class Confirmation:
    """A button: the orders that it adds to the draft, its label, and whether it is primary.

    `told` is what follows from it, in sentences. `key` is the letter that leads to it, if it stands
    in for a group of orders that has one.
    """

    then: str
    label: str
    told: str
    primary: bool
    key: str = ""


def closing_of(title: AnyTitle, scratch: Scratch, seat: int) -> Ending:
    """Return what confirming a draft does that nothing can follow."""
    asked = title.view(scratch.state, seat).prompt
    if scratch.ended is None:
        return Ending(closes=True, asked=asked)
    given_up = _given_up(title, scratch.ended, seat)
    return Ending(ends_turn=True, given_up=given_up, closes=True, asked=asked)


def left_to_play(played: Playthrough, seat: int) -> Sequence[str] | None:
    """Return what confirms a draft after which nothing is left to do, None where something is.

    That is the end of the turn, or nothing after an answer. What affects other players, and orders
    that give something up, are left to the person, too.
    """
    title, state = played.title, played.state
    for step in played.steps:
        what = step.before, seat, step.order
        if title.warning(*what) or title.gives_up(*what):
            return None
    if is_closed(title, state, seat):
        return ()
    stop = title.stop(state, seat)
    if stop is None or not stop.ends_turn or stop.unused or title.warning(state, seat, stop.order):
        return None
    only = [*title.orders(state, seat).groups] == [stop.order.verb]
    return (title.write(state, stop.order),) if only else None


def _given_up(title: AnyTitle, state: Any, seat: int) -> str:
    return WORDINGS[title.id].given_up(title.view(state, seat), title.orders(state, seat), spoken())


def endings_of(title: AnyTitle, state: Any, seat: int) -> list[Ending]:
    """Return the ways a seat can stop at a position, each declining more than the one before.

    Of several ways that give up as much, only the one that declines most is kept.
    """
    found: list[Ending] = []
    ending = Ending()
    while not ending.ends_turn and (stop := title.stop(state, seat)) is not None:
        caution = title.warning(state, seat, stop.order)
        if stop.ends_turn:
            declined, given_up = "", _given_up(title, state, seat)
        else:
            declined = WORDINGS[title.id].declining(title.view(state, seat).prompt, spoken())
            given_up = ""
        text, state = title.write(state, stop.order), title.apply(state, seat, stop.order)
        ending = Ending(
            orders=(*ending.orders, text),
            declined=(*ending.declined, declined),
            ends_turn=stop.ends_turn,
            unused=ending.unused + stop.unused,
            given_up=given_up,
            closes=is_closed(title, state, seat),
            cautions=(*ending.cautions, *([caution] if caution else [])),
            asked=title.view(state, seat).prompt,
        )
        found = [other for other in found if other.unused < ending.unused]
        found.append(ending)
        if ending.closes:
            break
    return found


def confirmations(
    scratch: Scratch,
    endings: Sequence[Ending],
    asked: str,
    names: Sequence[str],
    title: AnyTitle,
    *,
    only_end: bool,
    key: str = "",
) -> list[Confirmation]:
    """Return the buttons for a draft, or for ending a turn without one.

    The primary button finishes and declines only optional steps; while something is left that the
    end of the turn would give up, there is none. `asked` is what the draft leads to. With
    `only_end` nothing but ending the turn is left, which the site would do anyway. `key` is the
    letter of stopping, where a button does that.
    """
    wording, drafted, language = WORDINGS[title.id], bool(scratch.lines), spoken()
    answering = None if scratch.closed else wording.answering(asked, language)
    made = []
    for ending in endings:
        if not drafted and not ending.ends_turn:
            # Declining is one of the choices on the page.
            continue
        if not drafted:
            label = language.say(term("button", "End the turn"))
        elif ending.ends_turn:
            label = language.say(term("button", "Confirm and end the turn"))
        else:
            label = language.say(term("button", "Confirm"))
        cautions = [*scratch.warnings, *ending.cautions]
        primary = only_end or (drafted and not ending.unused)
        told = ending.told
        if answering and not ending.ends_turn:
            label, told = answering.done, ""
        told = " ".join(filter(None, (told, warned(cautions, names, wording, ending.asked))))
        then = SEPARATOR.join(ending.orders)
        made.append(Confirmation(then, label, told, primary, key if ending.closes else ""))
    if drafted and not only_end and not scratch.closed:
        going = language.say(term("button", "Confirm and keep going"))
        label = answering.more if answering else going
        told = warned(scratch.warnings, names, wording, asked)
        made.append(Confirmation("", label, told, primary=False))
    return made
