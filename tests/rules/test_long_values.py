"""No reader of the rules works long on a text, however long it is and whatever stands in it."""

from collections.abc import Callable
from contextlib import suppress

import pytest

from games.rules import TITLES, editing, position, record, replay, variations
from games.rules.common.lines import Words
from games.rules.errors import LONGEST_ORDER, BadPosition, RulesError
from games.rules.teutonica.board import load_board
from games.rules.teutonica.syntax import read_place
from tests.long_values import cpu_below, long_values

HEAD = '[Title "teutonica"]\n[Player "A"]\n[Player "B"]\n[Player "C"]\n'
BOARD = "title: teutonica\nplayers: 3\n"
AFTER_ORDER = f"{HEAD}1: income 1t "

# By what they read: a reader, what stands before the long value, and how long that is at most.
READERS: dict[str, tuple[Callable[[str], object], str, int]] = {
    "is it a tree": (variations.is_tree, "", 300_000),
    "is it a tree, with a view": (variations.is_tree, '[view "', 300_000),
    "a tree": (variations.read, "", 300_000),
    "a tree with a head": (variations.read, HEAD, 300_000),
    "a tree with an order": (variations.read, AFTER_ORDER, 300_000),
    "a tree with a comment": (variations.read, f"{AFTER_ORDER}{{", 300_000),
    "a tree with branches": (variations.read, f"{HEAD}1: a{' (1: b' * 150} ", 300_000),
    "a record": (record.read, "", 300_000),
    "a record with a head": (record.read, HEAD, 300_000),
    "a key of a record": (record.read, '[Title "', record.MAX_LINE - 10),
    "an order of a record": (
        lambda text: replay.replay(record.read(text)), f"{HEAD}1: ", record.MAX_LINE - 10
    ),
    "a position": (position.read, "", position.MAX_CHARACTERS),
    "a position with a head": (position.read, BOARD, position.MAX_CHARACTERS - 100),
    "a seat of a position": (position.read, f"{BOARD}seat 1: ", position.MAX_CHARACTERS - 100),
    "a route of a position": (position.read, f"{BOARD}route ", position.MAX_CHARACTERS - 100),
    "a position to edit": (editing.read, BOARD, position.MAX_CHARACTERS - 100),
    "a place": (lambda text: read_place(load_board("hanse-45"), text), "", LONGEST_ORDER),
    **{
        f"an order of {title.name}{before and ': '}{before}": (
            lambda text, title=title: title.read(title.start({}, 3), text), before, LONGEST_ORDER
        )
        for title in TITLES.values()
        for before in ("", "place t ", "claim ", "move ", "sell ", "use ")
    },
}  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_a_reader_takes_no_second(name: str) -> None:
    read, before, longest = READERS[name]
    for size in (longest - len(before), 200_000):
        for what, value in long_values(size).items():
            with cpu_below(1, (size, what)), suppress(RulesError):
                read(before + value)


@pytest.mark.parametrize(
    ("before", "piece"),
    [
        (AFTER_ORDER, "{a}"),
        (AFTER_ORDER, "{\n}"),
        (AFTER_ORDER, "{"),
        (HEAD, "1: a\n"),
        (HEAD, "1: a\n("),
        (HEAD, '[Option "a=b"]\n'),
        (HEAD, '[Holder "1 from 1: a"]\n'),
        (HEAD, '[Position "a"]\n'),
        ("", "[a]\n"),
    ],
)
def test_what_is_right_again_and_again_takes_no_two_seconds(before: str, piece: str) -> None:
    text = before + piece * (1_000_000 // len(piece))
    for read in (variations.is_tree, variations.read, record.read):
        with cpu_below(2, read), suppress(RulesError):
            read(text)


def test_an_order_of_hyphens_is_refused_at_once() -> None:
    # As many orders as an email can have in as many characters as are read of it.
    state = TITLES["teutonica"].start({}, 3)
    with cpu_below(0.5):
        for _ in range(80):
            with pytest.raises(RulesError, match="There is no route"):
                TITLES["teutonica"].read(state, f"claim {'a-' * 240}b office a")


def test_data_that_are_nested_too_deep_are_refused_in_a_sentence() -> None:
    with pytest.raises(BadPosition, match="should be 'data:' and the position in JSON"):
        position.PLAIN.read({}, [Words(1, f"data: {'[' * 90_000}")])
