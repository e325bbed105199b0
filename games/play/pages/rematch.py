"""What the page of a finished game says about its rematch."""

from dataclasses import dataclass

from games.play.access import Access
from games.play.language import say
from games.play.models import Game, Status
from games.play.pages.boards import BOARD, called
from games.rules.common.message import Player, Told, message


@dataclass(frozen=True)
class RematchOffer:
    """What a player of a finished game can do: ask for a rematch, or join or open the `game`.

    `told` says who has asked for it, and on which board. `cancelled` says that somebody has
    cancelled it, so that only another one can be asked for; it is `mine` if the player has a seat.
    """

    game: Game | None = None
    told: str = ""
    cancelled: bool = False
    mine: bool = False

    @classmethod
    def of(cls, access: Access, made: Game | None) -> "RematchOffer":
        """Return the offer to the player who looks at a finished game whose rematch is `made`."""
        if made is None or made.status == Status.CANCELLED:
            return cls(cancelled=made is not None)
        mine = access.user.pk in {made.creator_id, *made.players.values_list("user", flat=True)}
        board = Told(called(made.title, made.options.get(BOARD)))
        if made.creator is None or made.creator == access.user:
            told = say(message("There is a rematch: {board}.", board=board))
        else:
            name = Player(made.creator.called)
            told = say(message("{player} asks for a rematch: {board}.", player=name, board=board))
        return cls(made, told, mine=mine)
