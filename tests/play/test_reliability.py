"""Who answers in time and stays is reliable, and a game may ask for it."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.accounts import services as accounts
from games.play import services
from games.play.errors import NoSeat
from games.play.models import EndedBy, Holder, Status, Wait
from games.play.reliability import ANSWERS, ENOUGH, Reliability
from games.play.services import Terms
from tests.factories import UserFactory
from tests.play.factories import game_of, game_of_people, play_on

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def waited(user, *ways, used=HOUR, budget=24 * HOUR):
    """Ended waits for a person, the newest last."""
    game = game_of(user, UserFactory(), UserFactory())
    holder = Holder.objects.get(player__game=game, user=user)
    now = timezone.now()
    Wait.objects.bulk_create(
        Wait(
            player=holder.player,
            holder=holder,
            move=number,
            since=now,
            ended_at=now + number * HOUR,
            ended_by=way,
            used=used,
            budget=budget,
        )
        for number, way in enumerate(ways)
    )
    return game


@pytest.fixture
def person():
    return UserFactory()


@pytest.mark.parametrize(
    ("way", "answers", "in_time"),
    [
        (EndedBy.ANSWERED, 1, 1),
        (EndedBy.STANDING, 1, 1),
        (EndedBy.CLOCK, 1, 0),
        (EndedBy.BOT, 1, 0),
        (EndedBy.TAKEN, 1, 0),
        (EndedBy.LEFT, 0, 0),
        (EndedBy.OVER, 0, 0),
    ],
)
def test_how_a_wait_ended_counts(person, way, answers, in_time):
    waited(person, way)
    reliability = Reliability.of(person)
    assert (reliability.answers, reliability.in_time) == (answers, in_time)


def test_an_answer_after_the_clock_ran_out_is_late(person):
    waited(person, EndedBy.ANSWERED, used=25 * HOUR)
    assert Reliability.of(person).in_time == 0


def test_only_the_newest_answers_count(person):
    waited(person, *[EndedBy.CLOCK] * 10, *[EndedBy.ANSWERED] * ANSWERS)
    assert (Reliability.of(person).answers, Reliability.of(person).percent) == (ANSWERS, 100)


def test_games_against_bots_do_not_count(person):
    game = services.create_game(
        creator=person,
        title="hansa",
        options={},
        seats=[services.SeatPlan(user=person), services.SeatPlan(bot="journeyman")],
    )
    play_on(game, 8)
    assert Wait.objects.filter(holder__user=person, ended_by=EndedBy.ANSWERED).exists()
    assert Reliability.of(person) == Reliability()


def test_the_share_is_never_rounded_up(person):
    waited(person, *[EndedBy.CLOCK], *[EndedBy.ANSWERED] * 29)
    assert Reliability.of(person).percent == 96


def test_leaving_counts_from_a_few_games_on(person):
    waited(person, *[EndedBy.ANSWERED] * ENOUGH)
    for left in range(5):
        game = game_of(person, UserFactory(), UserFactory())
        reliability = Reliability.of(person)
        assert (reliability.games, reliability.stayed, reliability.percent) == (left, 0, 100)
        services.leave(game=game, user=person)
    assert Reliability.of(person).percent == 0


def test_games_played_to_the_end_and_seats_given_back_in_time(person):
    over = game_of_people(3)
    Holder.objects.filter(player__game=over, player__seat=0).update(user=person)
    over.status, over.ended = Status.OVER, timezone.now()
    over.save()
    waiting = game_of(UserFactory(), person, "open")
    services.leave(game=waiting, user=person)
    game_of_people(3)
    reliability = Reliability.of(person)
    assert (reliability.games, reliability.stayed) == (1, 1)


def test_vacation_stands_still(person, django_assert_num_queries):
    tomorrow = timezone.now().date() + timedelta(days=1)
    accounts.book_vacation(user=person, first=tomorrow, last=tomorrow)
    game = play_on(game_of(person, UserFactory()), 8)
    assert game.is_running
    with django_assert_num_queries(2):
        reliability = Reliability.of(person)
    assert reliability.answers == reliability.in_time > 0


@pytest.mark.parametrize(
    ("least", "newcomers", "late", "answers", "refused"),
    [
        (0, True, 50, 50, ""),
        (90, True, 5, 50, ""),
        (90, True, 6, 50, "at least 90%, and yours is 88%"),
        (90, True, 9, 9, ""),
        (90, False, 0, 9, "isn't known before you have given 10 answers"),
        (90, False, 0, 10, ""),
    ],
)
def test_a_game_asks_for_reliability(person, least, newcomers, late, answers, refused):
    waited(person, *[EndedBy.CLOCK] * late, *[EndedBy.ANSWERED] * (answers - late))
    terms = Terms(least_reliability=least, newcomers=newcomers)
    game = game_of(UserFactory(), "open", "open", terms=terms)
    if refused:
        with pytest.raises(NoSeat, match=refused):
            services.join(game=game, user=person)
    else:
        services.join(game=game, user=person)


def test_the_form_asks_for_it_and_the_game_tells_it(client, person):
    client.force_login(person)
    sent = {"title": "hansa", "players": "2", "seat_0": "me", "seat_1": "open", "key": "k"}
    client.post(
        reverse("play:create"), sent | {"least_reliability": "95", "newcomers": "no"}, follow=True
    )
    game = person.games_created.get()
    assert (game.least_reliability, game.newcomers) == (95, False)
    told = "Players need a reliability of at least 95%. Newcomers can&#x27;t join."
    client.force_login(UserFactory())
    page = client.get(game.get_absolute_url()).text
    assert told in page
    assert "Yours isn&#x27;t known" in page
    assert "Take my seat" not in page


@pytest.mark.parametrize("sent", [{}, {"newcomers": "no"}, {"least_reliability": ""}])
def test_usually_anyone_may_join(client, person, sent):
    client.force_login(person)
    fields = {"title": "hansa", "players": "2", "seat_0": "me", "seat_1": "open", "key": "k"}
    client.post(reverse("play:create"), fields | sent)
    game = person.games_created.get()
    assert (game.least_reliability, game.newcomers) == (0, True)


def test_a_wish_that_is_not_offered_is_refused(client, person):
    client.force_login(person)
    fields = {"title": "hansa", "players": "2", "seat_0": "me", "seat_1": "open", "key": "k"}
    page = client.post(reverse("play:create"), fields | {"least_reliability": "100"})
    assert "Select a valid choice" in page.text
    assert not person.games_created.exists()
