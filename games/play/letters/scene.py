"""What all letters of a game are written from: the table as its reader sees it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from games.drawing import DRAWINGS
from games.drawing.protocol import Drawing
from games.play.log import Entry, entries_of
from games.play.models import Game, Player
from games.play.pictures import MARKED, Picture, board_picture
from games.play.time_left import TimeLeft, time_left
from games.play.visit import visit_url
from games.post.letters import Written, render
from games.post.models import Letter

LONGEST = MARKED
"""Moves that a letter tells; who was away for longer reads the log."""


@dataclass
class Scene:
    """A letter's game, with the eyes of the person whom it is for.

    `player` is None for somebody without a seat.
    """

    letter: Letter
    game: Game
    players: list[Player]
    player: Player | None

    @classmethod
    def at_seat(cls, letter: Letter) -> "Scene | None":
        """Return the scene of a letter to a seat, if its person still sits there."""
        scene = cls.at_table(letter)
        if scene is None or letter.payload["seat"] >= len(scene.players):
            return None
        scene.player = scene.players[letter.payload["seat"]]
        return scene if scene.player.user_id == letter.recipient_id else None

    @classmethod
    def at_table(cls, letter: Letter) -> "Scene | None":
        """Return the scene of a letter to anybody, if there is such a game."""
        game = Game.objects.filter(pk=letter.payload["game"]).first()
        if game is None:
            return None
        return cls(letter, game, list(Player.objects.at_table(game)), None)

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.players]

    @property
    def drawing(self) -> Drawing:
        return DRAWINGS[self.game.title]

    @cached_property
    def state(self) -> Any:
        """The position."""
        return self.game.rules().load(self.game.state)

    @cached_property
    def view(self) -> Any:
        """The position as the reader may know it."""
        seat = None if self.player is None else self.player.seat
        return self.game.rules().view(self.state, seat)

    @cached_property
    def entries(self) -> list[Entry]:
        """The moves since the reader's last one, in words."""
        if self.player is None or self.game.state is None:
            return []
        since = self.game.moves.news_after(self.player.last_move)
        return entries_of(self.game, since, self.state, self.names, self.player.seat)

    @property
    def url(self) -> str:
        """Where the table is."""
        return settings.SITE_URL + self.game.get_absolute_url()

    @property
    def zone(self) -> ZoneInfo:
        """The reader's time zone."""
        return ZoneInfo(self.letter.recipient.time_zone)

    @property
    def clock(self) -> TimeLeft | None:
        """What is left of the reader's time."""
        return None if self.player is None else time_left(self.player, timezone.now(), self.zone)

    def picture(self, since: int | None = None) -> Picture:
        """Return the board with what changed since a move, or since the reader's last one."""
        seat = None if self.player is None else self.player.seat
        if since is None:
            since = self.game.moves_made if self.player is None else self.player.last_move
        return board_picture(self.game, self.players, seat, since)

    def next_waiting(self) -> Game | None:
        """Return the other game that has waited longest for the reader, if any does."""
        games = Game.objects.of(self.letter.recipient).exclude(pk=self.game.pk)
        return games.filter(status="running", waits__isnull=False).defer("state").first()

    def written(
        self,
        *,
        subject: str,
        template: str,
        short: str,
        picture: Picture | None = None,
        reply_to: str = "",
        moves: bool = False,
        **context: Any,
    ) -> Written:
        """Render a letter of this scene; times are those of the reader's own clock.

        With `moves` it tells those since the reader's last one. Its button signs the reader in to
        this game. Where `url` leads, others may go too.
        """
        reader = self.letter.recipient
        button = self.url if self.player is None else visit_url(reader, self.game)
        following = self.next_waiting()
        entries = self.entries if moves else []
        with timezone.override(self.zone):
            return render(
                self.letter,
                subject=subject,
                template=f"play/letters/{template}",
                context={
                    "game": self.game,
                    "players": self.players,
                    "player": self.player,
                    "button_url": button,
                    "button_label": "To the table",
                    "zone": reader.time_zone,
                    "picture": picture,
                    "entries": entries[-LONGEST:],
                    "untold": max(0, len(entries) - LONGEST),
                    "following": following,
                    "following_url": visit_url(reader, following) if following else "",
                    **context,
                },
                attachments=(picture.attachment,) if picture else (),
                reply_to=reply_to,
                short=short,
                url=self.url,
            )
