"""`GameSession`: play a locked game on inside one transaction, and return what was played."""

import random
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from functools import cached_property
from itertools import chain, groupby
from typing import Any, NamedTuple

from django.utils import timezone

from games.bots import HASTY
from games.bots.advice import main_of
from games.bots.standing_orders import Wish, left_to_bot
from games.play.engine import conditional, standing_orders
from games.play.engine.bots import STAND_IN, Said, answer_of, any_order, dice, explained, order_of
from games.play.engine.people import People
from games.play.event_hosts import Sources, comparison_of, host_of
from games.play.models import ConditionalLine, Draft, Game, LineStatus, Move, PlayedBy, Player
from games.rules.playthrough import Playthrough, Step, draw
from games.rules.title import CHANCE, Order, Result, last_order

SETTING_UP = 0
"""The turn number of a game in which no player has moved yet."""


def turn_to_play(turn: int) -> int:
    """Return the turn number of the next order; turn 1 begins with the first player's order."""
    return max(turn, SETTING_UP + 1)


def _verb(text: str) -> str:
    """Return the verb of an order, with which its text begins."""
    return text.partition(" ")[0]


class Played(NamedTuple):
    """What a session has played, and what the game waits for now.

    `asked` are the seats that must choose, `unanswered` those of them that have been asked since
    before the session without a break; moves of chance are not a break. `stepped_aside` are the
    seats whose standing order did not fit, `timed_out` those whose players ran out of time.
    `thinker` is the seat of a bot that is to think about its turn, `result` how the game ended,
    None while it is running.
    """

    moves: Sequence[Move]
    asked: Sequence[int]
    unanswered: Collection[int]
    stepped_aside: Collection[int]
    timed_out: Collection[int]
    thinker: int | None
    result: Result | None


