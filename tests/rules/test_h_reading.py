"""Orders of Hansa as people write them."""

import pytest

from games.rules.errors import IllegalOrder
from tests.rules.hansa_positions import HANSA, position

STATE = position()


@pytest.mark.parametrize(
    ("loose", "proper"),
    [
        ("SAIL Lübeck", "sail lubeck"),
        ("sa tøn", "sail tonsberg"),
        ("boo Tønsberg", "booths tonsberg"),
        ("buy Red 2", "buy red2"),
        ("buy R2", "buy red2"),
        ("buy n3", "buy brown3"),
        ("buy b3", "buy blue3"),
        ("buy br3", "buy brown3"),
        ("bui p1", "build purple1"),
        ("sell red3 red1 blue2 blue2", "sell red1 red3 blue2 blue2"),
        ("sell blue2, red3, blue2, red1", "sell red1 red3 blue2 blue2"),
        ("sell red 3 1 blue 2 2", "sell red1 red3 blue2 blue2"),
        ("l b1", "lose blue1"),
        ("dis yel2", "discard yellow2"),
        ("rep", "replenish"),
        ("e", "end"),
        ("draw red2 Tønsberg", "draw red2 tonsberg"),
        ("remove b", "remove blue"),
        ("start 2", "start 2"),
    ],
)
def test_orders_are_read_generously(loose, proper):
    assert HANSA.write(STATE, HANSA.read(STATE, loose)) == proper
    assert HANSA.read(STATE, proper) == HANSA.read(STATE, loose)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "Write an order, for example 'sail lubeck'."),
        (
            "swim riga",
            (
                "'swim' is not an order. Did you mean booths, replenish, sail, buy, build, sell,"
                " lose, discard or end?"
            ),
        ),
        ("bu red1", "'bu' could mean buy or build. Type a few more letters."),
        ("sail", "'sail' needs a city."),
        ("sail r", "'r' could mean reval or riga. Type a few more letters."),
        (
            "sail kiel",
            (
                "'kiel' is not a city. Did you mean tonsberg, aalborg, lubeck, copenhagen, danzig,"
                " kalmar, stockholm, reval or riga?"
            ),
        ),
        ("buy", "'buy' needs a colour."),
        ("buy red", "'buy red' needs a number of barrels, as in 'red2'."),
        ("buy red4", "A marker has 1, 2 or 3 barrels, not '4'. Write 'red2', for example."),
        (
            "buy pink1",
            "'pink' is not a colour. Did you mean red, yellow, green, blue, purple or brown?",
        ),
        ("sell", "'sell' needs a colour."),
        ("buy red1 red2", "'buy red1 red2' should end before 'red 2'."),
        ("end now", "'end now' should end before 'now'."),
        ("start 5", "'5' is not a seat. Seats are counted from 1."),
        ("start 0", "'0' is not a seat. Seats are counted from 1."),
    ],
)
def test_what_is_not_understood_is_said(line, sentence):
    with pytest.raises(IllegalOrder) as refused:
        HANSA.read(STATE, line)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("Zurück", "'Zurück' is not an order."),
        ("sail Zürich", "'Zürich' is not a city."),
        ("end später  DANN", "'end später  DANN' should end before 'später DANN'."),
        ("buy rosé1", "'rosé' is not a colour."),
    ],
)
def test_what_is_not_understood_is_quoted_as_it_was_written(line, quoted):
    with pytest.raises(IllegalOrder) as refused:
        HANSA.read(STATE, line)
    assert quoted in str(refused.value)
