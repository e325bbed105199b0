"""Clocks and votes as the table, the cards and the invitation show them."""

import pytest
from django.test import Client

from games.play import services
from games.play.models import Game, Vote
from games.play.services import Terms
from tests.factories import UserFactory
from tests.play.factories import game_of_people
from tests.play.poll_title import registered
from tests.play.timepiece import Timepiece, asked, at, timepiece

__all__ = ["timepiece"]
pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _registered():
    with registered():
        yield


def visitor(game: Game, seat: int | None) -> Client:
    client = Client()
    if seat is not None:
        client.force_login(at(game, seat).user)
    return client


def page(game: Game, seat: int | None) -> str:
    return visitor(game, seat).get(game.get_absolute_url()).content.decode()


def post(game: Game, seat: int, where: str, headers=None, **data: str) -> str:
    url = f"{game.get_absolute_url()}{where}"
    answer = visitor(game, seat).post(url, data, headers=headers, follow=True)
    return answer.content.decode()


def overdue(timepiece: Timepiece, **terms) -> Game:
    """A game in which the others are asked about the first player."""
    game = game_of_people(title="poll", terms=Terms(hours=48, grace_hours=0, **terms))
    timepiece.sweep(hours=48)
    return game


def test_everybody_sees_the_very_moment_in_his_own_time_zone(timepiece: Timepiece):
    game = game_of_people(title="poll", terms=Terms(hours=52))
    user = at(game, 1).user
    user.time_zone = "Asia/Tokyo"
    user.save()
    assert "2 days 4 hours left, until Wed 4 Mar 16:00" in page(game, None)
    assert "2 days 4 hours left, until Thu 5 Mar 01:00" in page(game, 1)


def test_the_cards_of_the_lobby_tell_it_too(timepiece: Timepiece):
    game = game_of_people(title="poll", terms=Terms(hours=52))
    mine = visitor(game, 0).get("/").content.decode()
    others = visitor(game, 1).get("/").content.decode()
    assert "You: 2 days 4 hours left" in mine
    assert f"{at(game, 0).name}: 2 days 4 hours left" in others


def test_the_lobby_tells_of_a_vote_until_it_is_answered(timepiece: Timepiece):
    game = overdue(timepiece)
    vote = Vote.objects.get()

    def told(seat: int) -> bool:
        return "Your vote is needed" in visitor(game, seat).get("/").content.decode()

    assert [told(seat) for seat in range(3)] == [False, True, True]
    services.cast(player=at(game, 1), vote_id=vote.pk, choice="wait")
    assert [told(seat) for seat in range(3)] == [False, False, True]
    services.cast(player=at(game, 2), vote_id=vote.pk, choice="wait")
    assert not any(told(seat) for seat in range(3))


def test_a_grace_and_what_follows_it_are_told(timepiece: Timepiece):
    game = game_of_people(title="poll", terms=Terms(hours=48, grace_hours=24, on_timeout="bot"))
    timepiece.sweep(hours=48)
    assert "Grace period until Thu 5 Mar 12:00, then a bot plays" in page(game, 1)


def test_a_grace_stands_still_in_a_pause(timepiece: Timepiece):
    game = game_of_people(title="poll", terms=Terms(hours=48, grace_hours=24))
    timepiece.sweep(hours=48)
    vote = services.open_vote(player=at(game, 0), kind="pause")
    services.cast(player=at(game, 1), vote_id=vote.pk, choice="yes")
    assert "Clock stopped" in page(game, 1)
    assert "Grace period until" not in page(game, 1)


@pytest.mark.parametrize("headers", [None, HTMX])
def test_a_vote_is_called_for_and_answered_at_the_table(timepiece, headers):
    game = game_of_people(2, title="poll")
    answer = post(game, 0, "ask", headers, kind="cancel")
    assert "Cancel the game?" in answer
    vote = Vote.objects.get()
    answer = post(game, 1, f"vote/{vote.pk}", headers, choice="yes")
    assert "The players cancelled the game." in answer
    assert Game.objects.get().status == "cancelled"


@pytest.mark.parametrize("title", ["teutonica", "hansa"])
def test_nobody_is_to_move_in_a_game_that_its_people_ended(title):
    game = game_of_people(title=title)
    assert "to move" in page(game, 1)
    vote = services.open_vote(player=at(game, 0), kind="end")
    for seat in (1, 2):
        if Game.objects.get(pk=game.pk).is_running:
            services.cast(player=at(game, seat), vote_id=vote.pk, choice="yes")
    assert "to move" not in page(game, 1)


