"""What a player is asked offers nothing that no legal order does."""

import re

import pytest

from games.drawing import DRAWINGS
from games.rules.title import CHANCE
from games.wording import ENGLISH
from tests.rules.walks import PAIRED_FIRST, Case, walk

OFFERED = {
    "teutonica": {
        r"bonus marker\b(?!s)": ("use",),
        r"\bpawn\b": ("pawn",),
        r"\bend your turn": ("end",),
        r"\bor stop\b": ("done",),
    },
    "hansa": {
        r"\bdiscard\b": ("discard",),
        r"\bSail on": ("sail",),
        r"(?<!can't )\bend your turn": ("end",),
        r"\bfill them": ("replenish",),
    },
}
"""What a sentence may offer in words, and the verbs of the orders that do it."""


@pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)
def test_a_sentence_offers_only_what_can_be_ordered(case: Case) -> None:
    title, drawing = case.title, DRAWINGS[case.title_id]
    for step in walk(case, seed=7, sense=0.5):
        if step.seat == CHANCE:
            continue
        view, orders = title.view(step.before, step.seat), title.orders(step.before, step.seat)
        sentence = drawing.wording.prompt_of_me(view, orders, ENGLISH)
        assert not re.search(r"\b0\b(?! talers)", sentence)
        for words, verbs in OFFERED.get(case.title_id, {}).items():
            if re.search(words, sentence, re.IGNORECASE):
                assert orders.groups.keys() & set(verbs), sentence
