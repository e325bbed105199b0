"""Letters written as they are when they are sent."""

from games.post.letters import Written
from games.post.models import Letter
from games.post.notifications import notification_of


def write(letter: Letter) -> Written | None:
    """Write a letter of any kind."""
    return notification_of(letter).write(letter)


def whole(written: Written) -> str:
    """All that a letter says, to look for words in it and to compare it with others."""
    return f"{written!r}\n{written.text}\n{written.html}"
