"""A person's own plays, as files for other programs: a table, and what BG Stats reads.

Only finished games in which the person still has their seat are in them, with the others' names as
the person sees them on the page of the game.
"""

import csv
import io
import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext

from games.accounts.direction import bare
from games.accounts.models import User
from games.play.language import spoken
from games.play.models import Game, Player, Status
from games.play.pages.boards import BOARD, board_names
from games.ratings.models import ResultSeat
from games.rules import TITLES

MOST: Final = 10_000
"""How many plays are in a file, the newest ones."""

BATCH: Final = 500

BGG_IDS: Final = {"teutonica": 43015}
"""Numbers of titles at BoardGameGeek; BG Stats asks about a title without one, once."""

_SEATS: Final = max(max(title.players) for title in TITLES.values())
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True)
class Seat:
    """A seat as it ended; `bot` is the id of the bot that held it, '' for a person."""

    name: str
    known: bool
    bot: str
    own: bool
    first: bool
    place: int | None
    score: int | None


@dataclass(frozen=True)
class Play:
    """A finished game of a person; `title` is an id, the board is called as the person reads it."""

    game: int
    name: str
    title: str
    board: str
    started: datetime | None
    ended: datetime
    rated: bool
    private: bool
    seats: list[Seat]

    @property
    def own(self) -> Seat:
        return next(seat for seat in self.seats if seat.own)


def plays_of(user: User) -> Iterator[Play]:
    """Yield a person's plays, the newest first, some hundred read at a time."""
    own = Player.objects.filter(user=user, place__isnull=False, game__status=Status.OVER)
    newest = own.filter(game__hot_seat=False).order_by("-game__ended", "-game")
    numbers = list(newest.values_list("game", flat=True)[:MOST])
    for start in range(0, len(numbers), BATCH):
        batch = numbers[start : start + BATCH]
        games = Game.objects.defer("state", "result").in_bulk(batch)
        first = dict(
            ResultSeat.objects.filter(result__game__in=batch, starts=0).values_list(
                "result__game", "seat"
            )
        )
        players: dict[int, list[Player]] = {}
        for player in Player.objects.filter(game__in=batch).select_related("user"):
            players.setdefault(player.game_id, []).append(player)
        for number in batch:
            game = games[number]
            if game.ended is not None:
                yield _play(game, players[number], first.get(number), user)


def _play(game: Game, players: list[Player], first: int | None, user: User) -> Play:
    return Play(
        game=game.pk,
        name=game.name,
        title=game.title,
        board=board_names(game.title).get(game.options.get(BOARD, ""), ""),
        started=game.started,
        ended=game.ended or game.created,
        rated=game.rated,
        private=game.private,
        seats=[
            Seat(
                name=bare(player.level if player.bot else player.name),
                known=player.user is not None,
                bot=player.bot,
                own=player.user_id == user.pk,
                first=player.seat == first,
                place=player.place,
                score=player.score,
            )
            for player in players
        ],
    )


def as_table(user: User) -> str:
    """Return a person's plays as CSV (RFC 4180), with the mark by which Excel knows UTF-8."""
    text = io.StringIO("\ufeff", newline="")
    text.seek(0, io.SEEK_END)
    writer = csv.writer(text)
    columns = ["game", "name", "title", "board", "started", "ended", "rated", "private"]
    columns += ["players", "seat", "place", "score"]
    for number in range(1, _SEATS + 1):
        columns += [f"player_{number}", f"place_{number}", f"score_{number}"]
    writer.writerow(columns)
    for play in plays_of(user):
        row: list[Any] = [
            play.game, play.name, _called(play.title), play.board, _day(play.started),
            _day(play.ended), _yes(play.rated), _yes(play.private), len(play.seats),
            play.seats.index(play.own) + 1, play.own.place, play.own.score,
        ]  # fmt: skip
        for seat in play.seats:
            row += [seat.name, seat.place, seat.score]
        row += [""] * (len(columns) - len(row))
        writer.writerow(map(_cell, row))
    return text.getvalue()


def as_bg_stats(user: User) -> str:
    """Return a person's plays as a play file of BG Stats, which takes many plays in one file.

    Each thing has the same UUID in every file, so what is imported again is recognized. A game over
    days tells no duration.
    """
    people: dict[str, dict[str, Any]] = {}
    games: dict[str, dict[str, Any]] = {}

    def person(kind: str, name: str) -> int:
        key = f"{kind}:{name}"
        new = {"id": len(people) + 1, "uuid": _uuid(key), "name": name}
        entry = people.setdefault(key, new | {"isAnonymous": kind == "former"})
        return int(entry["id"])

    me = person("person", user.username)
    plays = []
    for play in plays_of(user):
        game = games.setdefault(
            play.title,
            {
                "id": len(games) + 1,
                "uuid": _uuid(f"title:{play.title}"),
                "name": _called(play.title),
                "bggId": BGG_IDS.get(play.title, 0),
                "highestWins": True,
                "noPoints": False,
                "cooperative": False,
                "usesTeams": False,
            },
        )
        plays.append(
            {
                "uuid": _uuid(f"game:{play.game}"),
                "gameRefId": game["id"],
                "locationRefId": 1,
                "playDate": f"{play.ended.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
                "durationMin": 0,
                "board": play.board,
                "comments": play.name,
                "ignored": False,
                "manualWinner": False,
                "rounds": 0,
                "rating": 0,
                "scoringSetting": 0,
                "usesTeams": False,
                "playerScores": [
                    {
                        "playerRefId": person(*who),
                        "score": "" if seat.score is None else str(seat.score),
                        "rank": seat.place or 0,
                        "winner": seat.place == 1,
                        "startPlayer": seat.first,
                        "seatOrder": number,
                        "newPlayer": False,
                    }
                    for number, (seat, who) in enumerate(
                        zip(play.seats, _people(play.seats), strict=True), 1
                    )
                ],
            }
        )
    location = {"id": 1, "uuid": _uuid("location"), "name": settings.SITE_HOST}
    told = {
        "about": gettext("A file of plays for BG Stats: open or share it with that app."),
        "userInfo": {"meRefId": me},
        "players": list(people.values()),
        "locations": [location],
        "games": list(games.values()),
        "plays": plays,
    }
    return json.dumps(told, ensure_ascii=False)


def _people(seats: list[Seat]) -> list[tuple[str, str]]:
    """Return a kind and a name for each seat, so that nobody sits twice in a play.

    Bots are known by their levels: the second journeyman in a game is 'journeyman bot 2'.
    """
    found: list[tuple[str, str]] = []
    for seat in seats:
        kind = "bot" if seat.bot else "person" if seat.known else "former"
        number = 1 + sum(other.name == seat.name for other in seats[: len(found)])
        found.append((kind, seat.name if number == 1 else f"{seat.name} {number}"))
    return found


def _called(title: str) -> str:
    return spoken().say(TITLES[title].name)


def _day(moment: datetime | None) -> str:
    return "" if moment is None else moment.astimezone(UTC).date().isoformat()


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _cell(value: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula, whatever people have typed into it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value


def _uuid(key: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{settings.SITE_URL}#{key}")).upper()
