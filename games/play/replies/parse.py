"""Parse the lines of a reply into orders, a command or a choice."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from games.accounts.spellings import folded
from games.post.inbound.replies import Reply
from games.rules.errors import IllegalOrder
from games.rules.title import AnyTitle

CONFIRM = "confirm"
HELP, STATUS, DRAFT, RESET, UNDO = "help", "status", "draft", "reset", "undo"
YES = "yes"
"""The command for replies like 'ok', from players who think that only one thing can be meant."""

UNDO_ALL = "undo all"

MOST_MARKS = 200
"""The most commas and semicolons; with more, commas do not separate orders."""

MOST_LINES = 250
"""The most lines of a reply that are looked at; with more, each counts as one order."""

MOST_TRIES = 250
"""The most texts of a reply that are looked at; after these, each line counts as one order."""

COMMANDS = (HELP, STATUS, DRAFT, RESET, UNDO, YES)

_YES = {
    "yes",
    "ok",
    "okay",
    "ok thanks",
    "fine",
    "go",
    "ja",
    "jo",
    "gut",
    "passt",
    "oui",
    "d'accord",
}
_ENGLISH = {word: word for word in (CONFIRM, *COMMANDS, UNDO_ALL, "all")} | dict.fromkeys(_YES, YES)
"""What words mean in every language: commands, and what people agree with."""

_AROUND = " \t.!?*_"

_LINKS = {"and", "then", "und", "dann", "et", "puis", "&", "+"}
"""Words between orders."""
_POLITE = {
    "please", "pls", "thanks", "thank", "you", "thx", "bitte", "danke", "gern", "gerne", "merci",
    "svp",
}  # fmt: skip
_TOKEN = re.compile(r",|[^ ,]+")

_BROKEN = 5
"""The most lines over which a mail program breaks one of their writer."""
_MOST_IGNORED = 6
"""The most words after an order that may be somebody's name, or polite."""


@dataclass(frozen=True)
class ReplyCommand:
    """What a reply asks for: one of COMMANDS by its `name`, or orders to keep as a draft.

    The orders replace the draft unless it `adds` them to it; with `confirm` the draft is played.
    `below` are the lines below `confirm`, most often a name. `readable` says that each of the
    orders can be read, legal or not.
    """

    orders: tuple[str, ...] = ()
    confirm: bool = False
    adds: bool = False
    name: str = ""
    below: tuple[str, ...] = ()
    readable: bool = True


def parse_reply(
    reply: Reply, is_order: Callable[[str], bool], meanings: Mapping[str, str]
) -> ReplyCommand:
    """Return what a reply asks for, by its HTML if only that is readable.

    `meanings` are as in `games.play.keywords`.

    Mail programs break the lines of the text but not of the HTML. It counts only if it begins with
    all that was read of the text.
    """
    command = parse_lines(reply.lines, is_order, names_of(reply), meanings)
    text, html = ("".join("".join(lines).split()) for lines in (reply.lines, reply.html_lines))
    if command.readable or not html.startswith(text):
        return command
    by_html = parse_lines(reply.html_lines, is_order, names_of(reply), meanings)
    return by_html if by_html.readable else command


def parse_lines(
    lines: Sequence[str],
    is_order: Callable[[str], bool],
    names: Iterable[str] = (),
    meanings: Mapping[str, str] = MappingProxyType({}),
) -> ReplyCommand:
    """Return what lines ask for; without lines, help.

    `is_order` says whether a text is an order, legal or not: texts between commas may be orders of
    their own or belong to one. `names` are those of the writer, `meanings` the commands for words
    of their language. A letter alone is left out: it may begin an order, but most often it is how
    somebody signs.
    """
    parser = LineParser(is_order, names, _ENGLISH | dict(meanings))
    parts = [part for part in parser.parts(lines) if not _is_initial(part)]
    words = [parser.meaning(part) for part in parts]
    if words[:1] == [RESET] and set(words) != {RESET}:
        # Orders start from an empty draft anyway.
        parts = [part for part, word in zip(parts, words, strict=True) if word != RESET]
        words = [word for word in words if word != RESET]
    if words[:2] == ["undo", "all"] or words[:1] == [UNDO_ALL]:
        return ReplyCommand(name=RESET)
    adds = words[:1] == [DRAFT] and len(words) > 1
    if adds:
        parts, words = parts[1:], words[1:]
    first = words[0] if words else HELP
    if first in COMMANDS:
        return ReplyCommand(name=first)
    confirm = CONFIRM in words
    end = words.index(CONFIRM) if confirm else len(words)
    orders, below = tuple(parts[:end]), tuple(parts[end + 1 :])
    return ReplyCommand(
        orders, confirm, adds, below=below, readable=all(map(parser.recognizes, orders))
    )


def parse_choice(reply: Reply, meanings: Mapping[str, str]) -> str:
    """Return what the first line names, a choice if it can be read as one.

    `meanings` are the choices by the words for them.
    """
    parser = LineParser(lambda text: False, names_of(reply), meanings)
    return parser.meaning(parser.without_trailing_words(" ".join(reply.lines[:1])))


def names_of(reply: Reply) -> tuple[str, str]:
    """Return the names that the writer of a reply may sign with."""
    return reply.user.username, reply.display_name


