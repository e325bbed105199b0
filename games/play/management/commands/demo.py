"""The demo: an account with a running game of every title, and a club with finished ones."""

import os
import random
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from django.utils import timezone

from games.accounts.models import Profile, User
from games.play import services
from games.play.engine.finishing import finish
from games.play.engine.locks import locked_game
from games.play.engine.session import GameSession
from games.play.models import Game, Holder, Player, Wait
from games.play.services import SeatPlan, Terms
from games.rules import TITLES
from games.rules.title import CHANCE, Title, nearest

NAME = "Merchant"
RUNNING = "Your game of {title}"
FINISHED = "Last week's game of {title}"
CLUB = "Club evening {number}: {title}"
BOT = "greedy"
GAMES = 10
"""How many games of each title the club has played: enough for ratings to be listed."""

AGO = timedelta(weeks=6)
"""When the last game of the club began."""

NICE = 10
"""The club plays with less priority than the site."""

# A game of good bots ends long before this; it only stops a broken one from running forever.
MOST_ORDERS = 20_000


@dataclass(frozen=True)
class Demo:
    """A person of the club: how often they do anything at all, and when they play.

    `slips` is the share of their orders that are random, `hour` the hour of the day (UTC) at which
    they usually answer.
    """

    name: str
    slips: float
    hour: int
    country: str = ""
    language: str = ""
    about: str = ""


PEOPLE = (
    Demo("Anna", 0.0, 19, "DE", "de", "I build the longest network and regret nothing."),
    Demo("Bertram", 0.1, 7, "NL", "nl", "A turn with every coffee."),
    Demo("Cecilie", 0.25, 21, "NO", "nb", "Here for the Baltic."),
    Demo("Detlef", 0.5, 12),
)


class Command(BaseCommand):
    """Creates what is missing of the demo and prints how to sign in; safe to run again.

    With --club, which takes a minute, it only creates the people of the club and their games.
    """

    help = "Make a demo account with a running game of every title, and a club with finished ones."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add --club."""
        parser.add_argument(
            "--club", action="store_true", help="only let the people of the club play"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Create what is missing."""
        if options["club"]:
            os.nice(NICE)
            for number in range(GAMES):
                for title in TITLES.values():
                    _club_game(title, number)
            return
        password_file = settings.VAR / "demo-password"
        user, password = demo_account()
        if password:
            password_file.touch(mode=0o600)
            password_file.write_text(password)
        elif password_file.exists():
            password = password_file.read_text().strip()
        for title in TITLES.values():
            if not _has(user, title.id, "running"):
                self._game(user, title, RUNNING, nearest(title, 4))
            if not _has(user, title.id, "over"):
                play_out(self._game(user, title, FINISHED, nearest(title, 3)))
        said = f"password {password}" if password else "the password you gave it"
        self.stdout.write(f"  Sign in as {NAME} with {said}")

    def _game(self, user: User, title: Title, name: str, players: int) -> Game:
        return services.create_game(
            creator=user,
            title=title.id,
            seats=[SeatPlan(user=user), *[SeatPlan(bot=BOT)] * (players - 1)],
            options={},
            name=name.format(title=title.name),
        )


@transaction.atomic
def demo_account() -> tuple[User, str]:
    """Return the demo account, and its password if it was created just now."""
    user = User.objects.filter(username__iexact=NAME).first()
    if user is not None:
        return user, ""
    password = "-".join(secrets.token_hex(2) for _ in range(3))
    user = User.objects.create_user(NAME, f"{NAME.lower()}@example.org", password)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user, password


def _club_game(title: Title, number: int) -> None:
    """Let people of the club have played one more game of a title, unless they have already."""
    club = [_person(each) for each in PEOPLE]
    name = CLUB.format(number=number + 1, title=title.name)
    if Game.objects.filter(name=name, players__user=club[0], status="over").exists():
        return
    people = [club[(number + turn) % len(club)] for turn in range(len(club))]
    user = User.objects.filter(username__iexact=NAME).first()
    if user and number % 2:
        # The demo account sits in for one of them every other time.
        people[people.index(club[-1])] = user
    game = services.create_game(
        creator=people[0],
        title=title.id,
        seats=[SeatPlan(user=person) for person in people],
        options={},
        name=name,
        terms=Terms(hours=7 * 24),
    )
    play_out(game, timezone.now() - AGO - timedelta(weeks=GAMES - number))


def _person(demo: Demo) -> User:
    """Return a person of the club; nobody can sign in as them."""
    user = User.objects.filter(username__iexact=demo.name).first()
    if user is None:
        user = User.objects.create_user(demo.name)
        told = {"country": demo.country, "language": demo.language, "about": demo.about}
        Profile.objects.create(user=user, **told)
    return user


def play_out(game: Game, began: datetime | None = None) -> None:
    """Play a game to its end, turn by turn, as if it had begun at a moment; by default now.

    Bots play for the people, some of whom slip now and then.
    """
    dice = random.SystemRandom()
    by_name = {each.name: each for each in PEOPLE}
    now = began or timezone.now()
    if began:
        Game.objects.filter(pk=game.pk).update(created=now, started=now)
        Holder.objects.filter(player__game=game).update(since=now)
        Wait.objects.filter(player__game=game).update(since=now, clock_since=now)
    while game.is_running:
        with transaction.atomic():
            session = GameSession.of(locked_game(game.pk), now)
            player = session.players[session.to_move()[0]]
            demo = by_name.get(player.name)
            if began:
                session.now = now = _next_answer(now, demo.hour if demo else 18, dice)
            _take_turn(session, player, demo.slips if demo else 0.0, dice)
            finish(session, player)
            game = session.game


def _take_turn(session: GameSession, player: Player, slips: float, dice: random.Random) -> None:
    """Play for a player until the game waits for somebody else."""
    for _ in range(MOST_ORDERS):
        seats = session.to_move()
        if seats == (CHANCE,):
            session.draw()
        elif player.seat not in seats:
            break
        elif dice.random() < slips:
            orders = session.title.orders(session.state, player.seat)
            session.play(player.seat, orders[dice.randrange(len(orders))])
        else:
            session.play(player.seat, session.bot_order(player))
    session.go_on()


def _next_answer(now: datetime, hour: int, dice: random.Random) -> datetime:
    """Return when somebody answers who usually does so around an hour of the day."""
    usual = now.replace(hour=hour, minute=0) + timedelta(minutes=dice.randrange(120))
    answer = usual if usual > now else now + timedelta(minutes=10 + dice.randrange(240))
    return min(answer, timezone.now())


def _has(user: User, title: str, status: str) -> bool:
    return Game.objects.filter(players__user=user, title=title, status=status).exists()
