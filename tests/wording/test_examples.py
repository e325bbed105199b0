"""Examples for translators: those that are kept fit their messages, and games find them."""

import json
import re

from games.rules.common.message import Player, message, series, term
from hansa_site import catalogues
from hansa_site.languages import DOMAINS
from tests.examples import LONGEST, MOST, Ear, beside
from tests.wording.test_messages import TRADER, german


def test_examples_are_short_and_no_slot_of_them_is_open():
    kept = json.loads(catalogues.EXAMPLES.read_bytes())
    for messages in kept.values():
        for text, examples in messages.items():
            assert 0 < len(examples) <= MOST
            for example in examples:
                assert 0 < len(example) <= LONGEST, text
                assert not re.search(r"[{}]|%\(", example), text


def test_a_message_is_kept_with_what_it_stands_in():
    ear = Ear()
    for number in (1, 2, 3):
        pieces = series([TRADER.object(number)])
        ear.say(message("{player} takes {pieces}.", player=Player("Ann"), pieces=pieces))
    ear.say(term("button", "Place"))
    found = {key: [*row.values()] for key, row in ear.found.items()}
    assert {key: [each.text for each in row] for key, row in found.items()} == {
        ("", "{player} takes {pieces}."): ["Ann takes a trader."],
        ("object", "a trader"): ["Ann takes a trader.", "Ann takes 2 traders."],
    }
    assert "    Ann takes a trader.\n    Von Ann genommen: einen Händler." in beside(
        found, german()
    )


def test_a_catalogue_has_the_examples():
    place = catalogues.Found("{player} wins.", "", "", "games/x.py", 1)
    new = catalogues.catalog([place], {"": {"{player} wins.": ["Ann wins."]}})
    path = DOMAINS[0].files()[0]
    assert b"#. Example: Ann wins." in catalogues.updated(catalogues.read(path), new)
