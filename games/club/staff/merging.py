"""Two accounts side by side, before staff merge them."""

from dataclasses import dataclass
from typing import Self

from allauth.account.models import EmailAddress

from games.accounts.models import User
from games.play.models import Game, Status
from games.ratings.models import Pool, Rating
from games.rules import TITLES


@dataclass(frozen=True)
class Side:
    """What tells two accounts apart; `ratings` are titles, ratings and numbers of games."""

    user: User
    addresses: list[EmailAddress]
    running: int
    finished: int
    ratings: list[tuple[str, str, int]]

    @classmethod
    def of(cls, user: User) -> Self:
        rated = Rating.objects.of(user).filter(pool=Pool.PEOPLE)
        return cls(
            user=user,
            addresses=list(EmailAddress.objects.filter(user=user).order_by("-primary", "email")),
            running=Game.objects.filter(players__user=user, status=Status.RUNNING).count(),
            finished=Game.objects.finished_of(user).count(),
            ratings=[(str(TITLES[each.title].name), str(each.shown), each.games) for each in rated],
        )
