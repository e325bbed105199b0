"""The levels of bots that people choose from."""

from collections.abc import Iterable
from typing import NamedTuple

from games.accounts.direction import isolated
from games.bots import LEVELS
from games.play.language import spoken
from games.ratings.anchors import all_anchors
from games.ratings.scale import Shown
from games.rules.common.message import Player, term

BOT, ACCOUNT = "bot:", "account:"
"""What the value of a seat for a bot, or a bot account, begins with; its id follows."""


class LevelLine(NamedTuple):
    """A level: its id and name, how it plays, and how strong it is at a title, if that is known."""

    id: str
    name: str
    sentence: str
    shown: Shown | None


def levels_of(title_id: str) -> list[LevelLine]:
    """Return the levels at a title from the weakest to the strongest; one query."""
    return levels_by_title([title_id])[title_id]


def levels_by_title(title_ids: Iterable[str]) -> dict[str, list[LevelLine]]:
    """Return the levels at each of some titles; one query for all."""
    shown = {(each.title, each.bot): each.shown for each in all_anchors()}
    say = spoken().say
    return {
        title_id: [
            LevelLine(bot, say(level.name), say(level.sentence), shown.get((title_id, bot)))
            for bot, level in LEVELS.items()
        ]
        for title_id in title_ids
    }


def level_choices() -> list[tuple[str, str]]:
    """Return what a seat may be given to, as values of a form with their labels."""
    say = spoken().say
    return [
        (f"{BOT}{bot}", say(term("seat", "Bot: {level}", level=level.name)))
        for bot, level in LEVELS.items()
    ]


def account_choices(accounts: Iterable[tuple[int, str, str]]) -> list[tuple[str, str]]:
    """Return the same of bot accounts, by their ids, names and owners' names."""
    say = spoken().say
    return [
        (
            f"{ACCOUNT}{number}",
            say(term("seat", "Bot of {owner}: {name}", owner=_player(owner), name=_player(name))),
        )
        for number, name, owner in accounts
    ]


def _player(name: str) -> Player:
    return Player(isolated(name))
