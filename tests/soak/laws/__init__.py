"""What must be true afterwards, read from the database, the log and the mail server."""

from collections.abc import Callable, Iterator
from typing import Final

from tests.soak.laws import (
    clocks,
    languages,
    letters,
    moves,
    programs,
    pushes,
    settled,
    standings,
    table,
    waits,
)
from tests.soak.laws.evidence import Breach, Evidence

LAWS: Final[dict[str, Callable[[Evidence], Iterator[str]]]] = {
    "games replay": moves.replay,
    "what is confirmed is played once": moves.confirmed,
    "what is sent again is answered as before": programs.answered,
    "whom play asks is waited for": waits.waits,
    "each wait has its letter": waits.letters,
    "what was sent has come": letters.sent,
    "no letter comes twice": letters.once,
    "letters go to their readers": letters.addressed,
    "letters tell no secrets": letters.secrets,
    "no word is in the wrong language": languages.languages,
    "each turn is pushed": pushes.pushed,
    "no push comes after its turn": pushes.late,
    "clocks count waking hours": clocks.clocks,
    "standing orders answer while they stand": settled.standing_orders,
    "conditional turns wait for what they suppose": settled.conditional_turns,
    "votes count each person once": table.votes,
    "each seat has one holder": table.seats,
    "games with free seats are listed": table.listed,
    "no standing is wrong": standings.standings,
    "people move by their standings": standings.promotions,
}


def broken(evidence: Evidence) -> list[Breach]:
    """Return every breach of the laws."""
    return [Breach(name, told) for name, law in LAWS.items() for told in law(evidence)]
