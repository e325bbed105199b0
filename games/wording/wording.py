"""The words of a title: all that tells people about its games."""

from collections.abc import Sequence
from typing import Any

from games.rules.common.message import Notation, Player, message
from games.rules.title import CHANCE
from games.wording.language import Language

Events = Sequence[Sequence[Any]]


class Wording:
    """The words of one title, plain ones where a title does not have its own.

    `title` is the title's id. States and views are the title's own. Whatever returns text takes the
    language to tell it in.
    """

    title: str

    def describe(
        self,
        state: Any,
        seat: int,
        text: str,
        events: Events,
        names: Sequence[str],
        viewer: int | None,
        language: Language,
    ) -> str:
        """Return sentences about a logged order and its events, as `viewer` may read them.

        The acting player comes first. Without events they are about the order alone. Any state of
        the game will do: only what never changes in a game is used.
        """
        if seat == CHANCE:
            return language.say(message("Chance: {order}.", order=Notation(text)))
        player = Player(names[seat])
        return language.say(message("{player}: {order}.", player=player, order=Notation(text)))

    def urge(
        self,
        state: Any,
        seat: int,
        text: str,
        events: Events,
        names: Sequence[str],
        language: Language,
    ) -> str:
        """Return an order as advice to a seat, such as 'Sail to Danzig.'

        The events that the order would have are not told, but may say more about it. Any state of
        the game will do, as for `describe`.
        """
        return f"{text[:1].upper()}{text[1:]}."
