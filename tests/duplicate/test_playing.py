"""People join once, play apart, see nothing of each other too early, and are compared."""

from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime

from games.accounts import merging
from games.accounts.models import StaffAct
from games.bots import THINKERS
from games.bots.bot import Advice
from games.club.staff.finding import GameFile
from games.duplicate.errors import DuplicateError
from games.duplicate.hosting import KeptSources, ended, sources
from games.duplicate.models import BotAnswer, Duplicate, DuplicateGame
from games.duplicate.pages.results import WeekPage
from games.duplicate.services import joining, weeks
from games.duplicate.setups import LEVEL, setup_of
from games.duplicate.tasks import turn_week
from games.play import services as play
from games.play.access import enter
from games.play.errors import NoSeat
from games.play.models import Game, Player, Status, VoteKind, Wait
from games.play.policies import obstacle_to_vote
from tests.club.test_concurrency import together
from tests.duplicate.factories import WEEK, DuplicateFactory, end, joined, week_ago
from tests.factories import UserFactory, sign_in_staff
from tests.play.bot_accounts import bot_account
from tests.play.factories import step
from tests.play.thinking import hurry, think, think_all

__all__ = ["hurry"]
pytestmark = pytest.mark.django_db


def own(game: Game) -> Player:
    return Player.objects.select_related("user").get(game=game, seat=0)


# Joining


def test_who_joins_sits_alone_with_three_masters_at_a_private_friendly_table():
    game = joined()
    assert [*game.players.values_list("seat", "bot")] == [
        (0, ""), (1, "master"), (2, "master"), (3, "master"),
    ]  # fmt: skip
    assert (game.private, game.rated, game.is_running) == (True, False, True)
    assert game.title == Duplicate.objects.get().title


def test_a_person_joins_once():
    game = joined()
    assert joined(own(game).user) == game
    assert joined().event == game.event
    play.leave(game=game, user=own(game).user)
    assert joined(game.creator) == game, "who has left does not start again"


def test_neither_guests_nor_bots_join():
    with pytest.raises(DuplicateError, match="Sign up"):
        joined(UserFactory(guest=True))
    with pytest.raises(DuplicateError, match="people"):
        joined(bot_account())
    assert not DuplicateGame.objects.exists()


def test_staff_who_have_seen_the_site_as_a_player_of_it_do_not_join():
    player, staff = own(joined()).user, UserFactory(is_staff=True)
    StaffAct.objects.create(kind=StaffAct.Kind.SEE_AS, by=staff, about=player, reason="A question")
    with pytest.raises(DuplicateError, match="next one"):
        joined(staff)


def test_staff_see_until_when_a_game_counts_in_place_of_its_clock(hurry, client: Client):
    game, duplicate = joined(), Duplicate.objects.get()
    think_all()
    sign_in_staff(client)
    desk = client.get(f"/staff/game/{game.pk}/").text
    until = date_format(localtime(duplicate.played_until), "j M H:i")
    assert f"<td>{until}</td>" in desk
    wait = Wait.objects.get(player__game=game, ended_at=None)
    assert date_format(localtime(wait.deadline), "j M H:i") not in desk


def test_staff_who_play_it_see_nothing_of_others_by_their_desk(client: Client):
    theirs, staff = joined(), sign_in_staff(client)
    end(theirs)
    player = own(theirs).user
    desk, log = f"/staff/game/{theirs.pk}/", f"/admin/play/game/{theirs.pk}/change/"
    joined(staff)
    theirs.refresh_from_db()
    first = theirs.moves.get(number=1).order
    assert not GameFile.of(theirs).entries
    assert first not in client.get(log).content.decode()
    refused = client.post(f"/staff/person/{player.pk}/see-as", {"reason": "They asked"})
    assert "You and" in refused.content.decode()
    assert client.get(desk).status_code == 200
    Game.objects.filter(pk=theirs.pk).update(private=False)
    assert first in client.get(log).content.decode()


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_who_joins_twice_at_once_has_one_table():
    person = UserFactory()
    games = together(*[lambda: joining.join(user=person)] * 4)
    assert len({game.pk for game in games}) == Game.objects.count() == 1


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_a_week_that_several_ask_for_at_once_has_one_duplicate():
    now = timezone.now()
    made = together(*[lambda: weeks.duplicate_at(now)] * 4)
    assert len(set(made)) == Duplicate.objects.count() == 1


