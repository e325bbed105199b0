"""Messages: whole sentences whose parts are typed, told in each language."""

import gettext
from io import BytesIO

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from games.rules.common.message import (
    ROLES,
    Message,
    Notation,
    Noun,
    Place,
    Player,
    Quote,
    message,
    plural,
    series,
    term,
)
from games.wording import ENGLISH, Language, language

TRADER = Noun("trader", "a trader", "{number} traders")
PICTURES = r"""
msgid "{player} takes {pieces}."
msgstr "Von {player} genommen: {pieces}."

msgctxt "object"
msgid "a trader"
msgid_plural "{number} traders"
msgstr[0] "einen Händler"
msgstr[1] "{number} Händler"

msgctxt "series"
msgid "{before} and {last}"
msgstr "{before} und {last}"
"""


def german() -> Language:
    """Return a German of three messages."""
    file = BytesIO()
    write_mo(file, read_po(PICTURES.strip().splitlines(), locale="de"))
    file.seek(0)
    return Language("de", gettext.GNUTranslations(file))


def test_a_message_is_told_in_english_by_itself():
    said = message("{player} places {piece} at {place}.", player=Player("Ann"),
                   piece=TRADER.object(), place=Place("Bremen–Hamburg 1"))  # fmt: skip
    assert str(said) == ENGLISH.say(said) == "Ann places a trader at Bremen–Hamburg 1."


def test_each_part_of_a_message_is_told_in_the_language():
    said = message(
        "{player} takes {pieces}.",
        player=Player("{pieces}"),
        pieces=series([TRADER.object(), TRADER.object(2)]),
    )
    assert german().say(said) == "Von {pieces} genommen: einen Händler und 2 Händler."
    assert ENGLISH.say(said) == "{pieces} takes a trader and 2 traders."


@pytest.mark.parametrize("part", ["Ann", None, 1.5, ["Ann"]])
def test_a_part_has_a_type(part):
    with pytest.raises(TypeError, match="part of a message"):
        ENGLISH.say(Message("{player} wins.", {"player": part}))


def test_a_slot_without_a_part_is_an_error():
    with pytest.raises(KeyError):
        ENGLISH.say(message("{player} pays {talers}.", player=Player("Ann")))


@pytest.mark.parametrize("number", [0, 1, 2, 3, 5, 21, 1234])
def test_a_number_chooses_the_text(number):
    said = plural(number, "1 taler is lost.", "{number} talers are lost.")
    told = "1 taler is lost." if number == 1 else f"{number:,} talers are lost."
    assert ENGLISH.say(said) == told
    assert TRADER.object(number) == TRADER.counted("object", number)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ("A", "A"),
        ("AB", "A and B"),
        ("ABC", "A, B and C"),
        ("ABCD", "A, B, C and D"),
    ],
)
def test_a_series_ends_with_a_word(parts, words):
    named = [Player(part) for part in parts]
    assert ENGLISH.say(message("{names}", names=series(named))) == words
    assert ENGLISH.say(message("{names}", names=series(named, "or"))) == words.replace("and", "or")


def test_a_noun_has_a_context_for_each_role():
    contexts = {TRADER.counted(role).context for role in ROLES[:3]}
    contexts |= {TRADER.owned(role).context for role in ("subject", "object")}
    assert contexts == set(ROLES)


def test_what_people_write_and_orders_stay_as_they_are():
    said = message("{line}: {order}", line=Quote("{order}"), order=Notation("{line}"))
    assert german().say(said) == "{order}: {line}"


def test_texts_that_are_equal_in_english_are_told_apart():
    assert term("ability", "Actions") != term("heading", "Actions")


def test_a_language_without_a_catalogue_is_none():
    assert language("en") is ENGLISH
    for code in ("xx", "../de", ""):
        with pytest.raises(LookupError):
            language(code)
