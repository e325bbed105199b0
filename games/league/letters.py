"""The notifications of leagues and cups: seasons that begin and end, weeks, acts of staff."""

from abc import abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy

from games.accounts.models import StaffAct, User
from games.club.pages.games import nth
from games.league.models import Entry, EntryStatus, Kind, League, Moves, Season, TableSeat
from games.league.pages.leagues import division_url
from games.league.pages.standings import name_of, standings_of
from games.league.pages.words import figure, whole_name
from games.league.policies import obstacle_in_debts
from games.league.terms import CLOSING
from games.play.language import say, spoken
from games.play.letters.context import ORDERS
from games.play.models import Game, Player
from games.play.pages.time_left import moment_in
from games.play.visits import visit_url
from games.post.letters import Written, compose, sentences
from games.post.models import Letter
from games.post.notifications.base import Notification
from games.post.notifications.notices import notice
from games.rules.common.message import Player as PlayerName
from games.rules.common.message import series

STOPPED, MOVED, GIVEN_BACK, COUNTED = "stopped", "moved", "given_back", "counted"
"""What staff did of which `StaffActed` tells."""

TOPIC = "league"


def topic_of(league: int) -> str:
    """Return the topic of the emails about a league, by its id."""
    return f"{TOPIC}:{league}"


def names(leagues: Collection[int]) -> dict[int, str]:
    """Return the names of leagues, by their ids: those of the topics of their emails."""
    return dict(League.objects.filter(pk__in=leagues).values_list("pk", "name"))


@dataclass(frozen=True)
class SeasonNotification(Notification):
    """Tells somebody about a season, by the ids of its league and its own."""

    league: int
    season: int

    @property
    def topic(self) -> str:
        return topic_of(self.league)

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.season}:{user.pk}"

    def write(self, letter: Letter) -> Written | None:
        """Write what is true now, or return None if there is nothing left to say."""
        season = Season.objects.select_related("league").filter(pk=self.season).first()
        return None if season is None else self.tell(letter, season)

    @abstractmethod
    def tell(self, letter: Letter, season: Season) -> Written | None:
        """Write what is true of the season now, or return None if there is nothing left to say."""


@dataclass(frozen=True)
class SeasonBegun(SeasonNotification):
    """Shows somebody all their tables of a season that has begun, and who is to move at each.

    The games themselves send nothing about their start, nor about a turn that its reader has there.
    """

    kind = "season_begun"
    label = pgettext_lazy("notification", "Start of a season")
    asks = ORDERS

    def tell(self, letter: Letter, season: Season) -> Written | None:
        entry = _entry(season, letter)
        if entry is None or entry.division is None or not season.is_under_way:
            return None
        seats = entry.table_seats.filter(lost_at=None, table__ended_at=None)
        tables = [_table(seat, letter.reader) for seat in _by_table(seats)]
        if not tables:
            return None
        path = division_url(season, entry.division.number)
        subject = gettext("{season}: your tables are ready").format(season=_called(season))
        begun = _begun(season, entry.division.number)
        turns = [table["whose"] for table in tables if table["mine"]]
        deadlines = [table["until"] for table in tables if table["until"] is not None]
        return compose(
            letter,
            subject=subject,
            template="league/letters/season_begun",
            context=lambda: {
                "sentence": begun,
                "end": _last_day(season, letter),
                "tables": tables,
                "button_url": settings.SITE_URL + path,
                "button_label": gettext("See the standings"),
            },
            short=sentences(subject, *turns),
            url=settings.SITE_URL + path,
            waits=bool(turns),
            until=min(deadlines, default=None),
        )


def _begun(season: Season, division: int) -> str:
    if season.league.kind == Kind.CUP:
        return gettext("The cup has begun. You play all your games at once, one in each seat.")
    return gettext(
        "The season has begun. You're in division {number}, and play all your games at once, one "
        "in each seat."
    ).format(number=division)


def _last_day(season: Season, letter: Letter) -> str:
    """Return the limit near the end of a season, and that time off does not change it."""
    if season.league.kind == Kind.CUP:
        said = gettext(
            "The last day of the cup is {day}. After it, each turn adds half the time, and on "
            "{end} bots finish the games that are still open."
        )
    else:
        said = gettext(
            "The last day of the season is {day}. After it, each turn adds half the time, and on "
            "{end} bots finish the games that are still open."
        )
    days = {"day": season.ends_at, "end": season.ends_at + CLOSING}
    said = said.format(**{name: _day(moment, letter) for name, moment in days.items()})
    return sentences(said, gettext("Time off doesn't change these days."))


def _by_table(seats: Any) -> list[TableSeat]:
    return list(seats.select_related("table__game__event").order_by("table__number"))


