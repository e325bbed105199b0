"""What goes wrong at a table. The text of each error is a sentence for people."""


class PlayError(Exception):
    """Anything a table refuses; `str(error)` says what is wrong and what would be right."""


class NotYourTurn(PlayError):
    """Orders from somebody who is not asked for any."""


class Stale(PlayError):
    """A click on a page that the table has left behind; the fresh table is the answer."""


class NoSeat(PlayError):
    """Somebody who cannot sit down, or cannot stand up."""


class LostSeat(Exception):
    """Something done for a seat that is somebody else's by now, or a bot's.

    No PlayError: the page it came from is not theirs any more, so the answer is another page.
    """


class AppendOnly(PlayError):
    """A move that somebody tried to change or remove: the log is the truth and only grows."""
