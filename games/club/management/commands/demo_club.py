"""Give the demo a club: its members and their games, from records that ship with this room."""

import math
import random
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.accounts.models import Profile, User
from games.accounts.models.user import has_name
from games.bots import seated
from games.bots.setups import drawn_options, setups_of
from games.club.services.leaderboards import rank_everyone
from games.club.services.openings import count_openings
from games.club.services.statistics import fill_statistics
from games.play import services
from games.play.management.commands.demo import NAME
from games.play.models import Game
from games.play.services import Terms
from games.ratings.services import recompute_all
from games.rules import TITLES, record
from games.rules.playthrough import play_out
from games.rules.record import Record
from games.rules.replay import canonical, record_of, title_of
from games.rules.title import AnyTitle

RECORDS: Final = Path(__file__).parents[2] / "records"
"""The games of the club, a file each: the number of the evening, and the title."""
EVENING: Final = "Club evening {number}: {title}"
EVENINGS: Final = 16
"""How many games of each title the club has played: enough for ratings to be listed."""
ELSEWHERE: Final = (3, 5, 8, 10, 13, 15)
"""The evenings with a set-up drawn at random. The usual one is played often enough to be counted in
statistics."""
AGO: Final = timedelta(weeks=6)
"""When the last game of the club began."""


@dataclass(frozen=True)
class Member:
    """A person of the club, with what their profile says.

    A bot played for them, each evening at one of their `levels`. `hour` is that of the day (UTC) at
    which they usually play.
    """

    name: str
    levels: tuple[str, ...]
    hour: int
    country: str = ""
    language: str = ""
    about: str = ""


# Each wins now and then, as in a real club: a player who always wins stays too uncertain to be
# listed on a leaderboard.
CLUB: Final = (
    Member(
        "Anna",
        ("journeyman", "journeyman", "merchant"),
        19,
        "DE",
        "de",
        "I build the longest network and regret nothing.",
    ),
    Member("Bertram", ("journeyman",), 7, "NL", "nl", "A turn with every coffee."),
    Member("Cecilie", ("journeyman",), 21, "NO", "nb", "Here for the Baltic."),
    Member("Detlef", ("apprentice", "journeyman", "journeyman"), 12),
)
MEMBERS: Final = {each.name: each for each in (*CLUB, Member(NAME, ("journeyman",), 18))}
"""Everyone who plays, by name: the demo account too."""


class Command(BaseCommand):
    """Enters the club's games, then does what the worker does every night.

    It enters only the evenings that are missing, so it is safe to run again. With --record it lets
    bots play all evenings and writes their records instead; the same code writes the same records.
    """

    help = "Give the demo a club that has played, with ratings, statistics and leaderboards."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --record."""
        parser.add_argument(
            "--record",
            action="store_true",
            help="Let bots play the club's games again and write their records, which takes "
            "minutes. Do so when the rules change.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Enter the games of the club and count them, without a word; or write their records."""
        if options["record"]:
            _write_records()
            return
        people = {name: _person(member) for name, member in MEMBERS.items()}
        for file in sorted(RECORDS.glob("*.txt")):
            _enter(int(file.stem[:2]), record.read(file.read_bytes()), people)
        recompute_all()
        fill_statistics(seconds=math.inf)
        count_openings(seconds=math.inf)
        rank_everyone()


def _enter(number: int, known: Record, people: Mapping[str, User]) -> None:
    """Enter the game of an evening, unless it is there already."""
    name = EVENING.format(number=number, title=title_of(known).name)
    players = [people[each] for each in known.players]
    if Game.objects.filter(name=name, creator=players[0]).exists():
        return
    rng = random.Random(name)
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)

    def answered(seat: int, asked: datetime) -> datetime:
        return _next_answer(asked, MEMBERS[known.players[seat]].hour, rng)

    services.play_record(
        known=known,
        people=players,
        name=name,
        terms=Terms(hours=7 * 24),
        began=today - AGO - timedelta(weeks=EVENINGS - number),
        answered=answered,
    )


def _next_answer(now: datetime, hour: int, rng: random.Random) -> datetime:
    """Return when somebody answers who usually does so around an hour of the day."""
    usual = now.replace(hour=hour, minute=0) + timedelta(minutes=rng.randrange(120))
    return usual if usual > now else now + timedelta(minutes=10 + rng.randrange(240))


def _person(member: Member) -> User:
    """Return a person of the club; nobody can sign in as those who are created here."""
    user = User.objects.filter(has_name(member.name)).first()
    if user is None:
        if member not in CLUB:
            raise CommandError(f"There is no account {member.name}. Run the command demo first.")
        user = User.objects.create_user(member.name)
        about = {"country": member.country, "language": member.language, "about": member.about}
        Profile.objects.create(user=user, **about)
    return user


def _write_records() -> None:
    for title in TITLES.values():
        for number in range(1, EVENINGS + 1):
            text = canonical(_played(title, number))
            (RECORDS / f"{number:02}-{title.id}.txt").write_text(text, encoding="utf-8")


def _played(title: AnyTitle, number: int) -> Record:
    """Return the record of the game that bots play for members on an evening."""
    rng = random.Random(f"{title.id} {number}")
    setup, *_ = title.setups()
    options = setup.options
    if number in ELSEWHERE:
        setup = rng.choice(setups_of(title.id))
        options = drawn_options(title, setup, rng)
    names = rng.sample(list(MEMBERS), setup.players)
    levels = [rng.choice(MEMBERS[name].levels) for name in names]
    bots = [seated(level, levels) for level in levels]
    return record_of(play_out(title, options, bots, rng), names)
