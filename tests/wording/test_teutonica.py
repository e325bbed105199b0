"""Hansa Teutonica's words: what its questions are answered with."""

from games.wording import ENGLISH, WORDINGS

WORDS = WORDINGS["teutonica"]


def test_an_answer_of_several_parts_has_buttons_of_its_own() -> None:
    assert WORDS.answering("displaced", ENGLISH) == ("Place one more", "Done")
    assert WORDS.answering("turn", ENGLISH) is None
