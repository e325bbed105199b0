"""Conditional lines: they play only what they promise, once, and only if all came they suppose."""

import random
import re
from collections import Counter
from contextlib import suppress
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from games.accounts.models import User
from games.bots import BOTS, STANDING_ORDERS
from games.play import services
from games.play.access import enter
from games.play.engine.conditional import has_come
from games.play.errors import NotYourTurn, PlayError, Stale
from games.play.management.commands.verify_games import problem_of
from games.play.models import ConditionalLine, Game, LineStatus, Log, PlayedBy, Player
from games.play.pages.conditional import lines_of
from games.play.services import Terms
from games.post.services import sweep
from games.rules.errors import IllegalOrder
from games.rules.playthrough import draw
from games.rules.title import CHANCE
from games.study import services as study
from games.study.pages.plan_page import planned_at
from tests.bots.test_standing_orders import filled_of, random_wish
from tests.play.factories import (
    draft_turn,
    game_of_people,
    play_on,
    player_to_move,
    sitting,
    step,
)
from tests.play.timepiece import at

pytestmark = pytest.mark.django_db

Steps = list[tuple[int, str]]


def foreseen(game: Game, seat: int, length: int, rng: random.Random) -> Steps:
    """What a seat may think that comes next, as it would see it, up to an order of its own."""
    title = game.rules()
    state = title.resample(title.view(game.position(), seat), rng)
    steps: Steps = []
    while (seats := title.to_move(state)) and len(steps) < length:
        who = seats[0]
        order = (
            draw(title, state, rng)
            if who == CHANCE
            else BOTS["journeyman"](title.view(state, who), title.orders(state, who), rng)
        )
        text = title.write(state, order)
        state = title.apply(state, who, order)
        events = [list(event) for event in state.events]
        steps.append((who, title.redact(who, text, events, seat)))
    return steps


def others_turn(seed: int = 1, title: str = "hansa") -> tuple[Game, Player, Steps]:
    """A game, a player who isn't asked, and what they expect up to the end of their next turn."""
    rng = random.Random(seed)
    game = play_on(game_of_people(2, title=title), 6)
    asked = player_to_move(game)
    seat = 1 - asked.seat
    while True:
        steps = foreseen(game, seat, 60, rng)
        own = [number for number, (who, _) in enumerate(steps) if who == seat]
        drawn = [who for who, _ in steps[: own[0] + 1] if who == CHANCE]
        if not drawn:
            break
    last = next(n for n in own if n + 1 == len(steps) or steps[n + 1][0] != seat)
    return game, at(game, seat), steps[: last + 1]


def play(game: Game, steps: Steps) -> Game:
    """Confirm orders of people one by one, but what the site has played for them."""
    for seat, text in steps:
        if newest(game)[-1] == (seat, text, PlayedBy.SITE):
            continue
        player = at(game, seat)
        game = services.confirm(player=player, version=player.game.version, orders=[text])
    return game


def newest(game: Game) -> list[tuple[int | None, str, str]]:
    return [(move.seat, move.order, move.played_by) for move in Log(game).newest(4)]


def test_a_line_plays_once_all_has_come_that_it_supposes() -> None:
    game, mine, steps = others_turn()
    supposed = [step for step in steps if step[0] != mine.seat]
    line = services.keep_line(player=mine, number=game.moves_made, steps=steps)
    play(game, supposed)
    line.refresh_from_db()
    own = [text for who, text in steps if who == mine.seat]
    given = [m.order for m in game.moves.filter(seat=mine.seat, played_by=PlayedBy.PLANNED)]
    assert given == own
    assert line.status == LineStatus.DONE
    assert not problem_of(Game.objects.get(pk=game.pk))
    log = Client().get(reverse("play:log", args=[game.pk])).content.decode()
    assert log.count("(by a conditional turn)") == len(own)


