"""Hansa Teutonica's words: what is asked, what turns bring, and all of it in every language."""

import pytest

from games.rules import TITLES
from games.rules.title import CHANCE
from games.wording import ENGLISH, WORDINGS, language
from tests.rules.walks import Case, walk
from tests.wording.test_log import CODES

WORDS = WORDINGS["teutonica"]
TEUTONICA = TITLES["teutonica"]
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
GAMES = (
    Case("teutonica", (("board", "britannia"),), 3),
    Case("teutonica", (("board", "east"),), 4),
    Case("teutonica", (("missions", "on"),), 4),
    Case("teutonica", (("edition", "classic"), ("favour", "on")), 3),
    Case("teutonica", (("two_player", "pawn"),), 2),
    Case("teutonica", (("two_player", "neutral"),), 2),
)


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("code", CODES)
def test_turns_and_points_are_put_into_words_in_every_language(code: str, game: Case) -> None:
    """Nothing is empty, and no slot is left open."""
    spoken, steps, told = language(code), walk(game), []
    for step in steps[::7]:
        seat = None if step.seat == CHANCE else step.seat
        view = TEUTONICA.view(step.before, seat)
        told.append(WORDS.prompt_of_others(view, NAMES, spoken))
        if seat is not None:
            orders = TEUTONICA.orders(step.before, seat)
            told.append(WORDS.prompt_of_me(view, orders, spoken))
            told += [primer.sentence for primer in WORDS.primers(view, orders, spoken)]
            obstacles = WORDS.obstacles(view, orders.groups, spoken)
            told += [words for each in obstacles.values() for words in each]
            after = TEUTONICA.view(step.after, seat)
            told += WORDS.consequences(view, after, NAMES, spoken)
    end = steps[-1].after
    events = [event for step in steps for event in step.after.events]
    result = TEUTONICA.result(end)
    assert result is not None
    for seat, scores in enumerate(result.scores):
        told += [
            WORDS.source(TEUTONICA.view(end, None), seat, line, points, NAMES, events, spoken)
            for line, points in scores.items()
            if points and line != "total"
        ]
    for words in told:
        assert words
        assert words.strip() == words
        assert not set("{}") & set(words)


def test_an_answer_of_several_parts_has_buttons_of_its_own() -> None:
    assert WORDS.answering("displaced", ENGLISH) == ("Place one more", "Done")
    assert WORDS.answering("turn", ENGLISH) is None