def _table(seat: TableSeat, reader: User) -> dict[str, Any]:
    """Return what is told of a table: with whom, and whose turn it is."""
    game = seat.table.game
    players = list(Player.objects.at_table(game))
    others = [each for each in players if each.seat != seat.seat]
    mine = players[seat.seat]
    waits = mine.user_id == reader.pk and mine.is_waited_for
    wait = mine.wait if waits else None
    until = wait.deadline if wait else None
    return {
        "name": game.called,
        "url": visit_url(reader, game),
        "others": spoken().say(series([PlayerName(each.name) for each in others])),
        "mine": waits,
        "whose": _whose(game, reader, until) if waits else _others_turn(others),
        "until": until,
    }


def _whose(game: Game, reader: User, until: Any) -> str:
    if until is None:
        return gettext("It's your turn in {game}.").format(game=game.called)
    moment = f"{moment_in(until, ZoneInfo(reader.time_zone))} ({reader.time_zone})"
    said = gettext("It's your turn in {game}, and your time runs out {moment}.")
    return said.format(game=game.called, moment=moment)


def _others_turn(others: list[Player]) -> str:
    waiting = [PlayerName(each.name) for each in others if each.is_waited_for]
    if not waiting:
        return ""
    return gettext("We're waiting for {players}.").format(players=spoken().say(series(waiting)))


@dataclass(frozen=True)
class WeekStanding(SeasonNotification):
    """Says after a `week` of a season how its reader stands; one line, only in digests."""

    kind = "week_standing"
    label = pgettext_lazy("notification", "Standings of the week")
    digested = True

    week: int

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.season}:{self.week}:{user.pk}"

    def tell(self, letter: Letter, season: Season) -> Written | None:
        entry = _entry(season, letter)
        if entry is None or entry.division is None or not season.is_under_way:
            return None
        (standings,) = standings_of([entry.division])
        line = standings.line_of(letter.recipient)
        if line is None or not line.place:
            return None  # No table of the division is over.
        place = say(nth(line.place))
        if season.league.kind == Kind.CUP:
            sentence = gettext("You're {place}.").format(place=place)
        else:
            said = gettext("You're {place} in division {number}.")
            sentence = said.format(place=place, number=entry.division.number)
        games = gettext("Points: {points}. Games over: {played} of {tables}.").format(
            points=line.points, played=line.played, tables=line.tables
        )
        outlook = line.reach and gettext("Outlook: {reach}.").format(reach=line.reach)
        return notice(
            letter,
            subject=gettext("{season}: standings after week {week}").format(
                season=_called(season), week=self.week
            ),
            sentence=sentences(sentence, games, outlook),
            path=division_url(season, entry.division.number),
            label=gettext("See the standings"),
        )


@dataclass(frozen=True)
class SeasonEnded(SeasonNotification):
    """Says where its reader ended up, whether they move, and when the next season starts."""

    kind = "season_ended"
    label = pgettext_lazy("notification", "End of a season")

    def tell(self, letter: Letter, season: Season) -> Written | None:
        entry = _entry(season, letter)
        if entry is None or entry.division is None or not season.is_over or not entry.final_rank:
            return None
        place = say(nth(entry.final_rank))
        if season.league.kind == Kind.CUP:
            result = gettext("You finished {place}.").format(place=place)
        else:
            said = gettext("You finished {place} in division {number}.")
            result = said.format(place=place, number=entry.division.number)
        points = gettext("Points: {points}.").format(points=figure(entry.points))
        following = season.league.seasons.filter(number__gt=season.number).first()
        standings = division_url(season, entry.division.number), gettext("See the standings")
        (path, label), upcoming, also = standings, "", ("", "")
        if following is not None and following.is_registering:
            path = reverse("league:league", args=[season.league.slug])
            (label, upcoming), also = _registration(following, letter), standings
        return notice(
            letter,
            subject=gettext("{season} is over").format(season=_called(season)),
            sentence=sentences(result, points, _move(entry), upcoming),
            path=path,
            label=label,
            also=also,
        )


def _move(entry: Entry) -> str:
    if entry.final_rank == 1 and entry.division is not None and entry.division.number == 1:
        if entry.season.league.kind == Kind.CUP:
            return gettext("You've won the cup.")
        return gettext("You've won the season.")
    match entry.moves:
        case Moves.UP:
            return gettext("You move up a division.")
        case Moves.DOWN:
            return gettext("You move down a division.")
        case Moves.STAY if entry.season.league.kind == Kind.LEAGUE:
            return gettext("You stay in this division.")
    return ""


def _registration(following: Season, letter: Letter) -> tuple[str, str]:
    """Return the button for the next season, and a sentence about it."""
    label = pgettext("button", "Register")
    said = gettext("The next season starts on {day}: register until then.")
    if following.entries.filter(user=letter.recipient).exists():
        label = gettext("See the league")
        said = gettext("You've registered for the next season, which starts on {day}.")
    said = said.format(day=_day(following.starts_at, letter))
    return label, sentences(said, obstacle_in_debts(following, letter.reader))