def test_another_move_breaks_a_line_and_the_page_says_which() -> None:
    game, mine, steps = others_turn()
    line = services.keep_line(player=mine, number=game.moves_made, steps=steps)
    first = steps[0][1]
    asked = player_to_move(game)
    title, state = game.rules(), Game.objects.get(pk=game.pk).position()
    other = next(
        text
        for order in title.orders(state, asked.seat)
        if (text := title.write(state, order)) not in {text for _, text in steps}
    )
    assert other != first
    game = play(game, [(asked.seat, other)])
    line.refresh_from_db()
    assert (line.status, line.broken_by) == (LineStatus.BROKEN, game.moves_made)
    assert not game.moves.filter(played_by=PlayedBy.PLANNED)
    told = f"Broken by move {line.broken_by}: "
    page = sitting(mine).get(reverse("play:standing-orders", args=[game.pk])).content.decode()
    assert told in page
    while player_to_move(game).seat != mine.seat:
        game = step(game, random.Random(1))
    assert told in sitting(mine).get(game.get_absolute_url()).content.decode()
    assert told not in sitting(at(game, asked.seat)).get(game.get_absolute_url()).content.decode()
    sweep()
    letter = [each for each in mail.outbox if each.to == [mine.person.email]][-1]
    assert told in letter.body


def test_many_broken_lines_are_told_with_one_query(django_assert_num_queries) -> None:
    game, mine, steps = others_turn()
    asked = player_to_move(game)
    title, state = asked.game.rules(), asked.game.position()
    orders = [title.write(state, order) for order in title.orders(state, asked.seat)]
    played, *others = orders[:4]
    for other in others:
        line = [(asked.seat, other), steps[-1]]
        services.keep_line(player=mine, number=game.moves_made, steps=line)
    game = play(game, [(asked.seat, played)])
    mine, history = at(game, mine.seat), enter(user=mine.user, game_id=game.pk).seat_history
    with django_assert_num_queries(2):
        told = lines_of(mine, history, ["Ann", "Bea"])
    assert len({line.broken for line in told}) == 1
    assert len(told) == len(others)


def test_a_free_line_minds_only_what_it_supposes() -> None:
    game, mine, steps = others_turn()
    own = [step for step in steps if step[0] == mine.seat]
    line = services.keep_line(player=mine, number=game.moves_made, steps=own, free=True)
    play(game, [step for step in steps if step[0] != mine.seat])
    line.refresh_from_db()
    assert line.status == LineStatus.DONE


def test_a_withdrawn_line_never_plays_and_only_its_owner_can_withdraw_it() -> None:
    game, mine, steps = others_turn()
    line = services.keep_line(player=mine, number=game.moves_made, steps=steps)
    withdraw = reverse("play:withdraw-line", args=[game.pk, line.pk])
    sitting(player_to_move(game)).post(withdraw)
    assert ConditionalLine.objects.filter(pk=line.pk).exists()
    assert "Withdrawn." in sitting(mine).post(withdraw, follow=True).content.decode()
    game = play(game, [step for step in steps if step[0] != mine.seat])
    assert not game.moves.filter(played_by=PlayedBy.PLANNED)
    assert player_to_move(game).seat == mine.seat


def test_that_a_line_is_withdrawn_is_said_in_the_language_of_its_owner() -> None:
    game, mine, steps = others_turn()
    User.objects.filter(pk=mine.user_id).update(language="de")
    line = services.keep_line(player=mine, number=game.moves_made, steps=steps)
    withdraw = reverse("play:withdraw-line", args=[game.pk, line.pk])
    assert "Zurückgezogen." in sitting(mine).post(withdraw, follow=True).text


def test_what_cannot_be_kept_is_refused_with_a_sentence() -> None:
    game, mine, steps = others_turn()
    keep = services.keep_line
    number = game.moves_made
    with pytest.raises(Stale, match="has moved on"):
        keep(player=mine, number=number - 1, steps=steps)
    with pytest.raises(PlayError, match="Nothing in this line is yours"):
        keep(player=mine, number=number, steps=steps[:1])
    with pytest.raises(PlayError, match="what has to happen first"):
        keep(player=mine, number=number, steps=[(mine.seat, "end")])
    asked = player_to_move(game)
    with pytest.raises(PlayError, match="make this your draft"):
        keep(player=asked, number=number, steps=steps)
    for each in range(20):
        keep(player=mine, number=number, steps=[*steps, (mine.seat, f"order {each}")])
    with pytest.raises(PlayError, match="20 conditional turns"):
        keep(player=mine, number=number, steps=steps)
    assert ConditionalLine.objects.filter(player=mine).count() == 20


