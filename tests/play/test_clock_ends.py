"""Every game ends, whoever stays away and whatever is voted; a sweep that comes twice does once.

Time is simulated: it jumps from one thing that is due to the next.
"""

import random
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.accounts.models import User, Vacation
from games.bots import BOTS
from games.play import services
from games.play.engine.clock import LONGEST_SLEEP
from games.play.engine.pausing import PAUSE_TIME
from games.play.engine.votes import VOTE_TIME
from games.play.errors import PlayError
from games.play.management.commands.verify_games import problem_of
from games.play.models import Agreement, Game, Move, OnTimeout, Pace, Player, Vote, VoteKind, Wait
from games.play.models.pace import MAX_PAUSES
from games.play.models.votes import MAX_WAITS
from games.play.services import Terms
from games.play.services.thinking import GIVE_UP
from games.post.models import Letter
from games.rules import TITLES
from games.rules.title import CHANCE
from tests.cases import first
from tests.factories import UserFactory
from tests.play import poll_title
from tests.play.factories import game_of, short_title
from tests.play.timepiece import START, Timepiece, timepiece
from tests.play.wait_laws import check_waits

__all__ = ["timepiece"]
pytestmark = pytest.mark.django_db

MOST_STEPS = 20_000
VACATION = 20
HOURS = (1, 6, 24, 72, 168)


class World:
    """One game, its people with their habits, and the time."""

    def __init__(self, title: str, seed: int, piece: Timepiece) -> None:
        self.dice, self.piece = random.Random(seed), piece
        self.terms = Terms(
            pace=self.dice.choice(Pace.values),
            hours=self.dice.choice(HOURS),
            bank_hours=self.dice.choice((0, 24, 240)),
            reaction_hours=self.dice.choice(HOURS),
            grace_hours=self.dice.choice((0, *HOURS)),
            on_timeout=self.dice.choice(OnTimeout.values),
            agreement=self.dice.choice(Agreement.values),
        )
        count = self.dice.choice(TITLES[title].players)
        seats = [self.dice.choice(["person"] * 4 + ["random", "merchant"]) for _ in range(count)]
        seats[0] = "person"
        self.game = game_of(
            *[self.person() if seat == "person" else seat for seat in seats],
            title=title,
            terms=self.terms,
        )
        # How long each person takes, in parts of a clock: None never comes.
        self.habits = {
            player.user_id: self.dice.choice((None, 0.01, 0.5, 1.5)) for player in self.people()
        }
        self.plans: dict[tuple[int, int], datetime | None] = {}

    def person(self) -> User:
        """Somebody who sleeps, or takes days off, or does not."""
        user = UserFactory()
        if self.dice.random() < 0.5:
            user.time_zone = self.dice.choice(["Asia/Tokyo", "America/Lima", "Europe/Berlin"])
            user.sleeps_from = self.dice.randrange(24)
            user.sleeps_to = (user.sleeps_from + self.dice.randint(1, LONGEST_SLEEP)) % 24
            user.weekends_off = self.dice.random() < 0.5
            user.save()
        if self.dice.random() < 0.3:
            first = START.date() + timedelta(days=self.dice.randrange(100))
            last = first + timedelta(days=VACATION - 1)
            Vacation.objects.create(user=user, first=first, last=last)
        return user

    def people(self) -> list[Player]:
        return [player for player in Player.objects.at_table(self.game) if player.user_id]

    def due(self) -> list[datetime]:
        """When the clock has something to do."""
        self.game.refresh_from_db()
        slow = self.game.thinking_since
        # No worker comes in these tests: the sweep plays for bots that think.
        moments = [self.game.paused_until, slow and slow + GIVE_UP]
        moments += Wait.objects.values_list("next_check_at", flat=True)
        moments += Vote.objects.filter(closed=None).values_list("closes", flat=True)
        return [moment for moment in moments if moment]

    def intended(self) -> dict[Player, datetime]:
        """When the people who are asked mean to move."""
        moments = {}
        for player in self.people():
            habit = self.habits.get(player.user_id, 0.1)
            if not player.is_waited_for or habit is None:
                continue
            span = timedelta(hours=self.terms.hours) * habit * self.dice.uniform(0.5, 1.2)
            plan = self.plans.setdefault((player.seat, player.wait.move), self.piece.now + span)
            moments[player] = max(plan, self.piece.now)
        return moments

    def go_on(self) -> None:
        """Jump to the next thing that happens, and let it happen."""
        intended = self.intended()
        moment = min(self.due() + list(intended.values()))
        self.piece.now = max(self.piece.now, moment)
        movers = [player for player, when in intended.items() if when <= self.piece.now]
        if movers:
            self.move(self.dice.choice(movers))
        else:
            if self.dice.random() < 0.1:
                self.piece.go(days=self.dice.randrange(10))
            self.sweep()
        if self.dice.random() < 0.2:
            self.meddle()

    def sweep(self) -> None:
        """Sweep twice: the second time there is nothing left to do."""
        services.sweep()
        before = everything()
        assert services.sweep() == 0
        assert everything() == before
        check_waits()

    def move(self, player: Player) -> None:
        """Play all that a player may before chance or another must act."""
        game = Game.objects.get(pk=self.game.pk)
        title = game.rules()
        state = title.load(game.state)
        orders = []
        while player.seat in title.to_move(state) and len(orders) < 40:
            choice = title.orders(state, player.seat)
            order = BOTS["journeyman"](title.view(state, player.seat), choice, self.dice)
            orders.append(title.write(state, order))
            state = title.apply(state, player.seat, order)
            if title.to_move(state) == (CHANCE,):
                break
        services.confirm(player=player, version=game.version, orders=orders)

    def meddle(self) -> None:
        """Ask for a vote, cast ballots, take a seat that is offered or take it back."""
        people = self.people()
        if not people:
            return
        someone = self.dice.choice(people)
        try:
            if someone.offered_at and self.dice.random() < 0.3:
                services.come_back(player=someone)
            elif any(player.offered_at for player in people) and self.dice.random() < 0.2:
                services.join(game=self.game, user=self.person())
            elif self.dice.random() < 0.3:
                kinds = [VoteKind.PAUSE] * 4 + [VoteKind.RESUME] * 4
                kinds += [VoteKind.CANCEL, VoteKind.END]
                services.open_vote(player=someone, kind=self.dice.choice(kinds))
            else:
                self.cast(someone)
        except PlayError:
            pass

    def cast(self, player: Player) -> None:
        for vote in Vote.objects.filter(game=self.game, closed=None).select_related("about"):
            final = vote.kind in (VoteKind.CANCEL, VoteKind.END)
            choice = "no" if final else self.dice.choice(vote.choices())
            services.cast(player=player, vote_id=vote.pk, choice=choice)

    def longest(self) -> timedelta:
        """How long the game may have taken at most, as often as it waited for somebody."""
        terms = self.terms
        clock = max(terms.hours + terms.bank_hours, terms.reaction_hours)
        one = timedelta(hours=clock + terms.grace_hours)
        # Twelve hours of a day count, on five days of a week; a wait may begin on a Friday night.
        one = one * (24 / (24 - LONGEST_SLEEP)) * (7 / 5) + timedelta(days=4)
        wait = (one + VOTE_TIME) * (MAX_WAITS + 1)
        waits = Letter.objects.filter(kind="turn").count()
        again = MAX_PAUSES * (PAUSE_TIME + one + VOTE_TIME)
        late = timedelta(days=10)
        vacations = Vacation.objects.count() * timedelta(days=VACATION)
        return waits * (wait + late) + again + vacations


