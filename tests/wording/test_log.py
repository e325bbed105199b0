"""Recorded games told in every language."""

from pathlib import Path

import pytest

from games.rules import record, replay
from games.rules.title import CHANCE
from games.wording import WORDINGS, language
from hansa_site.languages import DOMAINS

RECORDS = sorted(Path("games/club/records").glob("*.txt")) + sorted(
    Path("tests/records").rglob("*.txt")
)
CODES = ["en", *sorted(path.parent.parent.name for path in DOMAINS[0].files())]
NAMES = ["Ada", "Bo", "Cy", "Di", "Eve"]


@pytest.mark.parametrize("code", CODES)
def test_recorded_games_are_told_whole(code):
    """No sentence is empty or has a slot that is not filled, and each ends as one."""
    spoken = language(code)
    for path in RECORDS[::9]:
        game = record.read(path.read_bytes())
        words = WORDINGS[game.title]
        for step in replay.record_steps(game):
            what = (step.after, step.seat, step.text, step.after.events, NAMES)
            told = [words.describe(*what, viewer, spoken) for viewer in (None, 0)]
            if step.seat != CHANCE:
                told.append(words.urge(*what, spoken))
                assert all(NAMES[step.seat] in sentence for sentence in told[:2])
            for sentence in told:
                assert sentence.endswith(".")
                assert not set("{}") & set(sentence)
