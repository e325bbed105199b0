"""A turn in the address of a page is the turn that was put there, whatever its orders."""

import pytest

from games.study.pages.turn_line import as_line, orders_in
from tests.rules.walks import PAIRED_FIRST, Case, of_each_kind


@pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)
def test_every_kind_of_order_is_read_as_it_was_written(case: Case) -> None:
    orders = [case.title.write(step.before, step.order) for step in of_each_kind(case)]
    assert len(orders) > 5
    line = as_line(orders)
    assert " " not in line
    assert "/" not in line
    assert orders_in(line) == orders


def test_no_orders_are_an_empty_line() -> None:
    assert as_line([]) == ""
    assert orders_in("") == []
