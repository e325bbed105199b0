"""Numbers are written as the language does, with a minus that is no hyphen."""

import pytest
from django.utils import translation

from games.accounts.figures import figure, signed


@pytest.mark.parametrize(
    ("number", "decimals", "written", "with_sign"),
    [
        (7, 0, "7", "+7"),
        (0, 0, "0", "0"),
        (-3, 0, "−3", "−3"),
        (2.25, 1, "2.2", "+2.2"),
        (-0.5, 1, "−0.5", "−0.5"),
        # What rounds to nothing has no sign.
        (0.04, 1, "0.0", "0.0"),
        (-0.04, 1, "0.0", "0.0"),
    ],
)
def test_a_number_has_its_decimals_and_maybe_its_sign(number, decimals, written, with_sign):
    assert figure(number, decimals) == written
    assert signed(number, decimals) == with_sign


def test_each_language_has_its_point():
    with translation.override("de"):
        assert signed(-1.5, 1) == "−1,5"
    assert signed(-1.5, 1) == "−1.5"