def everything() -> list[Any]:
    """All that a sweep could change."""
    kept = [
        list(kind.objects.order_by("pk").values()) for kind in (Game, Player, Wait, Vote, Letter)
    ]
    return [*kept, Move.objects.count()]


def ends(world: World) -> None:
    """Live through a game to its end."""
    game = world.game
    for _ in range(MOST_STEPS):
        game.refresh_from_db()
        if not game.is_running:
            break
        # Without anybody's doing there is always something that brings the game on.
        assert world.due()
        world.go_on()
    assert game.status in ("over", "cancelled")
    assert game.ended - game.started <= world.longest()
    assert not world.due()
    assert problem_of(game) == ""


@pytest.mark.parametrize("seed", first(3, range(20)))
def test_a_game_ends_however_people_behave(seed: int, timepiece: Timepiece, monkeypatch):
    monkeypatch.setattr(poll_title, "LAST", 8)
    with poll_title.registered():
        ends(World("poll", seed, timepiece))


@short_title
def test_a_game_of_every_title_ends_however_people_behave(title: str, timepiece: Timepiece):
    ends(World(title, 1, timepiece))


@pytest.mark.parametrize("on_timeout", OnTimeout.values)
def test_a_game_that_everybody_has_left_ends(timepiece: Timepiece, monkeypatch, on_timeout):
    monkeypatch.setattr(poll_title, "LAST", 8)
    with poll_title.registered():
        world = World("poll", 3, timepiece)
        Game.objects.update(on_timeout=on_timeout)
        world.habits = dict.fromkeys(world.habits)
        monkeypatch.setattr(world, "meddle", lambda: None)
        ends(world)
    assert world.game.is_over
    assert world.game.result["places"]
