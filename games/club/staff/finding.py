"""What staff find and see of games and people."""

from dataclasses import dataclass
from datetime import datetime
from typing import Self

from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from games.accounts.models import StaffAct, User
from games.accounts.models.user import has_name
from games.accounts.requests import number_in
from games.accounts.spellings import contains, one_spelling
from games.play.event_hosts import counts_until, is_kept_apart
from games.play.models import Game, Log, Player, Rewind, Wait
from games.play.pages.log import Entry, entries_of
from games.play.seat_history import SeatHistory
from games.post.models import Letter
from games.ratings.models import Pool, Result

MOST = 25
"""How many games, people, waits or letters are listed at most."""

LAST_MOVES = 60


@dataclass(frozen=True)
class Found:
    """The games and people that a search found, at most MOST of each."""

    games: list[Game]
    people: list[User]

    @classmethod
    def of(cls, text: str) -> Self:
        """Search by a game's number or name, an email's ('email 12'), or a person.

        People are found by a part of their name, or by a whole address of theirs.
        """
        text = " ".join(text.split())[:100]
        if not text:
            return cls([], [])
        people = User.objects.filter(contains(text))
        if "@" in text:
            owners = EmailAddress.objects.filter(email__iexact=one_spelling(text)).values("user")
            people = User.objects.filter(pk__in=owners)
        return cls(list(_games(text)[:MOST]), list(people.order_by("username")[:MOST]))


def _games(text: str) -> QuerySet[Game]:
    games = Game.objects.for_lists().prefetch_related("players__user").order_by("-pk")
    word, _, rest = text.partition(" ")
    number = number_in(rest if word.lower() in ("email", "letter", "game") else text)
    if number is not None:
        if word.lower() not in ("email", "letter"):
            return games.filter(pk=number)
        topic = Letter.objects.filter(pk=number).values_list("topic", flat=True).first() or ""
        kind, _, game = topic.partition(":")
        return games.filter(pk=int(game)) if kind == "game" and game.isdigit() else games.none()
    # Two lists, as no index serves an "or" between two tables.
    named = Game.objects.filter(contains(text)).order_by().values("pk")
    person = User.objects.filter(has_name(text)).first()
    seated = Player.objects.filter(user=person, user__isnull=False).order_by().values("game")
    return games.filter(pk__in=named.union(seated, all=True))


@dataclass(frozen=True)
class GameFile:
    """What staff see of a game: never a hidden card, a draft or a note.

    `waits` are open and ended ones, `letters` those about the game, both the newest first;
    `entries` are the newest moves as a spectator reads them, none where staff who play the same
    would learn from them what comes. `is_rated` says that it counts for somebody's rating.
    """

    game: Game
    players: list[Player]
    waits: list[Wait]
    letters: list[Letter]
    entries: list[Entry]
    rewinds: list[Rewind]
    acts: list[StaffAct]
    is_rated: bool

    @classmethod
    def of(cls, game: Game) -> Self:
        players = list(Player.objects.at_table(game))
        waits = Wait.objects.filter(player__game=game).select_related("holder__user", "player")
        letters = Letter.objects.filter(topic=game.topic).select_related("recipient", "channel")
        entries: list[Entry] = []
        # Rules that fail on a table may fail on its log.
        hidden = game.set_aside_at or is_kept_apart(game)
        if game.state is not None and not hidden:
            moves = Log(game).newest(LAST_MOVES)
            history = SeatHistory.of(game, players)
            entries = entries_of(game, moves, game.position(), history, None)[::-1]
        return cls(
            game=game,
            players=players,
            waits=list(waits.order_by("-pk")[:MOST]),
            letters=list(letters.order_by("-pk")[:MOST]),
            entries=entries,
            rewinds=list(game.rewinds.all()),
            acts=list(StaffAct.objects.filter(game=game.pk).select_related("about")[:MOST]),
            is_rated=Result.objects.filter(game=game.pk, kind__in=Pool.values).exists(),
        )

    @property
    def waiting(self) -> list[Player]:
        """The players whom the game waits for."""
        return [player for player in self.players if player.is_waited_for]

    @property
    def counts_until(self) -> datetime | None:
        """Until when a game counts that is compared with others: its clock is no matter then."""
        return counts_until(self.game)

    @property
    def people(self) -> list[Player]:
        """The players who are people."""
        return [player for player in self.players if player.user_id is not None]