# Playing


def test_two_people_who_play_alike_play_the_same_game():
    DuplicateFactory(title="hansa")
    logs = []
    for _ in range(2):
        game, rng = joined(), Random(2)
        for _ in range(8):
            while game.thinking_since:
                assert think(game)
                game.refresh_from_db()
            game = step(game, rng)
        logs.append([*game.moves.order_by("number").values_list("seat", "order", "digest")])
    shared = min(map(len, logs))
    assert shared > 20
    assert logs[0][:shared] == logs[1][:shared]


def test_masters_answer_as_before_even_if_they_think_otherwise_now(monkeypatch: Any):
    """Whoever comes first to a position gets what all get; nothing is kept once it is closed."""
    DuplicateFactory(title="hansa")
    logs = []
    for pick in (0, -1):
        monkeypatch.setitem(THINKERS, LEVEL, lambda view, orders, *_, at=pick: Advice(orders[at]))
        game, rng = joined(), Random(4)
        for _ in range(4):
            while game.thinking_since:
                assert think(game)
                game.refresh_from_db()
            game = step(game, rng)
        logs.append([*game.moves.order_by("number").values_list("seat", "order", "digest")])
    shared = min(map(len, logs))
    assert shared > 10
    assert logs[0][:shared] == logs[1][:shared]

    assert BotAnswer.objects.exists()
    duplicate = Duplicate.objects.get()
    weeks.turn_week(now=duplicate.played_until)
    assert not BotAnswer.objects.exists()
    assert sources(game).keep("abc", 1, "end") == "end"
    assert not BotAnswer.objects.exists()


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_of_answers_kept_at_once_the_first_is_everyones():
    duplicate = DuplicateFactory()
    kept = KeptSources(duplicate)
    found = together(*[partial(kept.keep, "abc", 1, f"order {number}") for number in range(4)])
    assert len(set(found)) == BotAnswer.objects.count() == 1


def test_another_week_draws_otherwise():
    one = joined()
    other = joining.join(user=own(one).user, now=timezone.now() + 4 * WEEK)
    assert one.event != other.event
    secrets = Duplicate.objects.values_list("secret", flat=True)
    assert len(set(secrets)) == 2


def test_there_are_no_votes_no_one_joins_and_who_leaves_has_no_result():
    game = joined()
    for kind in VoteKind.values:
        assert obstacle_to_vote(game, own(game), kind)
    with pytest.raises(NoSeat, match="alone"):
        play.join(game=game, user=UserFactory(), invited=True)
    play.leave(game=game, user=game.creator)
    left = DuplicateGame.objects.get()
    assert (left.ended_at is not None, left.place) == (True, None)
    game.refresh_from_db()
    assert game.status == Status.CANCELLED


# Results


class Ended:
    """A game that is over with these totals, the person's first, as finishing it would leave it."""

    def __init__(self, *totals: int, places: tuple[int, ...], at: Any = None) -> None:
        self.game = joined()
        self.game.status, self.game.ended = Status.OVER, at or timezone.now()
        scores = [{"total": each} for each in totals]
        self.game.result = {"scores": scores, "places": list(places), "tie_breaker": ""}
        self.game.save()
        ended(self.game)
        self.row = DuplicateGame.objects.get(game=self.game)


def test_the_lead_is_over_the_best_of_the_others():
    won, lost = Ended(40, 33, 38, 1, places=(1, 3, 2, 4)), Ended(20, 33, 25, 1, places=(3, 1, 2, 4))
    assert [(each.row.place, each.row.points, each.row.lead) for each in (won, lost)] == [
        (1, 40, 2), (3, 20, -13),
    ]  # fmt: skip


