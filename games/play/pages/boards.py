"""The names of titles and their boards."""

from collections.abc import Iterator

from django.utils.translation import pgettext

from games.play.language import labelled, spoken
from games.rules import TITLES

BOARD = "board"
"""The option that chooses a board, in titles with more than one."""


def board_names(title: str, players: int = 0) -> dict[str, str]:
    """Return the names of a title's boards by id, only those for `players` if that is given.

    Empty for a title with only one board.
    """
    if title not in TITLES:
        return {}
    say = spoken().say
    options = TITLES[title].compatible_options({}, players) if players else TITLES[title].options()
    return {
        value.id: say(value.label)
        for option in options
        if option.name == BOARD
        for value in option.values
    }


def called(title: str, board: str | None) -> str:
    """Return the name of a title's board: 'Hansa Teutonica: Britannia', or 'Hansa'."""
    name = spoken().say(TITLES[title].name) if title in TITLES else title
    label = board_names(title).get(board or "", "")
    return labelled(name, label) if label else name


def tables() -> Iterator[tuple[str, str]]:
    """Yield ids of titles and boards, such as 'title:board', with their names.

    An id without a board stands for all boards of the title.
    """
    for title in TITLES:
        boards, name = board_names(title), called(title, None)
        yield title, pgettext("board", "{title}, any board").format(title=name) if boards else name
        for board in boards:
            yield f"{title}:{board}", called(title, board)