@dataclass(frozen=True)
class Substituted(SeasonNotification):
    """Says to a substitute that they have the seat of someone who is gone, by the id of its game.

    Whether it is their turn there, the game itself tells.
    """

    kind = "substituted"
    label = pgettext_lazy("notification", "Substitute")

    game: int

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{user.pk}"

    def tell(self, letter: Letter, season: Season) -> Written | None:
        seats = TableSeat.objects.filter(table__game=self.game, substitute=letter.recipient)
        seat = seats.select_related("table__game__event", "entry__user").first()
        if seat is None or seat.table.ended_at is not None:
            return None
        game = seat.table.game
        said = gettext("You've taken over the seat of {player} in {game}, with a fresh clock.")
        rated = gettext("It's a rated game like any other, but brings no points in the season.")
        if season.league.kind == Kind.CUP:
            rated = gettext("It's a rated game like any other, but brings no points in the cup.")
        return notice(
            letter,
            subject=gettext("{game}: you're a substitute").format(game=game.called),
            sentence=sentences(
                said.format(player=name_of(seat.entry.user), game=game.called), rated
            ),
            path=game.get_absolute_url(),
            label=gettext("See the game"),
            also=(_season_url(season), gettext("See the standings")),
        )


@dataclass(frozen=True)
class CupCancelled(SeasonNotification):
    """Says that a cup is cancelled before it began: by its organizer, or as `too_few` joined."""

    kind = "cup_cancelled"
    label = pgettext_lazy("notification", "Cancelled cup")

    too_few: bool = False

    def tell(self, letter: Letter, season: Season) -> Written | None:
        days = (season.starts_at - season.opens_at).days
        if self.too_few:
            said = ngettext(
                "Not enough people have joined {cup} in {number} day, so it's cancelled.",
                "Not enough people have joined {cup} in {number} days, so it's cancelled.",
                days,
            )
        else:
            said = gettext("The organizer cancelled {cup} before it began.")
        cup = season.league.called
        return notice(
            letter,
            subject=gettext("{cup} is cancelled").format(cup=cup),
            sentence=said.format(cup=cup, number=days),
            path=reverse("league:leagues"),
            label=gettext("See leagues and cups"),
        )


@dataclass(frozen=True)
class StaffActed(SeasonNotification):
    """Says what staff `did` about a season and why, by the id of the act in their log.

    `number` is the division into which the reader was put, or the id of the game in which they got
    their seat back, or only its result, as bots finish the games of the season.
    """

    kind = "league_staff"
    label = pgettext_lazy("notification", "Staff")

    did: str
    act: int
    number: int = 0

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.act}:{user.pk}"

    def tell(self, letter: Letter, season: Season) -> Written | None:
        act = StaffAct.objects.filter(pk=self.act).first()
        if act is None:
            return None
        path, label = _season_url(season), gettext("See the season")
        if self.did == STOPPED:
            said = gettext("Staff have stopped {season}, so it has no result.")
            if season.started_at is not None:
                said = gettext(
                    "Staff have stopped {season}, so it has no result. Its games go on as other "
                    "games."
                )
            said = said.format(season=_called(season))
        elif self.did == MOVED:
            if not season.is_registering:
                return None
            said = gettext("Staff have put you into division {number} for its start.").format(
                number=self.number
            )
        else:
            game = Game.objects.filter(pk=self.number).first()
            if game is None:
                return None
            path, label = game.get_absolute_url(), gettext("See the game")
            said = _given_back(season, game, letter, counted=self.did == COUNTED)
        return notice(
            letter,
            subject=gettext("{season}: a decision by staff").format(season=_called(season)),
            sentence=sentences(said, gettext("Their reason: {reason}").format(reason=act.reason)),
            path=path,
            label=label,
        )


def _given_back(season: Season, game: Game, letter: Letter, *, counted: bool) -> str:
    if counted:
        said = gettext(
            "Staff have decided that your seat in {game} counts for you again. Bots are finishing "
            "the games that are still open, so one plays for you to the end."
        )
        return said.format(game=game.called)
    said = gettext(
        "Staff have given you back your seat in {game}. You can play there until {day}; then bots "
        "finish the games that are still open."
    )
    return said.format(game=game.called, day=_day(season.ends_at + CLOSING, letter))


def _entry(season: Season, letter: Letter) -> Entry | None:
    """Return the entry of a letter's reader, None unless they play in the season."""
    entries = season.entries.filter(user=letter.recipient, status=EntryStatus.PLAYING)
    entry = entries.select_related("division").first()
    if entry is not None:
        entry.season = season
    return entry


def _called(season: Season) -> str:
    return whole_name(season.league, season.number)


def _season_url(season: Season) -> str:
    return reverse("league:season", args=[season.league.slug, season.number])


def _day(moment: Any, letter: Letter) -> str:
    return date_format(localtime(moment, ZoneInfo(letter.reader.time_zone)), "DATE_FORMAT")
