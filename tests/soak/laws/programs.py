"""The law of programs: a request that is sent again counts once."""

from collections.abc import Iterator
from http import HTTPStatus

from tests.soak.laws.evidence import Evidence


def answered(evidence: Evidence) -> Iterator[str]:
    """What a program sends again, with the same key, gets the answer that it got when it counted.

    That it did not count again is the law of moves.
    """
    for key, (answer, *again) in evidence.notes.answers.items():
        for other in again:
            if answer.status == HTTPStatus.OK and other[:2] != answer[:2]:
                yield f"Request {key} was answered {answer.text}, and again {other.text}."
