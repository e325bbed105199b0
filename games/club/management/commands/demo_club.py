"""Let the people of the demo play, then show their games in statistics and leaderboards."""

import math
import os
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.accounts.models import Profile, User
from games.accounts.models.user import has_name
from games.club.services.leaderboards import rank_everyone
from games.club.services.statistics import fill_statistics
from games.play import services
from games.play.management.commands.demo import NAME, Habits, play_out
from games.play.models import Game
from games.play.services import SeatPlan, Terms
from games.ratings.services import recompute_all
from games.rules import TITLES
from games.rules.title import AnyTitle, nearest

EVENING = "Club evening {number}: {title}"
EVENINGS = 16
"""How many games of each title the club has played: enough for ratings to be listed."""

SEATS = 4

AGO = timedelta(weeks=6)
"""When the last game of the club began."""

NICE = 10
"""The club plays with less priority than the site."""


@dataclass(frozen=True)
class Member:
    """A person of the club, with what their profile says; a bot plays for them."""

    name: str
    habits: Habits
    country: str = ""
    language: str = ""
    about: str = ""


MEMBERS = (
    Member("Anna", Habits(0.0, 19), "DE", "de", "I build the longest network and regret nothing."),
    Member("Bertram", Habits(0.05, 7), "NL", "nl", "A turn with every coffee."),
    Member("Cecilie", Habits(0.12, 21), "NO", "nb", "Here for the Baltic."),
    Member("Detlef", Habits(0.2, 12)),
)


class Command(BaseCommand):
    """Lets the club play, which takes a minute, then does what the worker does every night.

    It plays only the evenings that are missing, so it is safe to run again.
    """

    help = "Give the demo a club that has played, with ratings, statistics and leaderboards."

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the games of the club and count them, without a word."""
        os.nice(NICE)
        for number in range(EVENINGS):
            for title in TITLES.values():
                _evening(title, number)
        recompute_all()
        fill_statistics(seconds=math.inf)
        rank_everyone()


def _evening(title: AnyTitle, number: int) -> None:
    """Let the club have played one more game of a title, unless they have already.

    The demo account is a member too. Each time somebody else stays at home.
    """
    name = EVENING.format(number=number + 1, title=title.name)
    club = [_person(each) for each in MEMBERS]
    game = Game.objects.filter(name=name, creator__in=club).first()
    if game is None:
        visitor = User.objects.filter(has_name(NAME)).first()
        everyone = [*club, visitor] if visitor else club
        first = number % len(everyone)
        people = (everyone[first:] + everyone[:first])[: nearest(title, SEATS)]
        game = services.create_game(
            creator=next(person for person in people if person != visitor),
            title=title.id,
            seats=[SeatPlan(user=person) for person in people],
            options={},
            name=name,
            terms=Terms(hours=7 * 24),
        )
    if game.is_running:
        began = timezone.now() - AGO - timedelta(weeks=EVENINGS - number)
        play_out(game, began, {each.name: each.habits for each in MEMBERS})


def _person(member: Member) -> User:
    """Return a person of the club; nobody can sign in as them."""
    user = User.objects.filter(has_name(member.name)).first()
    if user is None:
        user = User.objects.create_user(member.name)
        told = {"country": member.country, "language": member.language, "about": member.about}
        Profile.objects.create(user=user, **told)
    return user
