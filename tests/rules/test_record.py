"""Game records: what is written is read back, and what cannot be read says where and why."""

import itertools
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import record
from games.rules.errors import BadRecord
from games.rules.record import Entry, Holder, Record
from games.rules.title import CHANCE

TEXT = """\
[Title "teutonica"]
[Rules "1"]
[Option "board=hanse"]
[Player "Ann"]
[Player "Ben \\"the Boat\\" [B] \\\\ Co"]
[Player "Cleo"]
[Started "2020-05-31T19:30:00+02:00"]

*: start 1
1: place t hamburg-stade.2
2: end
"""
names = st.text(min_size=1, max_size=30)
moments = st.datetimes(
    timezones=st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=30))]) | st.none()
)


def wrong(text: str | bytes) -> BadRecord:
    with pytest.raises(BadRecord) as error:
        record.read(text)
    return error.value


def without_lines(read: Record) -> list[tuple[int, str]]:
    return [(entry.seat, entry.text) for entry in read.orders]


def test_a_record_is_read() -> None:
    read = record.read(TEXT)
    assert read.title == "teutonica"
    assert read.rules_version == 1
    assert read.options == {"board": "hanse"}
    assert read.players == ("Ann", 'Ben "the Boat" [B] \\ Co', "Cleo")
    assert read.started == datetime.fromisoformat("2020-05-31T19:30:00+02:00")
    assert read.ended is None
    assert read.result == ""
    assert read.orders == (
        Entry(CHANCE, "start 1", 9, 4),
        Entry(0, "place t hamburg-stade.2", 10, 4),
        Entry(1, "end", 11, 4),
    )


def test_who_took_a_seat_over_is_read_and_written() -> None:
    text = TEXT.replace(
        "[Started", '[Holder "2 from 2: Dora: the 2nd"]\n[Holder "2 from 3: Ben"]\n[Started'
    )
    read = record.read(text)
    assert read.holders == (Holder(1, 2, "Dora: the 2nd"), Holder(1, 3, "Ben"))
    assert record.read(record.write(read)).holders == read.holders


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("2: Dora", "should read"),
        ("2 from 3:", "should read"),
        ("4 from 3: Dora", "There is no seat 4"),
        ("0 from 3: Dora", "orders from 1"),
        ("2 from 0: Dora", "orders from 1"),
        ("1 from 2: Dora", "in order"),
    ],
)
def test_a_holder_that_cannot_be_is_refused(value: str, says: str) -> None:
    lines = f'[Holder "1 from 2: Bo"]\n[Holder "{value}"]\n[Started'
    error = wrong(TEXT.replace("[Started", lines))
    assert says in str(error)
    assert error.line == 8


def test_what_is_read_is_written_as_it_was() -> None:
    assert record.write(record.read(TEXT)) == TEXT


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: ("\ufeff" + text).encode(),
        lambda text: text.replace("\n", "\n\n  \n"),
        lambda text: text.replace("\n", "  # a remark\n"),
        lambda text: "# once upon a time\n" + text,
        lambda text: text.replace("[", "  [ ").replace(": ", "  :  "),
        lambda text: text.replace("Title", "TITLE").replace("Player", "player"),
        lambda text: text.rstrip("\n"),
        lambda text: text + "\n# the end",
    ],
)
def test_records_are_read_generously(spoil) -> None:
    read, plain = (
        record.read(spoil(TEXT.replace(" [B]", ""))),
        record.read(TEXT.replace(" [B]", "")),
    )
    assert without_lines(read) == without_lines(plain)
    assert read.players == plain.players
    assert (read.title, read.options, read.started) == (plain.title, plain.options, plain.started)


@given(
    players=st.lists(names, min_size=1, max_size=5),
    options=st.dictionaries(
        st.text("abcdefghij_", min_size=1), st.text("abcdefghij0123456789_-", min_size=1)
    ),
    started=moments | st.none(),
    ended=moments | st.none(),
    result=st.text(max_size=20),
    later=st.lists(names, max_size=4),
)
def test_every_header_survives(players, options, started, ended, result, later) -> None:
    holders = tuple(
        Holder(number % len(players), number * 7 + 1, name) for number, name in enumerate(later)
    )
    before = Record("some title", tuple(players), options, (), 7, started, ended, result, holders)
    text = record.write(before)
    assert record.read(text) == before
    assert record.read(text.replace("\n", "\r\n")) == before
    assert all(line.startswith("[") for line in text.splitlines() if line)


