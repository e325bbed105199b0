"""A position as text, for tests, bug reports and figures (docs/notation.md).

The first lines name the game, as `HEAD` lists them; the title's own lines follow. A title without
lines of its own has its plain data in one line.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.rules import LINES, TITLES
from games.rules.common.lines import Lines, Words, position_text
from games.rules.common.message import Notation, message, term
from games.rules.errors import BadPosition, IllegalOptions, quote
from games.rules.title import AnyTitle

MAX_CHARACTERS: Final = 100_000
HEAD: Final = ("title", "rules", "board", "players", "option")
"""The lines that every title's text begins with; only 'title' and 'players' are needed."""


def _write_plain(data: dict[str, Any]) -> Iterator[str]:
    yield f"data: {json.dumps(data)}"


def _read_plain(start: dict[str, Any], lines: Sequence[Words]) -> dict[str, Any]:
    if not lines:
        return start
    try:
        data: dict[str, Any] = json.loads(lines[0].value)
    except (ValueError, RecursionError):
        lines[0].refuse(
            message("This should be '{key}' and the position in JSON.", key=Notation("data:"))
        )
    return data


PLAIN = Lines(_write_plain, _read_plain)


def write(title: AnyTitle, state: Any) -> str:
    """Return a position as text; `read` reads it back.

    >>> hansa = TITLES["hansa"]
    >>> print(write(hansa, hansa.start({}, 2)).partition("start")[0])
    title: hansa
    rules: 1
    board: baltic
    players: 2
    <BLANKLINE>
    stage: remove
    <BLANKLINE>
    """
    view = title.view(state, None)
    head = {"title": title.id, "rules": title.rules_version}
    head |= {"board": view.board, "players": view.players}
    # What a database has kept comes back in another order.
    options = {each.name: view.options.get(each.name) for each in title.options()}
    head |= {f"option {name}": value for name, value in options.items() if value is not None}
    return position_text(head, LINES.get(title.id, PLAIN).write(title.dump(state)))


def read(text: str) -> tuple[AnyTitle, Any]:
    """Return the title and the position that a text describes; raises BadPosition with the line.

    >>> hansa = TITLES["hansa"]
    >>> title, state = read(write(hansa, hansa.start({}, 2)))
    >>> title.id, title.to_move(state)
    ('hansa', (-1,))
    """
    if len(text) > MAX_CHARACTERS:
        raise BadPosition(
            message(
                "The text is too long. A position has at most {most} letters.", most=MAX_CHARACTERS
            )
        )
    head, body = _Head(), []
    seen: set[str] = set()
    for number, line in enumerate(text.splitlines(), 1):
        said = line.partition("#")[0].strip()
        if not said:
            continue
        words = Words(number, said, line.index(said) + 1)
        if words.key in seen and words.key not in head.several:
            words.refuse(message("There is a line '{key}' above.", key=quote(words.key)))
        seen.add(words.key)
        if not head.take(words):
            body.append(words)
    title, start = head.start()
    return title, title.load(head.lines.read(title.dump(start), body))


_NUMBERS: Final = {
    "rules": term("expected", "a rules version"),
    "players": term("expected", "a number of players"),
}


class _Head:
    """Collects the lines about the game."""

    def __init__(self) -> None:
        self.title: AnyTitle | None = None
        self.options: dict[str, str] = {}
        self.numbers: dict[str, int] = {}
        self.board: Words | None = None

    @property
    def lines(self) -> Lines:
        return LINES.get(self.title.id, PLAIN) if self.title else PLAIN

    @property
    def several(self) -> tuple[str, ...]:
        return self.lines.several

    def take(self, words: Words) -> bool:
        """Read a line if it is about the game; return whether it is."""
        name = words.key.partition(" ")[0]
        if name not in HEAD:
            return False
        words.word(term("expected", "a key"))
        if name == "title":
            self.title = TITLES[[*TITLES][words.one_of([*TITLES], term("expected", "a title"))]]
        elif name == "option":
            option = words.word(term("expected", "a name")).casefold()
            self.options[option] = words.word(term("expected", "a value")).casefold()
        elif name == "board":
            self.board = words
            return True
        else:
            self.numbers[name] = words.count(_NUMBERS[name], 1)
        words.end()
        return True

    def start(self) -> tuple[AnyTitle, Any]:
        """Return the title and a new game of it."""
        title = self.title
        if title is None or "players" not in self.numbers:
            missing = "title" if title is None else "players"
            raise BadPosition(
                message(
                    "A position needs a line '{line}' for its game.",
                    line=Notation(f"{missing}: ..."),
                )
            )
        rules = self.numbers.get("rules", title.rules_version)
        if rules != title.rules_version:
            raise BadPosition(
                message(
                    "The position has rules version {version}. This program plays {game} by version"
                    " {known} only.",
                    version=rules,
                    game=title.name,
                    known=title.rules_version,
                )
            )
        try:
            state = title.start(self.options, self.numbers["players"])
        except IllegalOptions as error:
            raise BadPosition(error.said) from None
        if self.board:
            self.board.one_of(
                [title.view(state, None).board],
                term("expected", "the board for these options and players"),
            )
            self.board.end()
        return title, state
