"""How reliably a person answers in time and plays their games to the end."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from games.play.language import say
from games.play.models import EndedBy, Game, Holder, Status, Wait
from games.rules.common.message import message

ANSWERS = 50
GAMES = 20
"""How many of the newest answers and games count."""

SEATS = 100
"""In how many of the newest seats of a person these are looked for."""

ENOUGH = 10
"""From how many answers on reliability is known."""

ENOUGH_GAMES = 5
"""From how many games on those that were left count."""

_ANSWERED = (EndedBy.ANSWERED, EndedBy.STANDING)
_FAILED = (EndedBy.CLOCK, EndedBy.BOT, EndedBy.TAKEN)


@dataclass(frozen=True)
class Reliability:
    """Of the newest `answers`, how many were `in_time`; of the newest `games`, those they `stayed`.

    A game counts once it is over or the person has left it.
    """

    answers: int = 0
    in_time: int = 0
    games: int = 0
    stayed: int = 0

    @classmethod
    def of(cls, user: Any) -> "Reliability":
        """Return a person's reliability from their newest seats; two queries.

        An answer is in time if the clock, which stands still during time off and pauses, had not
        run out. Waits that ended without the person doing anything wrong do not count.
        """
        waits = Wait.objects.filter(
            holder__in=newest_seats(user).values("pk"), ended_by__in=(*_ANSWERED, *_FAILED)
        )
        newest = waits.order_by("-ended_at", "-pk")[:ANSWERS]
        in_time = [
            by in _ANSWERED and used <= budget
            for by, used, budget in newest.values_list("ended_by", "used", "budget")
        ]
        stayed = list(_stayed(user))
        return cls(len(in_time), sum(in_time), len(stayed), sum(stayed))

    @property
    def is_known(self) -> bool:
        """Whether there are enough answers."""
        return self.answers >= ENOUGH

    @property
    def percent(self) -> int:
        """The share of answers in time or of games played to the end, the lower of the two."""
        shares = [100 * self.in_time // self.answers] if self.answers else []
        if self.games >= ENOUGH_GAMES:
            shares.append(100 * self.stayed // self.games)
        return min(shares, default=100)

    def obstacle(self, game: Game) -> str:
        """Return why this is too little for a game, as a sentence, or '' if it is enough."""
        least = game.least_reliability
        if not least:
            return ""
        if not self.is_known:
            if game.newcomers:
                return ""
            return say(
                message(
                    "This game asks for a reliability of at least {least}%. Yours isn't known "
                    "before you have given {number} answers in other games.",
                    least=least,
                    number=ENOUGH,
                )
            )
        if self.percent >= least:
            return ""
        return say(
            message(
                "This game asks for a reliability of at least {least}%, and yours is {percent}%. "
                "It grows as you answer in time.",
                least=least,
                percent=self.percent,
            )
        )


def _stayed(user: Any) -> Iterable[bool]:
    """Return for each of a person's newest games whether they played it to the end."""
    over = Q(end_move=None, player__game__status=Status.OVER)
    left = Q(until__gte=F("player__game__started"), end_move__isnull=False)
    ended = Coalesce("until", "player__game__ended")
    newest = newest_seats(user).values("pk")
    held = Holder.objects.filter(over | left, pk__in=newest).order_by(ended.desc(), "-pk")
    return (end is None for end in held.values_list("end_move", flat=True)[:GAMES])


def newest_seats(user: Any) -> QuerySet[Holder]:
    """Return the newest seats that a person has held among people: enough to judge them by.

    Nobody waits for them where all others are bots.
    """
    others = Holder.objects.filter(player__game=OuterRef("player__game"), bot="")
    among_people = Holder.objects.filter(Exists(others.exclude(user=user)), user=user)
    return among_people.order_by("-pk")[:SEATS]
