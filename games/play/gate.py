"""The one door to a game: may this person see it, and from which seat?"""

from dataclasses import dataclass
from typing import Any

from django.http import Http404

from games.play.models import Game, Player, Status


@dataclass(frozen=True)
class Access:
    """What somebody may do with a game: see it from `seat` (None: as a spectator), and join it.

    `invited` says that the visitor came by the game's invitation link.
    """

    game: Game
    user: Any
    seat: int | None
    invited: bool = False

    @property
    def is_player(self) -> bool:
        return self.seat is not None

    @property
    def is_creator(self) -> bool:
        return self.user.is_authenticated and self.game.creator_id == self.user.pk

    def version_is(self, version: str) -> bool:
        """Return whether a page that shows this version is up to date."""
        return version == str(self.game.version)

    def player(self) -> Player:
        """Return the visitor's own seat; a spectator has none and gets a 404."""
        if self.seat is None:
            raise Http404("You have no seat in this game.")
        player: Player = Player.objects.at_table(self.game).get(seat=self.seat)
        return player


def enter(*, user: Any, game_id: int, light: bool = False) -> Access:
    """Let a person to a game, or raise Http404, which does not tell whether the game is there.

    `light` leaves the position in the database: enough to see whether anything is new.
    """
    games = Game.objects.seen_by(user)
    if light:
        games = games.only("version", "status", "private", "title", "creator")
    game = games.filter(pk=game_id).first()
    if game is None:
        raise Http404("There is no such game, or it is private.")
    return Access(game=game, user=user, seat=game.viewer_seat)


def enter_by_token(*, user: Any, token: str) -> Access:
    """Let a person in who holds a game's invitation link; raises Http404 on a wrong one."""
    game = Game.objects.with_viewer(user).exclude(status=Status.CANCELLED).filter(token=token)
    found = game.first()
    if found is None:
        raise Http404("This invitation does not lead to a game (any more).")
    return Access(game=found, user=user, seat=found.viewer_seat, invited=True)
