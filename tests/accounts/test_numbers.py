"""Numbers that anybody may send."""

import pytest

from games.accounts.requests import number_in


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        ("9" * 18, 10**18 - 1),
        ("9" * 19, None),
        ("9" * 5000, None),
        ("", None),
        ("-1", None),
        (" 1", None),
        ("1.0", None),
        ("²", None),
        ("٣", None),
    ],
)
def test_what_is_a_number_fits_into_a_database(text: str, number: int | None) -> None:
    assert number_in(text) == number
