"""Recorded games, and games among bots, told in every language."""

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import chain
from pathlib import Path

import pytest

from games.bots import BOTS
from games.rules import record, replay
from games.rules.playthrough import Step, play_out
from games.rules.title import CHANCE
from games.wording import ENGLISH, language
from hansa_site import catalogues
from hansa_site.languages import DOMAINS
from tests import telling
from tests.cases import first
from tests.rules.walks import CASES, Case
from tests.telling import CODES, NAMES, RECORDS, WORD, Listener

EACH = -(-500 // len(CASES))
"""How many games are played of each case, which makes 500."""
SEAS = {
    word
    for path in Path("games/drawing").glob("*/layout/*.json")
    for text in re.findall(r'"text": "(.+?)"', path.read_text())
    for word in WORD.findall(text.casefold())
}
"""The words of seas and countries on boards, which are Latin in every language."""


@cache
def listener(code: str) -> Listener:
    """Return a language, always the same: what is drawn in it is kept."""
    return Listener(language(code))


@cache
def vocabulary(code: str) -> set[str]:
    """Return the words of a language: those of its translations."""
    [path] = [path for path in DOMAINS[0].files() if path.parent.parent.name == code]
    texts = chain.from_iterable(
        [message.string] if isinstance(message.string, str) else message.string
        for message in catalogues.read(path)
    )
    return {word for text in texts for word in WORD.findall(re.sub(r"{\w+}", " ", text).casefold())}


def told(steps: Sequence[Step], number: int, spoken: Listener) -> Iterator[str]:
    """Yield all that is told of a game: each order, so many of its positions, and its end."""
    for step in steps:
        log = [*telling.of_order(step, spoken)]
        assert all(sentence.endswith(".") for sentence in log), log
        assert step.seat == CHANCE or all(NAMES[step.seat] in line for line in log[:2])
        yield from log
    for step in telling.some(steps, number, "positions"):
        yield from telling.of_position(step, spoken)
        yield from telling.of_refusals(step, telling.some(steps, number, "refused"), spoken)
    yield from telling.of_end(steps, spoken)


def check(steps: Sequence[Step], number: int) -> None:
    """Check that a game is told whole: nothing empty, no open slot, and no other language."""
    english, pictures = [*told(steps, number, listener(ENGLISH.code))], telling.some(steps, 1, "")
    for code in CODES:
        spoken = listener(code)
        texts = [*told(steps, number, spoken)]
        drawn = [text for step in pictures for text in telling.of_picture(step, spoken)]
        for text in texts + drawn:
            assert text.strip(), "a text is empty"
            assert text == text.strip()
            assert not re.search(r"[{}]|%\(", text), text
        if code == ENGLISH.code:
            continue
        known = vocabulary(code) | {name.casefold() for name in NAMES} | SEAS | spoken.kept
        for text, before in zip(texts, english, strict=True):
            assert text != before or text[-1] not in ".?!:", text
        for text in texts + drawn:
            assert known.issuperset(WORD.findall(text.casefold())), text


SPREAD = sorted(RECORDS, key=lambda path: sha256(path.name.encode()).digest())
"""The records in an order that has nothing to do with what they are."""


@pytest.mark.parametrize(
    "path", first(30, SPREAD), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_a_recorded_game_is_told_whole_in_every_language(path: Path) -> None:
    check([*replay.record_steps(record.read(path.read_bytes()))], 4)


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_game_among_bots_is_told_whole_in_every_language(case: Case) -> None:
    for seed in range(EACH):
        policies = [BOTS["journeyman"]] * case.players
        game = play_out(case.title, dict(case.options), policies, random.Random(seed))
        check(game.steps, 10)
