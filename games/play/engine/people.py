"""`People`: what the people at a table have set beforehand, read for all of them at once."""

from collections.abc import Collection
from zoneinfo import ZoneInfo

from games.accounts.models import User, Vacation
from games.play.engine.clock import NO_REST, Rest
from games.play.models import Game, Player
from games.post import services as post
from games.post.models import Schedule


class People:
    """The time off and schedules of a table's players, read when first needed.

    `players` is the table's own list: for a person who has taken a seat since then, everything is
    read again.
    """

    def __init__(self, game: Game, players: Collection[Player]) -> None:
        self.game = game
        self.players = players
        self._rests: dict[int, Rest] = {}
        self._schedules: dict[int, Schedule] = {}

    def rest_of(self, player: Player) -> Rest:
        """Return the time off that stops a player's clock; none for a seat on offer."""
        if player.offered_at or player.user is None:
            return NO_REST
        if player.user.pk not in self._rests:
            self._rests = rests_of([each.user for each in self.players if each.user])
        return self._rests[player.user.pk]

    def schedule_of(self, user: User) -> Schedule:
        """Return the schedule of a player's emails about the game."""
        if user.pk not in self._schedules:
            users = {each.user_id for each in self.players if each.user_id is not None}
            self._schedules = post.schedules_of(users, self.game.topic)
        return self._schedules[user.pk]


def rests_of(users: Collection[User]) -> dict[int, Rest]:
    """Return the time off of people, by user id."""
    booked: dict[int, list[Vacation]] = {user.pk: [] for user in users}
    for vacation in Vacation.objects.filter(user__in=booked):
        booked[vacation.user_id].append(vacation)
    return {
        user.pk: Rest(
            zone=ZoneInfo(user.time_zone),
            sleeps_from=user.sleeps_from,
            sleeps_to=user.sleeps_to,
            weekends=user.weekends_off,
            vacations=tuple((each.first, each.last) for each in booked[user.pk]),
        )
        for user in users
    }