@given(st.lists(names, min_size=1, max_size=5), st.data())
def test_every_order_survives(players, data) -> None:
    words = st.text("abcxyz0123456789.>- ", min_size=1).filter(str.strip)
    seats = st.integers(CHANCE, len(players) - 1)
    entries = data.draw(st.lists(st.builds(Entry, seats, words)))
    read = record.read(record.write(Record("t", tuple(players), orders=tuple(entries))))
    assert [seat for seat, _ in without_lines(read)] == [entry.seat for entry in entries]
    assert [text for _, text in without_lines(read)] == [
        " ".join(entry.text.split()) for entry in entries
    ]


@given(st.text(max_size=300) | st.binary(max_size=300))
def test_anything_else_is_a_bad_record(text) -> None:
    wrong(text)


@given(st.data())
def test_a_spoilt_record_is_a_record_or_a_bad_one(data) -> None:
    place = data.draw(st.integers(0, len(TEXT) - 1))
    spoilt = TEXT[:place] + data.draw(st.text(max_size=3)) + TEXT[place + 1 :]
    with suppress(BadRecord):
        assert isinstance(record.read(spoilt), Record)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('[Title "teutonica"]\n', "", None, "names the game"),
        ("Title", "Tittle", 1, "no key 'Tittle'"),
        ('"1"]', '"one"]', 2, "a number"),
        ('"1"]', "1]", 2, "should read"),
        ('"1"]', '"1"] and more', 2, "should read"),
        ('[Rules "1"]', '[Title "again"]', 2, "appears twice"),
        ("board=hanse", "board", 3, "name=value"),
        ('[Rules "1"]', '[Option "board=east"]', 3, "appears twice"),
        ("\\\\ Co", "\\x Co", 5, "backslash"),
        ("\\\\ Co", "\\Uffffffff", 5, "no character"),
        ("\\\\ Co", "\\ud800", 5, "no character"),
        ("2020-05-31", "31 May 2020", 7, "date and time"),
        ("2: end", "4: end", 11, "no seat 4"),
        ("2: end", "0: end", 11, "counted from 1"),
        ("2: end", "\N{ARABIC-INDIC DIGIT ZERO}: end", 11, "seat: order"),
        ("2: end", "two: end", 11, "seat: order"),
        ("2: end", "2:", 11, "seat: order"),
        ("2: end", "end", 11, "seat: order"),
        ("2: end", '[Ended "2020-06-01"]', 11, "before the first order"),
        ("2: end", "2: " + "x" * 3000, 11, "too long"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old, new, line, words) -> None:
    assert old in TEXT
    error = wrong(TEXT.replace(old, new, 1))
    assert error.line == line
    assert words in str(error)
    assert str(error).startswith(f"Line {line}, column " if line else "A record")


def test_what_is_not_utf_8_is_said_with_its_line() -> None:
    assert wrong(TEXT.encode().replace(b"Ann", b"J\xf6rg")).line == 4


def test_a_record_without_players_is_refused() -> None:
    assert "Player" in str(wrong('[Title "teutonica"]\n'))


def test_there_is_an_end_to_what_is_read() -> None:
    assert "too long" in str(wrong(" " * (record.MAX_CHARACTERS + 1)))
    assert "players" in str(wrong('[Title "t"]\n' + '[Player "x"]\n' * 21))
    flood = '[Title "t"]\n[Player "x"]\n' + "1: a\n" * (record.MAX_ORDERS + 1)
    assert wrong(flood).line == record.MAX_ORDERS + 3


def test_the_score_sheet_stands_as_comments_at_the_end() -> None:
    text = record.write(record.read(TEXT), ["total 1 2 3", ""])
    assert text == TEXT + "\n# total 1 2 3\n#\n"
    assert without_lines(record.read(text)) == without_lines(record.read(TEXT))


def test_several_records_in_one_text_are_read_one_by_one() -> None:
    other = record.write(Record("hansa", ("Dora", "Eve"), orders=(Entry(0, "end"),)), ["[Title]"])
    text = f"{TEXT}{other}\n# The end\n"
    first, second = record.read_several(text.splitlines(keepends=True))
    assert (first, second) == (record.read(TEXT), record.read(other))
    assert list(record.read_several(["# Nothing\n", "\n"])) == []


def test_what_is_wrong_in_a_later_record_is_said_with_its_line_in_the_text() -> None:
    later = ['[Title "hansa"]\n', '[Player "Ann"]\n', "1: end\n", "nonsense\n"]
    lines = [*TEXT.splitlines(keepends=True), *later]
    read = record.read_several(lines)
    assert next(read).title == "teutonica"
    with pytest.raises(BadRecord) as error:
        next(read)
    assert error.value.line == len(lines)


def test_no_record_of_several_is_read_without_end() -> None:
    read = record.read_several(itertools.chain([TEXT], itertools.repeat("1: end\n")))
    with pytest.raises(BadRecord, match="too long"):
        next(read)
