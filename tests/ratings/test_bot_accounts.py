"""Bot accounts have ratings of their own, and change none of people."""

from dataclasses import replace

import pytest

from games.accounts import bot_accounts
from games.accounts.models import User
from games.ratings.finished import Finished
from games.ratings.models import Kind, Pool, Rating, Reason, ResultSeat
from games.ratings.services import recompute_all, record, what_counts
from tests.factories import UserFactory
from tests.ratings.factories import START, finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def robo() -> User:
    return bot_accounts.create(owner=UserFactory(), name="Robo")


@pytest.fixture
def mecha() -> User:
    return bot_accounts.create(owner=UserFactory(), name="Mecha")


def played(*who: User | str, **more: object) -> Finished:
    """A game that everyone played to its end, in the order of seats."""
    told = finished(who, **more)
    bots = {each.pk for each in who if isinstance(each, User) and each.is_bot_account}
    seats = [replace(seat, bot_account=seat.user in bots) for seat in told.seats]
    return replace(told, seats=seats)


def gives_up(told: Finished, number: int) -> Finished:
    """The same game, in which the holder of a seat gave it up."""
    seats = list(told.seats)
    seats[number] = replace(seats[number], part="left", place=None, gave_up=START)
    return replace(told, seats=seats)


def ratings() -> dict[tuple[str, int], tuple[float, float]]:
    return {(each.pool, each.user_id): (each.mean, each.deviation) for each in Rating.objects.all()}


def test_what_their_games_count_for(robo, mecha) -> None:
    ann, bea = UserFactory.create_batch(2)
    for told, counts in (
        (played(robo, mecha), (Kind.BOT_ACCOUNTS, Reason.NONE)),
        (played(robo, "journeyman", "merchant"), (Kind.BOT_ACCOUNTS, Reason.NONE)),
        (played(robo, mecha, reason=Reason.FRIENDLY), (Kind.NONE, Reason.FRIENDLY)),
        (played(ann, robo, "journeyman"), (Kind.NONE, Reason.ALONE)),
        (played(ann, robo, bea), (Kind.PEOPLE, Reason.NONE)),
        (gives_up(played(ann, robo, "journeyman"), 0), (Kind.NONE, Reason.ALONE)),
        (gives_up(played(ann, robo, bea), 0), (Kind.PEOPLE, Reason.ALONE)),
        (gives_up(played(robo, "journeyman"), 0), (Kind.BOT_ACCOUNTS, Reason.ALONE)),
        (gives_up(played(robo, mecha), 0), (Kind.BOT_ACCOUNTS, Reason.ALONE)),
    ):
        assert what_counts(told) == counts, told


def test_people_are_rated_as_if_no_bot_account_had_been_there(robo) -> None:
    ann, bea = UserFactory.create_batch(2)
    record(played(ann, robo, bea))
    with_robo = ratings()
    assert with_robo.keys() == {(Pool.PEOPLE, ann.pk), (Pool.PEOPLE, bea.pk)}
    assert not ResultSeat.objects.get(user=robo).person
    recompute_all(force=True)
    assert ratings().keys() == with_robo.keys()
    # The better bot moved nobody: whoever came before the other is ahead by as much as the other
    # is behind.
    shown = {each.user: each.mean for each in Rating.objects.select_related("user")}
    assert shown[ann] == pytest.approx(-shown[bea], abs=0.05)


def test_among_themselves_they_have_a_pool_of_their_own(robo, mecha) -> None:
    for number in range(6):
        record(played(robo, mecha, "journeyman", game=number + 1, day=number))
    assert set(Rating.objects.values_list("pool", flat=True)) == {Pool.BOT_ACCOUNTS}
    quick = ratings()
    recompute_all(force=True)
    again = ratings()
    assert again.keys() == quick.keys()
    means = {key[1]: mean for key, (mean, _) in again.items()}
    assert means[robo.pk] > means[mecha.pk]
    robo.owner.delete()
    assert not Rating.objects.filter(user=robo.pk).exists()


def test_who_runs_out_of_time_is_behind_the_others(robo, mecha) -> None:
    record(gives_up(played(robo, mecha, "journeyman"), 0))
    rated = {each.user: each.mean for each in Rating.objects.select_related("user")}
    assert rated[robo] < 0 <= rated[mecha]