def test_a_branch_of_a_plan_is_kept_and_played() -> None:
    game, mine, steps = others_turn()
    found = planned_at(enter(user=mine.user, game_id=game.pk), game.moves_made)
    place = found.place
    for seat, order in steps:
        place = study.plan_order(place=place, seat=seat, order=order, names=found.names)
    url = found.at(place).url
    client = sitting(mine)
    page = client.get(url).content.decode()
    supposed = re.findall(r'name="suppose" value="([0-9]+)"', page)
    assert len(supposed) == len([step for step in steps if step[0] != mine.seat])
    for _ in range(3):  # impatient clicks
        answer = client.post(f"{url}act", {"act": "keep", "suppose": supposed}, follow=True)
    assert "Kept. Your turn is played as soon as" in answer.content.decode()
    line = ConditionalLine.objects.get()
    assert (line.free, line.begun) == (False, game.moves_made)
    play(game, [step for step in steps if step[0] != mine.seat])
    line.refresh_from_db()
    assert line.status == LineStatus.DONE
    assert "Play this branch for me" not in client.get(url).content.decode()


def test_who_leaves_takes_their_lines_along() -> None:
    game, mine, steps = others_turn()
    services.keep_line(player=mine, number=game.moves_made, steps=steps)
    services.leave(game=game, user=mine.user)
    assert not ConditionalLine.objects.exists()


def spec(line: ConditionalLine, moves: Steps) -> bool:
    """Whether a line promised the last of the moves since it began, which is its seat's.

    All of its seat's moves are what it plays, in order. Before the first of each part all has
    come that the part supposes; unless the line is free, nothing else has, and nothing between.
    """
    seat = line.player.seat
    own = [at for at, (who, _) in enumerate(moves) if who == seat]
    promised = [order for _, orders in line.parts for order in orders]
    if not own or own[-1] != len(moves) - 1 or [moves[at][1] for at in own] != promised[: len(own)]:
        return False
    before = -1
    for supposed, orders in line.parts:
        block, own = own[: len(orders)], own[len(orders) :]
        if not block:
            break
        here, wanted = Counter(moves[before + 1 : block[0]]), Counter(map(tuple, supposed))
        whole = block[-1] - block[0] + 1 == len(block)
        if wanted - here or (not line.free and (here - wanted or not whole)):
            return False
        before = block[-1]
    return True


