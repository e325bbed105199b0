"""Games to join, watch or look up, filtered."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.accounts.models import Audience, Follow, Profile, User
from games.accounts.people import shown_to
from games.accounts.spellings import contains
from games.club.models import Standing
from games.club.pages.games import WON, by_players, by_table
from games.play.models import Game, Pace, Player, Status
from games.play.models.game import GameQuerySet, has_seat, joinable_cards
from games.ratings.models import Pool

FOLLOWED, STRONG = "followed", "strong"

STRONGEST = 20
"""The first on the leaderboard of all games of a title count as strong."""

PACES = {
    "day": (gettext_lazy("Up to 1 day per turn"), Q(pace=Pace.DAYS, hours__lte=24)),
    "three": (gettext_lazy("Up to 3 days per turn"), Q(pace=Pace.DAYS, hours__lte=72)),
    "slow": (gettext_lazy("More than 3 days per turn"), Q(pace=Pace.DAYS, hours__gt=72)),
    "bank": (pgettext_lazy("pace", "Time bank"), Q(pace=Pace.BANK)),
}
"""The paces that can be chosen: a label, and a condition on games."""


@dataclass(frozen=True)
class Search:
    """Which games are wanted; '' and None want all.

    `table` is as in `games.club.pages.games.Wanted`, `pace` a key of PACES, `rated` 'yes' or 'no',
    `reliability` the least that a game asks for, in percent, `language` that of its creator.
    `who` is FOLLOWED or STRONG, `person` someone who plays or played, `result` what came of it for
    them, and `name` a part of the game's name.
    """

    table: str = ""
    players: int | None = None
    pace: str = ""
    rated: str = ""
    reliability: int = 0
    language: str = ""
    who: str = ""
    person: User | None = None
    result: str = ""
    name: str = ""


def open_games(search: Search, visitor: Any) -> GameQuerySet:
    """Return the games that a visitor could join, first those of people they follow."""
    games = joinable_cards()
    if visitor.is_authenticated:
        games = games.welcoming(visitor).filter(~Q(has_seat(user_id=visitor.pk)))
    return _filtered(games, search, visitor)


def running_games(search: Search, visitor: Any) -> GameQuerySet:
    """Return the games that a visitor can watch, the latest move first."""
    games = Game.objects.for_lists().visible_to(visitor).filter(status=Status.RUNNING)
    return _filtered(games, search, visitor).order_by("-last_move_at", "-pk")


def finished_games(search: Search, visitor: Any) -> GameQuerySet:
    """Return the finished games that a visitor may see, the newest first."""
    games = Game.objects.for_lists().visible_to(visitor).filter(status=Status.OVER)
    return _filtered(games, search, visitor).order_by("-ended", "-pk")


def _filtered(games: GameQuerySet, search: Search, visitor: Any) -> GameQuerySet:
    games = by_players(by_table(games, search.table), search.players)
    if search.pace:
        games = games.filter(PACES[search.pace][1])
    if search.rated:
        games = games.filter(rated=search.rated == "yes")
    if search.reliability:
        games = games.filter(least_reliability__gte=search.reliability)
    if search.name:
        games = games.filter(contains(search.name))
    if search.language:
        games = games.filter(creator__in=_speakers(search.language, visitor))
    seats = Player.objects.filter(game=OuterRef("pk"))
    if search.who == FOLLOWED and visitor.is_authenticated:
        followed = Follow.objects.filter(user=visitor).values("other")
        games = games.filter(Exists(seats.filter(user__in=followed)))
    elif search.who == STRONG:
        games = games.filter(_of_strong_people())
    if search.person is not None:
        if search.result == WON:
            games = games.filter(has_seat(user_id=search.person.pk, place=1))
        elif search.result:
            games = games.filter(Exists(seats.filter(user=search.person, place__gt=1)))
        else:
            games = games.filter(has_seat(user_id=search.person.pk))
        profile = Profile.of(search.person)
        public = profile.shows_games == Audience.EVERYONE
        if not public and not shown_to(profile, visitor).games:
            # Names and rated results are always public.
            games = games.filter(rated=True)
    return games


def _speakers(language: str, visitor: Any) -> Any:
    """Return the people who tell a visitor that they speak a language."""
    seen = [Audience.EVERYONE, *([Audience.MEMBERS] if visitor.is_authenticated else [])]
    return Profile.objects.filter(language=language, shows_about__in=seen).values("user")


def _of_strong_people() -> Exists:
    """Return the condition that one of the strongest people of its title plays a game."""
    strongest = Standing.objects.filter(
        title=OuterRef(OuterRef("title")),
        pool=Pool.PEOPLE,
        board="",
        players=0,
        month="",
        place__lte=STRONGEST,
    )
    seats = Player.objects.filter(game=OuterRef("pk"))
    return Exists(seats.filter(user__in=strongest.order_by().values("user")))
