"""Trees of orders as text: what is written is read back, and a mistake is told with its place."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import variations
from games.rules.errors import BadRecord
from games.rules.record import Entry, Record
from games.rules.title import CHANCE
from games.rules.variations import Comment, Line, Tree

HEAD = '[Title "teutonica"]\n[Player "Ann"]\n[Player "Ben"]\n\n'
entries = st.builds(
    Entry,
    st.sampled_from([CHANCE, 0, 1]),
    st.text("abcdefghij.>?-", min_size=1, max_size=12).filter(lambda text: text != "..."),
)
comments = st.builds(Comment, st.text(max_size=30).map(str.strip).filter(bool))
names = comments | st.none()


@st.composite
def lines(draw: st.DrawFn, depth: int = 3) -> Line:
    """A line with lines that branch off; none before its first order."""
    orders = tuple(draw(st.lists(entries, min_size=1, max_size=4)))
    places = st.integers(1, len(orders))
    forks = {}
    if depth:
        more = st.lists(lines(depth - 1), min_size=1, max_size=2).map(tuple)
        forks = draw(st.dictionaries(places, more, max_size=2))
    return Line(orders, draw(names), draw(st.dictionaries(places, comments, max_size=2)), forks)


trees = st.builds(
    Tree,
    st.just(Record(title="teutonica", players=("Ann", "Ben"), more={"View": "seat 2"})),
    st.lists(lines(), max_size=3).map(tuple),
)


def bare(lines: tuple[Line, ...]) -> list[object]:
    """Lines without the places in their text."""
    return [
        (
            [entry[:2] for entry in line.orders],
            line.name and line.name.text,
            {at: comment.text for at, comment in line.comments.items()},
            {at: bare(forks) for at, forks in line.forks.items()},
        )
        for line in lines
    ]


@given(trees)
def test_what_is_written_is_read_back(tree: Tree) -> None:
    text = variations.write(tree)
    read = variations.read(text, ("View",))
    assert bare(read.lines) == bare(tree.lines)
    assert read.head == tree.head
    assert variations.write(read) == text
    assert variations.is_tree(text)


@given(st.text('(){}[]\\.:*1 ab\n#"', max_size=40))
def test_any_text_is_read_or_refused_with_a_place_in_it(text: str) -> None:
    found = outcome(HEAD + text)
    if isinstance(found, BadRecord):
        assert found.line in range(1, (HEAD + text).count("\n") + 2)
    else:
        again = variations.read(variations.write(found))
        assert bare(again.lines) == bare(found.lines)


def outcome(text: str) -> Tree | BadRecord:
    """The tree that a text spells, or why it is refused."""
    try:
        return variations.read(text)
    except BadRecord as error:
        return error


def test_a_text_by_hand_may_be_loose() -> None:
    text = """1: a {why} {not}
( {Second}
  2 :  b   c ( *: d ) # chance
) {indeed}
2: e
...
(1: f)(2: g)"""
    read = variations.read(HEAD.replace("\n", "\r\n") + text.replace("\n", "\r\n"))
    assert bare(read.lines) == [
        ([(0, "a"), (1, "e")], None, {1: "why\nnot\nindeed"}, {2: [F, G]}),
        ([(1, "b   c")], "Second", {}, {}),
        ([(CHANCE, "d")], None, {}, {}),
    ]
    assert read.lines[1].orders[0][2:] == (7, 8)


F, G = ([(0, "f")], None, {}, {}), ([(1, "g")], None, {}, {})


def test_a_record_is_no_tree() -> None:
    head = HEAD.replace("Ann", "Ann (the first)")
    assert not variations.is_tree(f"{head}1: a # (why)\n2: b")
    assert variations.is_tree(f"{head}1: a\n2: b {{why}}")
    assert variations.is_tree(f'[View "spectator"]\n{head}')


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("1: a\n (2: b", 6, 2, "Write ')' after its last order"),
        ("1: a\n2: b)", 6, 5, "Begin it with '('"),
        ("1: a\n()", 6, 2, "This branch has no orders"),
        ("(1: a)", 5, 1, "comes after the order that it replaces"),
        ("1: a {why\n2: b", 5, 6, "Write '}' after it"),
        ("1: a why}", 5, 9, "Begin it with '{'"),
        ("1: a\n dance", 6, 2, "'dance' is not an order"),
        ("1: a\n3: b", 6, 1, "There is no seat 3. The record names 2 players"),
        ("1: a\n0: b", 6, 1, "counted from 1"),
        ("1: a\n\N{ARABIC-INDIC DIGIT ZERO}: b", 6, 1, "is not an order"),
        ("1: a\n...\n2: b", 7, 1, "there are only branches"),
        ("...", 5, 1, "after the last order"),
        ("{Only a name}", 5, 1, "names no orders"),
        ('1: a\n[View "x"]', 6, 1, "before the first order"),
        ("1: a {\\U00110000}", 5, 7, "There is no character"),
        ("1: a {\\udfff}", 5, 7, "There is no character"),
        ("1: a" + "\n(2: b)" * 200, 205, 1, "at most 200 branches"),
    ],
)
def test_a_mistake_is_told_with_its_place(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(says)) as refused:
        variations.read(HEAD + text)
    assert (refused.value.line, refused.value.column) == (line, column)


def test_a_key_that_only_plans_have_is_none_of_a_record() -> None:
    with pytest.raises(BadRecord, match="There is no key 'View'"):
        variations.read(f'[View "spectator"]\n{HEAD}')
    with pytest.raises(BadRecord, match="appears twice"):
        variations.read(f'[View "a"]\n[View "b"]\n{HEAD}', ("View",))
