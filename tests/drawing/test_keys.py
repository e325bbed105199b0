"""Letters of orders: each group has one, and none of the table's own keys."""

import pytest

from games.drawing import DRAWINGS
from games.drawing.plain import PlainDrawing
from games.rules.title import CHANCE
from games.wording import ENGLISH
from tests.play.factories import every_title
from tests.rules.walks import PAIRED_FIRST, Case, some

TAKEN = "npiezboh"
"""The keys of the map and of the table."""


@every_title
def test_a_letter_means_one_thing(title: str) -> None:
    letters = [key.letter for key in DRAWINGS[title].keys]
    assert len(set(letters)) == len(letters)
    assert not set(letters) & set(TAKEN)


@pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)
def test_every_group_has_its_letter(case: Case) -> None:
    if isinstance(DRAWINGS[case.title_id], PlainDrawing):
        return
    for step in some(case, 3):
        if step.seat != CHANCE:
            view = case.title.view(step.before, step.seat)
            orders = case.title.orders(step.before, step.seat)
            groups = DRAWINGS[case.title_id].choices(case.title, orders, view, ENGLISH).groups
            assert [group.id for group in groups if not group.key and group.id != "end"] == []