class Lines(RuleBasedStateMachine):
    """People at a table who keep, break and withdraw lines while all else goes on."""

    title = "hansa"

    def __init__(self) -> None:
        super().__init__()
        self.rng = random.Random(1)
        terms = Terms(hours=1, on_timeout="bot")
        game = game_of_people(3, title=self.title, terms=terms)
        self.pk = play_on(game, 4).pk
        self.kept: list[ConditionalLine] = []
        self.gone: dict[int, int] = {}
        self.now = timezone.now()
        self.checked = self.game.moves_made

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.pk)

    def orders(self) -> tuple[Player, list[str]]:
        """Who is asked, and what they may order."""
        player = player_to_move(self.game)
        title, state = player.game.rules(), player.game.position()
        found = title.orders(state, player.seat)
        return player, [title.write(state, order) for order in found]

    def confirm(self, player: Player, order: str) -> None:
        services.confirm(player=player, version=player.game.version, orders=[order])

    @rule(seat=st.integers(0, 2), length=st.integers(2, 25), free=st.booleans(), seed=st.integers())
    def keep(self, seat: int, length: int, free: bool, seed: int) -> None:
        game = self.game
        if not game.is_running or at(game, seat).user is None:
            return
        steps = foreseen(game, seat, length, random.Random(seed))
        if free:
            steps = [step for step in steps if step[0] == seat or seed % 3]
        try:
            line = services.keep_line(
                player=at(game, seat), number=game.moves_made, steps=steps, free=free
            )
        except PlayError:
            return
        self.kept.append(line)

    @rule(number=st.integers(0, 30))
    def withdraw(self, number: int) -> None:
        left = [line for line in self.kept if line.pk not in self.gone]
        if left and self.game.is_running:
            line = left[number % len(left)]
            player = at(self.game, line.player.seat)
            if player.user_id == line.user_id:
                services.withdraw_line(player=player, line=line.pk)
                self.gone[line.pk] = self.game.moves_made

    @rule()
    def do_what_a_line_supposes(self) -> None:
        if not self.game.is_running:
            return
        player, orders = self.orders()
        for line in ConditionalLine.objects.waiting(self.game):
            wanted = [text for who, text in line.parts[line.part][0] if who == player.seat]
            for text in wanted:
                if text in orders and [player.seat, text] not in line.came:
                    self.confirm(player, text)
                    return

    @rule(seed=st.integers(0, 1000))
    def do_anything(self, seed: int) -> None:
        if self.game.is_running:
            player, orders = self.orders()
            self.confirm(player, orders[seed % len(orders)])

    @rule()
    def draft(self) -> None:
        if self.game.is_running:
            with suppress(PlayError, IllegalOrder):
                draft_turn(self.game, 2)

    @rule(seat=st.integers(0, 2), seed=st.integers())
    def set_standing_order(self, seat: int, seed: int) -> None:
        player = at(self.game, seat)
        if not self.game.is_running or player.user is None:
            return
        title = self.game.rules()
        view = title.view(self.game.position(), seat)
        rng = random.Random(seed)
        question = rng.choice(STANDING_ORDERS[title.id].questions(view))
        filled = filled_of(random_wish(question, view, rng))
        services.set_standing_order(player=player, asked=question.asked, filled=filled)

    @rule()
    def run_out_of_time(self) -> None:
        self.now += timedelta(hours=30)
        services.sweep(now=self.now)

    @rule(seat=st.integers(0, 2), seed=st.integers(0, 7))
    def leave(self, seat: int, seed: int) -> None:
        player = at(self.game, seat)
        people = Player.objects.filter(game=self.pk, user__isnull=False).count()
        if seed == 0 and self.game.is_running and player.user is not None and people > 2:
            services.leave(game=self.game, user=player.user)

    @rule(seat=st.integers(0, 2), yes=st.booleans())
    def vote(self, seat: int, yes: bool) -> None:
        player = at(self.game, seat)
        if player.user is None or not self.game.is_running:
            return
        try:
            vote = services.open_vote(player=player, kind="pause")
            for other in Player.objects.filter(game=self.pk, user__isnull=False).exclude(seat=seat):
                services.cast(player=other, vote_id=vote.pk, choice="yes" if yes else "no")
        except PlayError:
            return

    @invariant()
    def every_planned_move_was_promised(self) -> None:
        game = self.game
        title = game.rules()
        for move in game.moves.filter(played_by=PlayedBy.PLANNED, number__gt=self.checked):
            lines = [line for line in self.kept if line.player.seat == move.seat]
            assert any(
                spec(line, self.seen(title, line, move.number))
                for line in lines
                if line.begun < move.number <= self.gone.get(line.pk, move.number)
            )
        self.checked = game.moves_made

    def seen(self, title, line: ConditionalLine, number: int) -> Steps:
        moves = self.game.moves.filter(number__gt=line.begun, number__lte=number)
        return [
            (
                move.rules_seat,
                title.redact(move.rules_seat, move.order, move.events, line.player.seat),
            )
            for move in moves
        ]

    @invariant()
    def no_line_is_waited_for_that_could_play(self) -> None:
        game = self.game
        asked = game.rules().to_move(game.position())
        for line in ConditionalLine.objects.waiting(game):
            if line.followed == line.begun or line.player.seat not in asked:
                continue
            assert not has_come(line)

    def teardown(self) -> None:
        assert not problem_of(self.game)


class TeutonicaLines(Lines):
    title = "teutonica"


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("machine", [Lines, TeutonicaLines])
@pytest.mark.parametrize(
    ("examples", "steps"), [(3, 20), pytest.param(60, 60, marks=pytest.mark.long)]
)
def test_lines_keep_their_promises_whatever_happens(machine, examples: int, steps: int) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=examples < 10,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        ),
    )


def test_a_game_that_is_over_keeps_no_lines() -> None:
    game, mine, steps = others_turn()
    Game.objects.filter(pk=game.pk).update(status="over")
    with pytest.raises(NotYourTurn):
        services.keep_line(player=mine, number=game.moves_made, steps=steps)