def order_checker(title: AnyTitle, state: Any) -> Callable[[str], bool]:
    """Return a function that says whether a line is an order in a position, legal or not."""

    def is_order(line: str) -> bool:
        if _is_initial(line):
            return False
        try:
            title.read(state, line)
        except IllegalOrder:
            return False
        return True

    return is_order


class LineParser:
    """Finds orders and commands in what a person wrote, and what people add to these.

    `is_order` says whether a text is an order, legal or not; it is asked about MOST_TRIES texts at
    most. `names` are those of the writer, who may sign after an order. `meanings` are what words
    that are not orders mean.
    """

    def __init__(
        self,
        is_order: Callable[[str], bool],
        names: Iterable[str],
        meanings: Mapping[str, str],
    ) -> None:
        self._is_order = is_order
        self._meanings = meanings
        self._left = MOST_TRIES
        self._tried: dict[str, bool] = {}
        words = re.findall(r"\w+", " ".join(names).casefold())
        self._ignorable = {*words, *(word[0] for word in words), *_POLITE, *_LINKS}

    @property
    def exhausted(self) -> bool:
        """Whether no more texts are tried."""
        return self._left <= 0

    def meaning(self, text: str) -> str:
        """Return what a text means if it is not an order, else the text in lower case."""
        return self._meanings.get(folded(text), text.casefold())

    def recognizes(self, text: str) -> bool:
        """Return whether a text is a command or an order, or was not tried."""
        if folded(text) in self._meanings:
            return True
        if text not in self._tried:
            if self.exhausted:
                return True
            self._left -= 1
            self._tried[text] = self._is_order(text)
        return self._tried[text]

    def without_trailing_words(self, text: str) -> str:
        """Return a text without a name or polite words after an order or a command."""
        if self.recognizes(text):
            return text
        words = text.split(" ")
        for last in range(len(words) - 1, max(0, len(words) - 1 - _MOST_IGNORED), -1):
            if not self._is_ignorable(words[last]):
                break
            shorter = " ".join(words[:last]).strip(f"{_AROUND},-/")
            if self.recognizes(shorter):
                return shorter
        return text

    def parts(self, lines: Sequence[str]) -> list[str]:
        """Return the orders and commands in some lines, and what is neither."""
        lines = [" ".join(line.split()) for line in lines]
        marks = sum(line.count(",") + line.count(";") for line in lines)
        if marks > MOST_MARKS or len(lines) > MOST_LINES:
            # Players never write that many; do not spend time on every way to split the lines.
            self._left = 0
        parts = [part for line in self._rejoined(lines) for part in line]
        return parts[:1] + [part for part in parts[1:] if not self._is_ignorable_text(part)]

    def _rejoined(self, lines: Sequence[str]) -> Iterator[list[str]]:
        """Yield the parts of each line, and of lines that are readable only together.

        Mail programs break long lines, at spaces and after hyphens.
        """
        at = 0
        while at < len(lines):
            parts, end = self._parts_of(lines[at]), at + 1
            for last in range(at + 1, min(at + _BROKEN, len(lines))):
                if self.exhausted or self._begins_readable(lines[last]):
                    break
                together = self._parts_of(_joined(lines[at : last + 1]))
                if all(map(self.recognizes, together)) and not self.exhausted:
                    parts, end = together, last + 1
            yield parts
            at = end

    def _begins_readable(self, line: str) -> bool:
        return any(map(self.recognizes, self._parts_of(line)[:1]))

    def _parts_of(self, line: str) -> list[str]:
        return [part for piece in _split(line, ";") for part in self._parts(piece)]

    def _parts(self, piece: str) -> Iterator[str]:
        """Yield the parts of a text between commas, and words such as 'and', that are orders."""
        if self.recognizes(piece):
            yield piece
            return
        begin, held = 0, ""
        for start, end in _spans(piece):
            part = self.without_trailing_words(piece[start:end])
            if held and not self.recognizes(part):
                # The goods of a sale may stand between commas.
                held = self._whole(piece[begin:end])
                continue
            if held:
                yield held
            begin, held = start, part
        if held:
            yield held

    def _whole(self, text: str) -> str:
        """Return a text as an order if it is one, with or without the words between its parts."""
        plain = " ".join(text[start:end] for start, end in _spans(text))
        return next(filter(self.recognizes, (self.without_trailing_words(text), plain)), text)

    def _is_ignorable(self, word: str) -> bool:
        bare = word.strip(".,;:!?()-/'\"").casefold()
        return not bare or (bare in self._ignorable and not self.recognizes(bare))

    def _is_ignorable_text(self, text: str) -> bool:
        return all(map(self._is_ignorable, text.split(" ")))


def _is_initial(text: str) -> bool:
    return len(text) == 1 and text.isalpha()


def _split(text: str, mark: str) -> list[str]:
    return [part for piece in text.split(mark) if (part := piece.strip(_AROUND))]


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each part between commas and linking words begins and ends."""
    begin = end = -1
    for token in _TOKEN.finditer(text):
        if token[0] == "," or token[0].casefold() in _LINKS:
            if begin >= 0:
                yield begin, end
            begin = -1
        else:
            begin, end = (token.start() if begin < 0 else begin), token.end()
    if begin >= 0:
        yield begin, end


def _joined(lines: Sequence[str]) -> str:
    """Return lines as one: a hyphen at the end of a line is part of a route's name."""
    return "".join(line if line.endswith("-") else f"{line} " for line in lines).strip()
