"""Access to games: who may see a game, and from which seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404

from games.accounts.models import User
from games.play.event_hosts import comparison_of
from games.play.models import Game, Player, Status
from games.play.seat_history import SeatHistory


@dataclass
class Access:
    """What a visitor may do with a game: see it from `seat` (None: as a spectator), and join it.

    At a hot-seat table its creator has the seat that is at the screen, one after the other.
    `invited` says that the visitor used the game's invitation link. A `light` one is to act on the
    game, not to show it: its players come without their users and waits.
    """

    game: Game
    user: Any
    invited: bool = False
    light: bool = False

    @classmethod
    def read(cls, game: Game, user: Any, players: list[Player], state: Any) -> "Access":
        """Return access to a game whose players and position the caller has read, or changed."""
        access = cls(game=game, user=user)
        access.players, access.state = players, state
        return access

    @cached_property
    def players(self) -> list[Player]:
        """All players, by seat."""
        if self.light:
            return list(Player.objects.filter(game=self.game))
        return list(Player.objects.at_table(self.game))

    @cached_property
    def state(self) -> Any:
        """The position of the game, which must have begun."""
        return self.game.position()

    @cached_property
    def names(self) -> list[str]:
        """The players' current names, by seat."""
        return [player.name for player in self.players]

    @property
    def levels(self) -> list[str]:
        """What stands beside the names of bots in lists, by seat, '' for people."""
        return [player.level for player in self.players]

    @cached_property
    def seat_history(self) -> SeatHistory:
        """The players' names at each move."""
        return SeatHistory.of(self.game, self.players)

    @cached_property
    def seat(self) -> int | None:
        """The visitor's own seat, None for a spectator."""
        if not self.user.is_authenticated:
            return None
        if self.game.hot_seat:
            return self.game.at_screen if self.is_creator else None
        return next((each.seat for each in self.players if each.user_id == self.user.pk), None)

    @property
    def is_asked(self) -> bool:
        """Whether the game waits for the visitor: at a hot-seat table, for the seat they show."""
        if self.seat is None:
            return False
        if self.game.hot_seat:
            return self.seat in self.game.rules().to_move(self.state)
        return self.players[self.seat].is_waited_for

    def seats_to_hand_to(self, asked: Sequence[int]) -> list[int]:
        """Return the seats of the visitor's hot-seat table that are `asked` and not at the screen.

        A person who is at the screen keeps it while they are asked.
        """
        if not (self.game.hot_seat and self.is_creator and self.game.is_running):
            return []
        return [
            player.seat
            for player in self.players
            if player.nickname and player.seat in asked and player.seat != self.seat
        ]

    @property
    def is_player(self) -> bool:
        return self.seat is not None

    @property
    def is_creator(self) -> bool:
        return bool(self.user.is_authenticated and self.game.creator_id == self.user.pk)

    @property
    def may_see(self) -> bool:
        """Whether the game is public, theirs or their bot account's, or they were invited to it.

        In a private game that is compared with others its event's host decides, not a link.
        """
        if not self.game.private or self.is_creator or self.is_player:
            return True
        comparison = comparison_of(self.game)
        if comparison is None and (self._is_by_own_bot or self.is_awaited):
            return True
        return self.invited if comparison is None else comparison.may_see(self.game, self.user)

    @property
    def is_awaited(self) -> bool:
        """Whether the game waits for players, and somebody has invited the visitor by name."""
        if not self.game.is_open or not self.user.is_authenticated or self.is_player:
            return False
        return self.game.invitations.outstanding().filter(guest=self.user).exists()

    @property
    def _is_by_own_bot(self) -> bool:
        """Whether a bot account of the visitor's has opened the game, among bots."""
        creator = self.game.creator_id
        if creator is None or not self.user.is_authenticated:
            return False
        return User.objects.filter(pk=creator, owner=self.user.pk).exists()

    def version_is(self, version: str) -> bool:
        """Return whether a page that shows this version is up to date."""
        return version == str(self.game.version)

    def player(self) -> Player:
        """Return the visitor as a player; raises Http404 for a spectator."""
        if self.seat is None:
            raise Http404("You are not playing in this game.")
        return self.players[self.seat]


def enter(*, user: Any, game_id: int, light: bool = False) -> Access:
    """Return a person's access to a game; raises Http404, whether it is private or does not exist.

    `light` leaves the position in the database, which is enough to check for changes.
    """
    games = Game.objects.light() if light else Game.objects.all()
    try:
        access = Access(game=games.get(pk=game_id), user=user, light=light)
    except Game.DoesNotExist:
        access = None
    if access is None or not access.may_see:
        raise Http404("This game doesn't exist, or it's private.")
    return access


def enter_by_token(*, user: Any, token: str) -> Access:
    """Return the access that an invitation link gives; raises Http404 if the link is wrong."""
    games = Game.objects.exclude(status=Status.CANCELLED).exclude(hot_seat=True)
    game = games.filter(token=token).first()
    access = None if game is None else Access(game=game, user=user, invited=True)
    if access is None or not access.may_see:
        raise Http404("This invitation is no longer valid.")
    return access
