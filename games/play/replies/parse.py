"""Parse the lines of a reply into orders and commands."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

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
_KNOWN = {CONFIRM, HELP, STATUS, DRAFT, RESET, UNDO, UNDO_ALL, "all", *_YES}
_AROUND = " \t.!?*_"

_LINKS = {"and", "then", "und", "dann", "et", "puis", "&", "+"}
"""Words between orders."""
_POLITE = {"please", "pls", "thanks", "thank", "you", "thx", "bitte", "danke", "merci", "svp"}
_TOKEN = re.compile(r",|[^ ,]+")

_BROKEN = 5
"""The most lines over which a mail program breaks one of their writer."""
_MOST_ASIDES = 6
"""The most words after an order that may be somebody's name, or polite."""


@dataclass(frozen=True)
class Wish:
    """What a reply asks for: orders to confirm or keep as a draft, or one of COMMANDS.

    The orders replace the draft unless it `adds` them to it. `after` are the lines below `confirm`,
    most often a name. `clear` says that each of the orders can be read, legal or not.
    """

    orders: tuple[str, ...] = ()
    confirm: bool = False
    adds: bool = False
    command: str = ""
    after: tuple[str, ...] = ()
    clear: bool = True


class Reader:
    """Reads what a person may have written: orders and commands, and what people add to these.

    `is_order` tells whether a text is an order, legal or not; it is asked about MOST_TRIES texts at
    most. `names` are those of the writer, who may sign after an order.
    """

    def __init__(self, is_order: Callable[[str], bool], names: Iterable[str] = ()) -> None:
        self._is_order = is_order
        self._left = MOST_TRIES
        self._tried: dict[str, bool] = {}
        words = re.findall(r"\w+", " ".join(names).casefold())
        self._asides = {*words, *(word[0] for word in words), *_POLITE, *_LINKS}

    @property
    def spent(self) -> bool:
        """Whether no more texts are tried."""
        return self._left <= 0

    def knows(self, text: str) -> bool:
        """Return whether a text is a command or an order, or was not tried."""
        if text.casefold() in _KNOWN:
            return True
        if text not in self._tried:
            if self.spent:
                return True
            self._left -= 1
            self._tried[text] = self._is_order(text)
        return self._tried[text]

    def without_asides(self, text: str) -> str:
        """Return a text without a name or polite words after an order or a command."""
        if self.knows(text):
            return text
        words = text.split(" ")
        for last in range(len(words) - 1, max(0, len(words) - 1 - _MOST_ASIDES), -1):
            if not self._is_aside(words[last]):
                break
            shorter = " ".join(words[:last]).strip(f"{_AROUND},-/")
            if self.knows(shorter):
                return shorter
        return text

    def parts(self, lines: Sequence[str]) -> list[str]:
        """Return the orders and commands in some lines, and what is neither."""
        lines = [" ".join(line.split()) for line in lines]
        marks = sum(line.count(",") + line.count(";") for line in lines)
        if marks > MOST_MARKS or len(lines) > MOST_LINES:
            # Players never write that many; do not spend time on every way to split the lines.
            self._left = 0
        parts = [part for line in self._unbroken(lines) for part in line]
        return parts[:1] + [part for part in parts[1:] if not self._is_only_aside(part)]

    def _unbroken(self, lines: Sequence[str]) -> Iterator[list[str]]:
        """Yield the parts of each line, and of lines that are clear together and not apart.

        Mail programs break long lines, at spaces and after hyphens.
        """
        at = 0
        while at < len(lines):
            parts, end = self._parts_of(lines[at]), at + 1
            for last in range(at + 1, min(at + _BROKEN, len(lines))):
                if self.spent or self._begins_clear(lines[last]):
                    break
                together = self._parts_of(_joined(lines[at : last + 1]))
                if all(map(self.knows, together)) and not self.spent:
                    parts, end = together, last + 1
            yield parts
            at = end

    def _begins_clear(self, line: str) -> bool:
        return any(map(self.knows, self._parts_of(line)[:1]))

    def _parts_of(self, line: str) -> list[str]:
        return [part for piece in _split(line, ";") for part in self._parts(piece)]

    def _parts(self, piece: str) -> Iterator[str]:
        """Yield the parts of a text between commas, and words such as 'and', that are orders."""
        if self.knows(piece):
            yield piece
            return
        begin, held = 0, ""
        for start, end in _between(piece):
            part = self.without_asides(piece[start:end])
            if held and not self.knows(part):
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
        plain = " ".join(text[start:end] for start, end in _between(text))
        return next(filter(self.knows, (self.without_asides(text), plain)), text)

    def _is_aside(self, word: str) -> bool:
        bare = word.strip(".,;:!?()-/'\"").casefold()
        return not bare or (bare in self._asides and not self.knows(bare))

    def _is_only_aside(self, text: str) -> bool:
        return all(map(self._is_aside, text.split(" ")))


def understand(
    lines: Sequence[str], is_order: Callable[[str], bool], names: Iterable[str] = ()
) -> Wish:
    """Return what lines ask for; without lines, help.

    `is_order` tells whether a text is an order, legal or not: texts between commas may be orders of
    their own or belong to one. `names` are those of the writer.
    """
    reader = Reader(is_order, names)
    parts = reader.parts(lines)
    words = [part.casefold() for part in parts]
    if words[:1] == [RESET] and set(words) != {RESET}:
        # Orders start from an empty draft anyway.
        parts = [part for part in parts if part.casefold() != RESET]
        words = [part.casefold() for part in parts]
    if words[:2] == ["undo", "all"] or words[:1] == [UNDO_ALL]:
        return Wish(command=RESET)
    adds = words[:1] == [DRAFT] and len(words) > 1
    if adds:
        parts, words = parts[1:], words[1:]
    command = words[0] if words else HELP
    if command in _YES and len(words) == 1:
        return Wish(command=YES)
    if command in COMMANDS:
        return Wish(command=command)
    confirm = CONFIRM in words
    end = words.index(CONFIRM) if confirm else len(words)
    orders, after = tuple(parts[:end]), tuple(parts[end + 1 :])
    return Wish(orders, confirm, adds, after=after, clear=all(map(reader.knows, orders)))


def _split(text: str, mark: str) -> list[str]:
    return [part for piece in text.split(mark) if (part := piece.strip(_AROUND))]


def _between(text: str) -> Iterator[tuple[int, int]]:
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
