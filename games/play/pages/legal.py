"""Legal orders to suggest in place of a line that was not legal."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from games.play.language import say
from games.rules.common.message import Notation, term
from games.rules.title import AnyTitle, Order

MOST_OF_THE_VERB = 12
MOST_OF_OTHERS = 2
MOST_MEANT = 3
ALIKE = 0.75
# Comparing a line with every order of a verb takes time; of more orders, the first are shown.
COMPARED = 600
LINE = 76


@dataclass(frozen=True)
class Legal:
    """Some orders of one verb, in notation, and how many more there are."""

    examples: list[str]
    more: int

    @property
    def wrapped(self) -> str:
        """The orders as lines of a plain text."""
        orders = ", ".join(self.examples)
        if self.more:
            more = term(
                "orders", "{orders} and {number} more", orders=Notation(orders), number=self.more
            )
            orders = say(more)
        return textwrap.fill(
            orders,
            width=LINE,
            initial_indent="  ",
            subsequent_indent="    ",
            break_long_words=False,
            break_on_hyphens=False,
        )


def legal_orders(title: AnyTitle, state: Any, seat: int, wrong: str = "") -> list[Legal]:
    """Return what a seat may order, by verb; first, and more of it, what `wrong` may have meant."""
    word = wrong.casefold().split(" ")[0]
    groups = {verb: group for verb, group in title.orders(state, seat).groups.items() if group}
    meant = meant_verbs(word, list(groups))
    first = [_nearest(title, state, groups[verb], wrong) for verb in meant]
    return first + [
        some_orders(title, state, group) for verb, group in groups.items() if verb not in meant
    ]


def meant_verbs(word: str, verbs: Sequence[str]) -> list[str]:
    """Return the verbs that begin with a word, or else the one that is most like it."""
    begun = [verb for verb in verbs if word and verb.startswith(word)]
    return begun or get_close_matches(word, verbs, n=1, cutoff=ALIKE)


def likeliest(title: AnyTitle, state: Any, seat: int, wrong: str) -> list[str]:
    """Return the few orders that are most like a wrong one; [] if none is like it."""
    groups = {verb: group for verb, group in title.orders(state, seat).groups.items() if group}
    meant = meant_verbs(wrong.casefold().split(" ")[0], list(groups)) if wrong else []
    texts = [title.write(state, order) for verb in meant for order in groups[verb][:COMPARED]]
    return get_close_matches(wrong.casefold(), texts, n=MOST_MEANT, cutoff=ALIKE)


def _nearest(title: AnyTitle, state: Any, group: Sequence[Order], wrong: str) -> Legal:
    """Return the orders most like a wrong one; if there are few, add others from the whole list."""
    texts = [title.write(state, order) for order in group[:COMPARED]]
    near = get_close_matches(wrong.casefold(), texts, n=MOST_OF_THE_VERB, cutoff=ALIKE)
    spread = texts[:: max(1, len(texts) // MOST_OF_THE_VERB)]
    examples = list(dict.fromkeys([*near, *spread]))[:MOST_OF_THE_VERB]
    return Legal(examples, len(group) - len(examples))


def some_orders(title: AnyTitle, state: Any, group: Sequence[Order]) -> Legal:
    """Return all of a few orders, or the first and last ones of many, to show the range."""
    few = group if len(group) <= MOST_OF_OTHERS + 1 else [group[0], group[-1]]
    return Legal([title.write(state, order) for order in few], len(group) - len(few))
