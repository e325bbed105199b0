"""Examples: games that bots have played for people, with all that this leaves in the database."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.bots import BOTS
from games.club.services.figures import keep_figures
from games.play.engine.finishing import finish
from games.play.engine.locks import locked_game
from games.play.engine.recorded import play_recorded
from games.play.engine.seating import seat_all
from games.play.engine.session import GameSession
from games.play.engine.waits import settle_waits
from games.play.models import Game, Holder, Message, Player, Status
from games.play.services import SeatPlan, create_game
from games.post.models import Letter
from games.rules import TITLES
from games.rules.playthrough import play_out
from games.rules.record import Entry
from games.rules.replay import record_of
from games.rules.title import CHANCE, AnyTitle, last_order

BOT = "journeyman"
MOST_PLAYERS = 5
"""So many people play in the examples."""
LEFT = (4, 8, 14)
"""A short game begins with about so many orders left until its end."""
REACHED = (0.1, 0.4, 0.8)
"""A running game begins when so much of a whole one has been played."""
ORDERS = 6
"""At least so many orders of a running game have been played since it began."""
AGO, LATELY = timedelta(days=120), timedelta(hours=5)
"""How long ago finished examples began, and running ones, so that no clock is about to run out."""


@dataclass(frozen=True)
class Line:
    """What bots have played from a start to the end: every order, and the position before each."""

    title: AnyTitle
    options: dict[str, str]
    log: Sequence[Entry]
    states: Sequence[Any]

    @classmethod
    def of(cls, title: AnyTitle, players: int, rng: random.Random) -> "Line":
        """Let bots play a whole game."""
        played = play_out(title, {}, [BOTS[BOT]] * players, rng)
        record = record_of(played, [BOT] * players)
        states = [played.steps[0].before, *(step.after for step in played.steps)]
        return cls(title, dict(record.options), record.orders, states)

    @property
    def players(self) -> int:
        return int(self.title.view(self.states[0], None).players)

    def settled(self, number: int) -> int:
        """Return the number of orders after which a player has a choice: so many, or some more."""
        while self._goes_on(self.states[number]):
            number += 1
        return number

    def _goes_on(self, state: Any) -> bool:
        """Return whether the site itself goes on from a position."""
        seats = self.title.to_move(state)
        return seats == (CHANCE,) or any(last_order(self.title, state, each) for each in seats)


@dataclass(frozen=True)
class Examples:
    """The ids of games to copy, by kind."""

    waiting: list[int]
    running: list[int]
    whole: list[int]
    short: list[int]

    @property
    def all(self) -> list[int]:
        return [*self.waiting, *self.running, *self.whole, *self.short]


def play_examples(people: Sequence[User], lines: int, rng: random.Random) -> Examples:
    """Play whole games of MOST_PLAYERS people, and short ones, which begin late in the same game.

    Titles take turns over so many `lines`, with more players each time. Their letters count as
    sent, so nobody gets any.
    """
    examples = Examples([], [], [], [])
    titles = list(TITLES.values())
    for number in range(lines):
        title = titles[number % len(titles)]
        numbers = list(title.players)
        line = Line.of(title, numbers[(number // len(titles)) % len(numbers)], rng)
        end = len(line.log)
        examples.waiting.append(_waiting(line, people))
        examples.whole.append(_play(line, people, 0, end, rng))
        for left in LEFT:
            examples.short.append(_play(line, people, line.settled(end - left), end, rng))
        begin = line.settled(end - LEFT[0])
        examples.short.append(_play(line, people, begin, end, rng, bot_seat=line.players - 1))
        for part in REACHED:
            begin = line.settled(int(part * end))
            until = line.settled(begin + ORDERS)
            examples.running.append(_play(line, people, begin, until, rng))
    return examples


def _waiting(line: Line, people: Sequence[User]) -> int:
    """Return a game whose creator waits for others."""
    seats = [SeatPlan(user=people[0]), *[SeatPlan(door="open")] * (line.players - 1)]
    return create_game(creator=people[0], title=line.title.id, seats=seats, options=line.options).pk


def _play(
    line: Line,
    people: Sequence[User],
    begin: int,
    end: int,
    rng: random.Random,
    bot_seat: int | None = None,
) -> int:
    """Play the orders of a line from `begin` to `end` as a game of its own; return its id."""
    now = timezone.now() - (AGO if end == len(line.log) else LATELY)
    game = _begin(line, people, begin, now, bot_seat)
    log = line.log[begin:end]
    while game.moves_made < len(log):
        seat = log[game.moves_made].seat
        now = min(now + timedelta(minutes=rng.randrange(20, 1200)), timezone.now())
        with transaction.atomic():
            session = GameSession(locked_game(game.pk), now)
            play_recorded(session, log, seat)
            finish(session, None if seat in (CHANCE, bot_seat) else session.players[seat])
            _count_as_sent(game, now)
            game = session.game
    holder = Holder.objects.filter(player__game=game).earliest("pk")
    Message.objects.create(game=game, holder=holder, text="Have a good game!", sent=game.created)
    if game.is_over:
        keep_figures(game)
    return game.pk


def _begin(
    line: Line, people: Sequence[User], begin: int, now: datetime, bot_seat: int | None
) -> Game:
    """Seat people, and a bot, at a position of a line."""
    title, state = line.title, line.title.dump(line.states[begin])
    game = Game.objects.create(
        title=title.id,
        name=f"{title.name} for {line.players}",
        options=line.options,
        rules_version=title.rules_version,
        status=Status.RUNNING,
        creator=people[0],
        beginning=state if begin else None,
        state=state,
        started=now,
    )
    Game.objects.filter(pk=game.pk).update(created=now)
    players = Player.objects.bulk_create(
        Player(game=game, seat=seat, bot=BOT)
        if seat == bot_seat
        else Player(game=game, seat=seat, user=people[seat])
        for seat in range(line.players)
    )
    seat_all(players, now)
    session = GameSession(game, now)
    settle_waits(session, session.played())
    _count_as_sent(game, now)
    return game


def _count_as_sent(game: Game, now: datetime) -> None:
    """Let the new letters about a game have been written and sent at a moment of the game."""
    Letter.objects.filter(topic=game.topic, sent_at=None).update(
        state=Letter.State.SENT,
        attempts=1,
        created_at=now,
        due_at=now,
        sent_at=now,
        sent_to="somebody@example.org",
        subject="News of a game that was played to fill this site",
    )
