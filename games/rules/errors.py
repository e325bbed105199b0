"""What goes wrong in the rules. The text of each error is a sentence for people."""


class RulesError(Exception):
    """Anything the rules refuse; `str(error)` says what is wrong and what would be right."""


class IllegalOrder(RulesError):
    """An order that nobody may give here, or a line that is no order at all."""


class IllegalOptions(RulesError):
    """Options of a game that do not go together."""


class BadBoard(RulesError):
    """A board file that cannot be played on; names the file and the place."""


class BadRecord(RulesError):
    """A game record that cannot be read or replayed; `line` is the line that is wrong."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"Line {line}: {message}")
        self.line = line