@pytest.mark.parametrize("headers", [None, HTMX])
def test_what_is_refused_is_said_in_a_sentence(timepiece, headers):
    game = game_of_people(title="poll")
    assert "paused." in post(game, 0, "ask", headers, kind="resume")
    vote = services.open_vote(player=at(game, 0), kind="end")
    assert "Choose yes or no." in post(game, 1, f"vote/{vote.pk}", headers, choice="?")
    assert "This vote is over" in post(game, 1, "vote/999999", headers, choice="yes")


def test_only_who_is_asked_gets_buttons(timepiece: Timepiece):
    game = overdue(timepiece)
    button = f'value="wait">Wait: give {at(game, 0).name}'
    assert button in page(game, 1)
    assert button not in page(game, 0)
    assert button not in page(game, None)
    assert "ran out of time. What now?" in page(game, None)


@pytest.mark.parametrize("where", ["ask", "vote/1", "come-back"])
def test_who_has_no_seat_decides_nothing(timepiece, where):
    game = game_of_people(title="poll")
    stranger = Client()
    url = f"{game.get_absolute_url()}{where}"
    assert "/accounts/login/" in stranger.post(url)["Location"]
    stranger.force_login(UserFactory())
    assert stranger.post(url).status_code == 404
    assert visitor(game, 0).get(url).status_code == 405


def test_a_vote_is_of_its_own_game(timepiece: Timepiece):
    game, other = game_of_people(title="poll"), game_of_people(title="poll")
    vote = services.open_vote(player=at(other, 0), kind="end")
    assert "This vote is over" in post(game, 0, f"vote/{vote.pk}", choice="yes")
    assert vote.ballots.count() == 1


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ("wait", "The others gave them more time."),
        ("replace", "The others offered the seat to anyone."),
        ("bot", "The others gave the seat to a bot."),
        ("cancel", "The others cancelled the game."),
    ],
)
def test_results_stay_at_the_table(timepiece: Timepiece, choice, told):
    game = overdue(timepiece)
    vote = Vote.objects.get()
    for seat in (1, 2):
        services.cast(player=at(game, seat), vote_id=vote.pk, choice=choice)
    assert f"Red ran out of time. {told}" in page(game, 1)


def test_a_result_does_not_blame_who_took_the_seat(timepiece: Timepiece):
    game = offered(timepiece)
    heir = UserFactory()
    services.join(game=game, user=heir)
    assert "Red ran out of time." in page(game, 1)
    assert f"{heir.username} ran out" not in page(game, 1)
    assert f"seat of {heir.username}" not in page(game, 1)


@pytest.mark.parametrize("kind", ["end", "cancel"])
def test_what_the_end_of_the_game_came_before_is_told_so(timepiece: Timepiece, kind):
    game = overdue(timepiece)
    services.open_vote(player=at(game, 1), kind="pause")
    vote = services.open_vote(player=at(game, 1), kind=kind)
    for seat in (0, 2):
        services.cast(player=at(game, seat), vote_id=vote.pk, choice="yes")
    shown = page(game, 1)
    assert "Red ran out of time. The game ended before" in shown
    assert "Pause the game? The game ended before" in shown


def offered(timepiece: Timepiece, **how) -> Game:
    """A game whose first seat is offered to others."""
    game = game_of_people(title="poll", terms=Terms(hours=48, grace_hours=0), **how)
    timepiece.sweep(hours=48)
    vote = Vote.objects.get()
    for seat in (1, 2):
        services.cast(player=at(game, seat), vote_id=vote.pk, choice="replace")
    return game


def test_an_offered_seat_is_taken_back_at_the_table(timepiece: Timepiece):
    game = offered(timepiece)
    assert "Take my seat back" in page(game, 0)
    assert "Take my seat back" not in page(game, 1)
    post(game, 0, "come-back")
    assert at(game, 0).offered_at is None


def test_an_offered_seat_is_taken_from_the_lobby(timepiece: Timepiece):
    game = offered(timepiece)
    heir = UserFactory()
    client = Client()
    client.force_login(heir)
    assert game.name in client.get("/").content.decode().split("Open games")[1]
    assert "Take over this seat" in client.get(game.get_absolute_url()).content.decode()
    client.post(f"{game.get_absolute_url()}join")
    assert at(game, 0).user == heir


def test_an_offered_seat_of_a_private_game_is_taken_by_its_link(timepiece: Timepiece):
    game = offered(timepiece, private=True)
    heir = UserFactory()
    client = Client()
    client.force_login(heir)
    assert client.get(game.get_absolute_url()).status_code == 404
    url = f"/join/{game.token}/"
    assert "the position as it is" in client.get(url).content.decode()
    client.post(url)
    assert at(game, 0).user == heir


def test_a_table_costs_one_query_more(timepiece, django_assert_max_num_queries):
    game = game_of_people(title="poll")
    client = visitor(game, asked(game).seat)
    client.get(game.get_absolute_url())
    with django_assert_max_num_queries(8):
        client.get(game.get_absolute_url())