class GameSession(Playthrough):
    """A locked game played on: its position, and the moves since it was read.

    `on_turn` is the seat whose turn it is, None if it is chance's; `turn_before` the turn when the
    session began. `said` is what bots said about their orders, by the numbers of the moves.
    Nothing is saved: `played` returns what is to be, and `finish` of games.play.engine.finishing
    saves it.
    """

    def __init__(
        self, game: Game, now: datetime | None = None, players: list[Player] | None = None
    ) -> None:
        """Start from the game's saved position; `now` is the time of the moves.

        `players` are those at the table, if they have been read since the game was locked.
        """
        super().__init__(game.rules(), game.position(), dice)
        self.game = game
        self.players = players or list(Player.objects.at_table(game))
        self.people = People(game, self.players)
        self.now = now or timezone.now()
        self.turn = self.turn_before = game.turn
        self.on_turn = self._whose_turn()
        self.number = game.moves_made
        self.still_asked = set(self.to_move())
        self.moves: list[Move] = []
        self.stepped_aside: set[int] = set()
        self.timed_out: set[int] = set()
        self.said: dict[int, Said] = {}

    def played(self) -> Played:
        """Return what has been played; of each bot's turn one move says what it was for."""
        self._explain()
        self.follow()
        asked = [seat for seat in self.to_move() if seat != CHANCE]
        unanswered = self.still_asked | ({self.on_turn} if self.turn == self.turn_before else set())
        return Played(
            moves=self.moves,
            asked=asked,
            unanswered=[seat for seat in asked if seat in unanswered],
            stepped_aside=self.stepped_aside,
            timed_out=self.timed_out,
            thinker=self.thinker(),
            result=self.title.result(self.state),
        )

    def _whose_turn(self) -> int | None:
        turn = self.title.view(self.state, None).turn
        return None if turn == CHANCE else turn

    def play(
        self,
        seat: int,
        order: Order,
        by: PlayedBy = PlayedBy.SEAT,
        said: Said | None = None,
    ) -> None:
        """Play an order as a move; raises IllegalOrder.

        `by` is who chose it, `said` what a bot said about it.
        """
        self.apply(seat, order)
        self.moves[-1].played_by = by
        if said is not None:
            self.said[self.number] = said

    def play_text(
        self, seat: int, text: str, by: PlayedBy = PlayedBy.SEAT, said: Said | None = None
    ) -> None:
        """Play an order that is given as text; raises IllegalOrder."""
        self.play(seat, self.title.read(self.state, text), by, said)

    def add(self, step: Step) -> None:
        """Go on to the position after a step, which becomes a move that its seat has chosen."""
        seat = step.seat
        if seat != CHANCE and self.turn == SETTING_UP:
            self.turn += 1
        on_turn = self.on_turn
        super().add(step)
        self.on_turn = self._whose_turn()
        self.number += 1
        self.moves.append(
            Move(
                game=self.game,
                number=self.number,
                turn=self.turn,
                on_turn=None if self.turn == SETTING_UP else on_turn,
                seat=None if seat == CHANCE else seat,
                order=step.text,
                events=[list(event) for event in self.state.events],
                when=self.now,
                digest=self.title.digest(self.state),
                played_by=PlayedBy.SEAT,
            )
        )
        if self.turn != SETTING_UP and self.on_turn != on_turn:
            self.turn += 1
        asked = self.to_move()
        if asked != (CHANCE,):
            self.still_asked.intersection_update(asked)

    def asked(self) -> Iterator[tuple[int, ...]]:
        """Yield the seats that must choose, none in a game that is set aside."""
        return iter(()) if self.game.set_aside_at else super().asked()

    def draw(self) -> Order:
        """Return what chance does now; the host of an event may let the first seat start.

        A game that is compared with others draws from its host's sources.
        """
        if self.sources is not None:
            outcomes = self.title.chance_outcomes(self.state)
            kind = outcomes[0][0].verb
            return self.sources.draw(kind, self._drawn(kind) + 1, outcomes)
        host = host_of(self.game) if self.turn == SETTING_UP else None
        start_player = 0 if host is not None and host.first_seat_starts else None
        return draw(self.title, self.state, self.luck, start_player)

    @cached_property
    def sources(self) -> Sources | None:
        """What chance and bots get from the host of a game that is compared, None for others."""
        comparison = comparison_of(self.game)
        return None if comparison is None else comparison.sources(self.game)

    def rng_in(self, state: Any) -> random.Random:
        """Return what bots choose with in a position of this game."""
        return dice if self.sources is None else self.sources.rng(self.title.digest(state))

    def _drawn(self, kind: str) -> int:
        """Return how many draws of a kind there have been in the game."""
        now = (move.order for move in self.moves if move.seat is None)
        return sum(_verb(order) == kind for order in chain(self._drawn_before, now))

    @cached_property
    def _drawn_before(self) -> list[str]:
        """What chance has done before the session."""
        before = self.game.moves_made
        return list(
            Move.objects.filter(game=self.game, seat=None, number__lte=before).values_list(
                "order", flat=True
            )
        )

    def go_to(self, now: datetime) -> None:
        """Play on at a later moment, as a session would that begins where this one stands."""
        self.now, self.turn_before, self.still_asked = now, self.turn, set(self.to_move())

    def go_on(self, *, in_haste: bool = False) -> None:
        """Play for chance, bots and what people set in advance until a person must choose.

        A bot that thinks is waited for in its own turn, unless it is all `in_haste`; it answers
        others at once, so that their turns go on.
        """
        for seats in self.asked():
            thinker = None if in_haste else self.thinker()
            bot = next((seat for seat in seats if seat != thinker and self.is_bots(seat)), None)
            if bot is not None:
                self.stand_in(bot, self.bot_by(bot))
            elif not (
                self.play_planned(seats) or self.answer_beforehand(seats) or self.end_turn(seats)
            ):
                return

    @cached_property
    def drafts(self) -> list[Draft]:
        """The players' drafts."""
        return list(Draft.objects.filter(player__game=self.game))

    @cached_property
    def lines(self) -> list[ConditionalLine]:
        """The conditional lines that may still play."""
        return list(ConditionalLine.objects.waiting(self.game))

    @cached_property
    def wishes(self) -> dict[int, dict[str, Wish]]:
        """The standing orders, by the id of their player and by question."""
        return standing_orders.wishes_in(self.game)

    def wish_of(self, seat: int) -> Wish | None:
        """Return a seat's standing order for what it is being asked, or None."""
        asked = standing_orders.question(self.title, self.state, seat)
        return self.wishes.get(self.players[seat].pk, {}).get(asked) if asked else None

    def play_planned(self, seats: tuple[int, ...]) -> bool:
        """Play one order of a conditional line; return whether any line plays now."""
        self.follow()
        for line in self.lines:
            if line.player.seat not in seats or line.status != LineStatus.WAITING:
                continue
            order = conditional.next_order(line, self.title, self.state)
            if order is not None:
                self.play(line.player.seat, order, PlayedBy.PLANNED)
                return True
        return False

    def follow(self) -> None:
        """Compare all conditional lines with what has been played in this session."""
        for line in self.lines:
            conditional.follow(line, self.title, self.moves)

    def answer_beforehand(self, seats: tuple[int, ...]) -> bool:
        """Play one answer from a standing order; return whether any standing order fitted."""
        for seat in seats:
            wish, position = self.wish_of(seat), (self.title, self.state, seat)
            if wish is None or not standing_orders.answers_at_once(wish, *position):
                continue
            order = standing_orders.order_by(wish, *position, self.rng_in(self.state))
            if order is not None:
                self.play(seat, order, PlayedBy.STANDING)
                return True
            self.stepped_aside.add(seat)
        return False

    def end_turn(self, seats: tuple[int, ...]) -> bool:
        """End a turn in which nothing else is left to do; return whether there was one."""
        seat = self.on_turn
        if seat is None or seat not in seats:
            return False
        order = last_order(self.title, self.state, seat)
        if order is None:
            return False
        self.play(seat, order, PlayedBy.SITE)
        return True

    def is_bots(self, seat: int) -> bool:
        """Return whether a bot plays for this seat: always, or only for a turn that timed out."""
        player = self.players[seat]
        return not player.is_peopled or (
            player.bot_turn == turn_to_play(self.turn) and self.on_turn == seat
        )

    def thinker(self) -> int | None:
        """Return the seat of a bot that is to think about its turn now, or None."""
        if self.game.set_aside_at:
            return None
        asked = [seat for seat in self.to_move() if seat != CHANCE and self.players[seat].thinks]
        seat = self.on_turn if asked else None
        return seat if seat in asked else None

    def bot_by(self, seat: int) -> PlayedBy:
        """Return whom to record for a bot's order: the seat, or the clock if it stands in."""
        return PlayedBy.SEAT if self.players[seat].user_id is None else PlayedBy.CLOCK

    def play_late(self, seat: int) -> None:
        """Let the bot finish the turn of a player who ran out of time, or give their answer.

        If others must answer during that turn, the bot plays on as soon as they have.
        """
        self.timed_out.add(seat)
        if self.on_turn == seat:
            player = self.players[seat]
            player.bot_turn = turn_to_play(self.turn)
            player.save(update_fields=["bot_turn"])
        self.answer_for(seat, PlayedBy.CLOCK)
        self.go_on()

    def answer_for(self, seat: int, by: PlayedBy) -> None:
        """Give every answer that another player's turn needs from this seat."""
        for seats in self.asked():
            if self.on_turn == seat or seat not in seats:
                break
            self.stand_in(seat, by)

    def stand_in(self, seat: int, by: PlayedBy) -> None:
        """Play one order for a seat whose player does not; every absent seat is played here.

        Try the player's standing order first, then a bot within what the standing order leaves
        open, then a bot alone. `by` is recorded as who chose a bot's order.
        """
        player = self.players[seat]
        wish = self.wish_of(seat)
        rng = self.rng_in(self.state)
        wishes = [] if wish is None else [(wish, PlayedBy.STANDING), (left_to_bot(wish), by)]
        for each, chosen_by in wishes:
            order = standing_orders.order_by(each, self.title, self.state, seat, rng)
            if order is not None:
                self.play(seat, order, chosen_by)
                return
        order = self.bot_order(player)
        explains = player.bot and self.on_turn == seat
        said = explained(self.title, self.state, seat, order, self.game.pk) if explains else None
        self.play(seat, order, by, said)

    def bot_order(self, player: Player) -> Order:
        """Return the order of the seat's bot or the stand-in; a random one if the bot fails."""
        view = self.title.view(self.state, player.seat)
        orders = self.title.orders(self.state, player.seat)
        name = player.bot or STAND_IN

        def choose(rng: random.Random) -> Order:
            order = order_of(HASTY[name], name, self.game.pk, view, orders, rng)
            return order or any_order(orders, rng)

        return answer_of(self.sources, self.title, self.state, player.seat, choose)[0]

    def _explain(self) -> None:
        """Keep with one order of each bot's turn what the turn was for."""
        told = [move for move in self.moves if move.number in self.said]
        for turn, group in groupby(told, key=lambda move: move.turn):
            moves = [*group]
            main = main_of([self.said[move.number].advice for move in moves])
            if main is None:
                continue
            move, reason = moves[main], self.said[moves[main].number].reason
            if reason.goal == move.order or not self._has_explained(turn):
                move.reason = reason._asdict()

    def _has_explained(self, turn: int) -> bool:
        """Return whether a bot said what a turn was for before others answered in its middle."""
        begun = turn == turn_to_play(self.turn_before)
        return begun and self.game.moves.filter(turn=turn, reason__isnull=False).exists()