def test_a_game_that_ends_too_late_does_not_count():
    late = Ended(40, 1, 1, 1, places=(1, 2, 2, 2), at=timezone.now() + 2 * WEEK)
    assert (late.row.ended_at, late.row.place) == (late.game.ended, None)


def test_ranks_go_by_place_then_lead_then_points_and_are_shared():
    for place, points, best in ((2, 50, 51), (1, 30, 20), (1, 31, 21), (1, 60, 55), (2, 50, 51)):
        end(joined(), place, points, best)
    duplicate = Duplicate.objects.get()
    assert WeekPage.of(duplicate, UserFactory(), None).rows == (), "nobody sees them yet"
    weeks.close(duplicate.pk, duplicate.played_until)
    duplicate.refresh_from_db()
    page = WeekPage.of(duplicate, UserFactory(), None)
    shared = (4, 2, "−1", 50)
    assert [(row.rank, row.place, row.lead, row.points) for row in page.rows] == [
        (1, 1, "+10", 31), (2, 1, "+10", 30), (3, 1, "+5", 60), shared, shared,
    ]  # fmt: skip
    assert duplicate.counted == 5


# Who sees what


def sees(user: Any, game: Game) -> bool:
    try:
        return bool(enter(user=user, game_id=game.pk))
    except Http404:
        return False


def test_games_are_seen_by_those_whose_own_is_over_and_by_all_in_the_end():
    running, over, mine = joined(), joined(), joined()
    end(over)
    me, stranger = own(mine).user, UserFactory()
    assert not sees(me, over)
    assert not sees(stranger, over)
    end(mine)
    assert sees(me, over)
    assert not sees(me, running)
    assert not sees(stranger, over)
    assert over not in Game.objects.visible_to(me), "no list of games has it"

    turn_week()
    assert not sees(stranger, over), "not before the two weeks are over"
    weeks.turn_week(now=Duplicate.objects.get().played_until)
    assert sees(stranger, over)
    assert not sees(stranger, running)


def test_an_own_game_of_another_week_opens_nothing():
    earlier = week_ago(1)
    game = joining.join(user=UserFactory(), now=earlier.begins_at)
    end(game)
    over = joined()
    end(over)
    assert not sees(own(game).user, over)


def test_who_has_left_sees_the_results():
    left, over = joined(), joined()
    end(over)
    play.leave(game=left, user=left.creator)
    assert sees(left.creator, over)


def test_no_page_of_a_running_game_is_anyone_elses():
    game, other = joined(), Client()
    other.force_login(UserFactory())
    invitation = reverse("play:invitation", args=[game.token])
    for path in (game.get_absolute_url(), invitation, f"{game.get_absolute_url()}record.txt"):
        assert other.get(path).status_code == 404


# Weeks


def test_a_week_is_made_once_and_closed_once():
    turn_week()
    turn_week()
    made = Duplicate.objects.get()
    assert (made.title, made.options) == tuple(setup_of(made.monday))
    weeks.turn_week(now=made.played_until - timedelta(seconds=1))
    assert not Duplicate.objects.get(pk=made.pk).closed_at
    weeks.turn_week(now=made.played_until)
    closed = Duplicate.objects.get(pk=made.pk).closed_at
    assert closed == made.played_until
    weeks.turn_week(now=made.played_until + WEEK)
    assert Duplicate.objects.get(pk=made.pk).closed_at == closed


# Accounts


def test_of_two_merged_accounts_the_game_begun_first_counts():
    early, late = joined(), joined()
    end(early, place=3)
    end(late, place=1)
    old, kept = own(late).user, own(early).user
    merging.merge(old=old, kept=kept, by=UserFactory(is_staff=True), reason="The same person")
    row = DuplicateGame.objects.get()
    assert (row.user, row.game, row.place) == (kept, early, 3)
