"""What the rules refuse, told in every language."""

import pytest

from games.rules import TITLES, editing
from games.rules.errors import RulesError
from games.wording import language
from tests.telling import CODES

HEAD = "title: teutonica\nplayers: 3\n"
WRONG = [
    ("teutonica", "", "place t hamburg-stade.2"),
    ("teutonica", "sea", "sea t hamburg-stade.2"),
    ("teutonica", "m", "claim hamburg-stade office m"),
    ("teutonica", "start first", "start first"),
    ("hansa", "bu", "bu red1"),
    ("hansa", "4", "sell red4"),
    ("hansa", "paris", "sail paris"),
]
BROKEN = [
    (HEAD + "seat 7: prestige 3", "7"),
    (HEAD + "route hamburg-stade: x - -", "x"),
    (HEAD + "turn 1", ""),
    (HEAD + "colour: red", "colour"),
    ("title: hansa\nplayers: 9", "9"),
]


def whole(error: RulesError, code: str, word: str) -> None:
    """Check that an error is told as sentences that have the word."""
    told = language(code).say(error.said)
    assert told[-1] in ".?!“"
    assert word in told
    assert not set("{}") & set(told)
    assert (told == str(error)) == (code == "en")


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(("title", "word", "line"), WRONG)
def test_a_refused_order_is_told_whole(code, title, word, line) -> None:
    rules = TITLES[title]
    state = rules.start({}, 3)
    with pytest.raises(RulesError) as refused:
        rules.apply(state, 0, rules.read(state, line))
    whole(refused.value, code, word.split()[-1] if word else "")


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(("text", "word"), BROKEN)
def test_a_wrong_position_is_told_with_its_place(code, text, word) -> None:
    with pytest.raises(RulesError) as refused:
        editing.read(text)
    whole(refused.value, code, word)
