"""`LetterContext`: what a letter about a game is written from, as its reader sees the game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from games.play.access import Access
from games.play.event_hosts import Place, counts_until, place_of
from games.play.language import say, spoken
from games.play.letters.addresses import SeatAddress
from games.play.models import Game, Log, Player, Wait
from games.play.pages.log import Entry, entries_of, steps_of
from games.play.pages.pictures import MARKED, Picture, board_picture
from games.play.pages.primers import new_primers, unread_primers
from games.play.pages.time_left import moment_in, span
from games.play.pages.wording import counted_by, prompt_of_others, set_up_of, terms_of
from games.play.seat_history import Handover, SeatHistory
from games.play.visits import visit_url
from games.post.letters import Answer, Written, compose, sentences
from games.post.models import Letter
from games.post.notifications import names_of
from games.rules.common.message import Message, Part, Quote, Told, message, series, term
from games.rules.common.message import Player as PlayerName
from games.wording import WORDINGS, Wording
from games.wording.primers import Primer

LONGEST = MARKED
"""The most moves in one email; readers who were away longer can read the log."""

ORDERS, VOTE = "orders", "vote"
"""What notifications ask for (`Notification.asks`)."""


@dataclass
class LetterContext:
    """The game of a letter, as its reader sees it.

    `player` is None for someone without a seat.
    """

    letter: Letter
    game: Game
    players: list[Player]
    player: Player | None

    @classmethod
    def at_seat(cls, letter: Letter, game: int, seat: int) -> "LetterContext | None":
        """Return the context of a letter to a seat, or None if its reader no longer holds it."""
        context = cls.at_table(letter, game)
        if context is None or seat >= len(context.players):
            return None
        context.player = context.players[seat]
        return context if context.player.user_id == letter.recipient_id else None

    @classmethod
    def at_table(cls, letter: Letter, game: int) -> "LetterContext | None":
        """Return the context of a letter to anyone, or None if the game no longer exists."""
        found = Game.objects.filter(pk=game).first()
        if found is None:
            return None
        return cls(letter, found, list(found.players.at_table(found)), None)

    @property
    def seat(self) -> Player:
        """The reader's seat; raises ValueError if the letter is not to a seat."""
        if self.player is None:
            raise ValueError(f"{self.letter} is not to a seat.")
        return self.player

    @property
    def wait(self) -> Wait:
        """The wait for the reader; raises ValueError if there is none."""
        if self.seat.wait is None:
            raise ValueError(f"{self.letter} is not about a wait.")
        return self.seat.wait

    def waits_as(self, wait: int) -> bool:
        """Return whether the game is running and still in the wait with this id for the reader."""
        return self.game.is_running and self.seat.is_waited_for and self.wait.pk == wait

    @property
    def has_moved(self) -> bool:
        """Whether the reader has moved in the game."""
        return self.seat.last_move > 0

    @property
    def is_first(self) -> bool:
        """Whether the reader, who has not moved, has heard of nothing but invitations so far."""
        if self.has_moved or self.wait.holder.first_move > 1:
            return False
        earlier = Letter.objects.filter(
            recipient=self.letter.recipient_id,
            channel=self.letter.channel_id,
            topic=self.letter.topic,
            state=Letter.State.SENT,
            kind__in=["started", *names_of(asks=ORDERS)],
        )
        return not earlier.exists()

    def beginning(self) -> dict[str, Any]:
        """Return the template context about what was agreed before the game began."""
        turns = (seat for (seat,) in Log(self.game).columns("on_turn") if seat is not None)
        first = next(turns, max(0, self.view.turn))
        listed_names = [player.listed_name for player in self.players]
        return {
            "terms": terms_of(self.game, self.zone),
            "set_up": set_up_of(self.game, len(self.players)),
            "order_of_play": [*listed_names[first:], *listed_names[:first]],
        }

    @property
    def is_seated(self) -> bool:
        """Whether the reader holds any seat in the game."""
        return any(each.user_id == self.letter.recipient_id for each in self.players)

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.players]

    @cached_property
    def seat_history(self) -> SeatHistory:
        """The players' names at each move."""
        return SeatHistory.of(self.game, self.players)

    @property
    def wording(self) -> Wording:
        return WORDINGS[self.game.title]

    @cached_property
    def state(self) -> Any:
        """The position of the game."""
        return self.game.position()

    @cached_property
    def view(self) -> Any:
        """What the reader may know of the position."""
        seat = None if self.player is None else self.player.seat
        return self.game.rules().view(self.state, seat)

    @cached_property
    def entries(self) -> list[Entry]:
        """The moves since the reader's last one, in words."""
        if self.player is None or self.game.state is None:
            return []
        since = Log(self.game).news_after(self.player.last_move)
        return entries_of(self.game, since, self.state, self.seat_history, self.player.seat)

    @property
    def supply(self) -> str:
        """What the reader has, in words."""
        return self.wording.supply(self.view, self.seat.seat, spoken())

    def new_primers(self, after: Any) -> list[Primer]:
        """Return the primers that are new to the reader in the position after their draft."""
        primers = new_primers(self.game.rules(), self.state, after, self.seat.seat)
        return self.unread(primers)

    def unread(self, primers: Sequence[Primer]) -> list[Primer]:
        """Return those of some primers that the reader has not read."""
        return unread_primers(self.letter.reader, self.game.title, primers)

    @property
    def handovers(self) -> list[Handover]:
        """The seats that changed hands since the reader's last move."""
        return [] if self.player is None else self.seat_history.after(self.player.last_move)

    @property
    def rewound(self) -> str:
        """What staff took back since the reader's last move, and why, in sentences, or ''."""
        newest = self.game.rewinds.filter(number__gte=self.seat.last_move).last()
        return sentences(newest.sentence) if newest else ""

    @property
    def url(self) -> str:
        """The URL of the game."""
        return settings.SITE_URL + self.game.get_absolute_url()

    @property
    def place(self) -> Place | None:
        """Where the game stands in its event, with the URL of the page about it, or None."""
        found = place_of(self.game)
        return found and found._replace(url=settings.SITE_URL + found.url)

    @property
    def watch_url(self) -> str:
        """The URL of the game if the reader, who has no seat, may watch it, otherwise ''."""
        may_watch = Access(game=self.game, user=self.letter.recipient).may_see
        return self.url if may_watch else ""

    @property
    def invitation_url(self) -> str:
        """The URL at which anyone with the link can take a free seat."""
        return settings.SITE_URL + reverse("play:invitation", args=[self.game.token])

    @property
    def zone(self) -> ZoneInfo:
        """The reader's time zone."""
        return ZoneInfo(self.letter.reader.time_zone)

    def moment(self, moment: datetime) -> str:
        """Return a moment with the reader's time zone: 'Tue 24 Nov 18:00 (Europe/Berlin)'."""
        return f"{moment_in(moment, self.zone)} ({self.zone})"

    @property
    def time(self) -> str:
        """Until when the reader has time, as a sentence; raises ValueError if there is no wait."""
        return self._deadline(self.game, self.wait)

    @property
    def waiting(self) -> str:
        """Whom the game waits for and until when, in sentences; the reader is 'you'."""
        waited = [player for player in self.players if player.wait]
        if not waited:
            return prompt_of_others(self.game, self.view, self.names)
        names: list[Part] = [
            term("waiting for", "you") if player == self.player else PlayerName(player.name)
            for player in waited
        ]
        until = [
            message(
                "{player} has until {end}.",
                player=PlayerName(player.name),
                end=Told(self.moment(player.wait.deadline)),
            )
            for player in waited
            if player != self.player and player.wait and player.wait.deadline
        ]
        told = [message("We're waiting for {players}.", players=series(names)), *until]
        return " ".join(map(say, told))

    def picture(self, since: int | None = None) -> Picture | None:
        """Return the board with the changes since a move, by default since the reader's last one.

        Returns None for a device or service, which shows no pictures.
        """
        if self.letter.channel_id is not None:
            return None
        seat = None if self.player is None else self.player.seat
        if since is None:
            since = self.game.moves_made if self.player is None else self.player.last_move
        return board_picture(self.game, self.state, self.names, seat, since)

    def next_wait(self) -> Wait | None:
        """Return the wait for the reader in another game that runs out first, or None."""
        waits = Wait.objects.of(self.letter.reader).exclude(player__game=self.game)
        return waits.select_related("player__game").defer("player__game__state").first()

    def written(
        self,
        *,
        subject: str,
        template: str,
        short: str,
        picture: Picture | None = None,
        reply_to: SeatAddress | None = None,
        moves: bool = False,
        waits: bool = False,
        until: datetime | None = None,
        upto: int = 0,
        push: str = "",
        answers: tuple[Answer, ...] = (),
        details: Callable[[], dict[str, Any]] = dict,
        **context: Any,
    ) -> Written:
        """Write a letter from this context; `details` are more of it that only its body needs.

        `reply_to` is the address for replies. With `moves` it lists those since the reader's last
        one. Its button signs the reader in to this game; `url` does not, so it can be shared.
        """

        def whole() -> dict[str, Any]:
            return {**self._usual(moves=moves), "picture": picture, **details(), **context}

        return compose(
            self.letter,
            subject=subject,
            template=f"play/letters/{template}",
            context=whole,
            attachments=(picture.attachment,) if picture else (),
            reply_to=reply_to.email if reply_to else "",
            question=reply_to.local if reply_to else "",
            short=short,
            url=self.url,
            waits=waits,
            until=until,
            upto=upto,
            push=push,
            answers=answers,
        )

    def subject(self, said: Message) -> str:
        """Return a subject line, in which the slot `game` is for the game's name."""
        return say(replace(said, parts={**said.parts, "game": Quote(self.game.called)}))

    def notice(self, subject: str, sentence: str, **more: Any) -> Written:
        """Write a letter of one sentence."""
        return self.written(
            subject=subject,
            template="notice",
            short=sentences(subject, sentence),
            sentence=sentence,
            **more,
        )

    def _usual(self, *, moves: bool) -> dict[str, Any]:
        """Return the template context of every letter about a game, with or without its moves."""
        reader = self.letter.reader
        entries = self.entries if moves else []
        return {
            "game": self.game,
            "place": self.place,
            "players": self.players,
            "player": self.player,
            "button_url": self.url if self.player is None else visit_url(reader, self.game),
            "button_label": say(term("link", "Open game")),
            "zone": reader.time_zone,
            "steps": steps_of(entries[-LONGEST:], self.handovers) if moves else [],
            "omitted": max(0, len(entries) - LONGEST),
            **self._following(),
        }

    def _following(self) -> dict[str, Any]:
        """Return the template context about the next game that waits for the reader.

        A digest has all of them, and a chat a message about each.
        """
        alone = self.letter.bundle_id is None and self.letter.channel_id is None
        wait = self.next_wait() if alone else None
        if wait is None:
            return {}
        game = wait.player.game
        return {
            "following": game,
            "following_time": self._deadline(game, wait),
            "following_url": visit_url(self.letter.reader, game),
        }

    def _deadline(self, game: Game, wait: Wait) -> str:
        """Return until when the reader has time in an open wait, as a sentence.

        It stays true: letters are often read days later.
        """
        until = None if wait.warned_at else counts_until(game)
        if until is not None:
            return counted_by(until, self.zone)
        return say(self._told_deadline(game, wait))

    def _told_deadline(self, game: Game, wait: Wait) -> Message:
        if game.paused_until is not None:
            return message(
                "The game is paused until {end} at the latest. Clocks are stopped, but you can "
                "still move.",
                end=Told(self.moment(game.paused_until)),
            )
        if wait.deadline is None:
            return message("Your clock is stopped.")
        if wait.grace_until is not None:
            return message("Your grace period ends {end}.", end=Told(self.moment(wait.grace_until)))
        now, end = timezone.now(), Told(self.moment(wait.deadline))
        if wait.warned_at:
            return message(
                "Your time ran out {end}, and the others decide how the game goes on.", end=end
            )
        if wait.deadline <= now:
            return message("Your time ran out {end}.", end=end)
        return message(
            "Your time runs out {end}, {time} after we sent this.",
            end=end,
            time=span(wait.deadline - now),
        )
