"""Play tells ratings how games end."""

import pytest
from django.core.management import call_command

from games.play import services
from games.play.engine import telling
from games.play.models import Game, VoteKind
from games.ratings.models import Kind, Part, Reason, Result
from tests.factories import UserFactory
from tests.play.factories import every_title, game_of, game_of_people, play_fast, play_out
from tests.play.test_terms import create, creator  # noqa: F401 - a fixture

pytestmark = pytest.mark.django_db


@every_title
def test_a_finished_game_is_told(title):
    game = play_out(game_of_people(3, title=title))
    result = Result.objects.with_seats().get(game=game.pk)
    assert (result.title, result.players, result.kind) == (title, 3, Kind.PEOPLE)
    assert result.ended == game.ended
    players = list(game.players.all())
    assert [each.user for each in result.seats.all()] == [player.user for player in players]
    assert [each.place for each in result.seats.all()] == [player.place for player in players]
    first = game.moves.exclude(on_turn=None).first().on_turn
    order = sorted(result.seats.all(), key=lambda each: each.starts)
    assert [each.seat for each in order] == [first, (first + 1) % 3, (first + 2) % 3]


def test_who_left_is_told_and_so_is_who_took_over():
    game = play_fast(game_of_people(4), 30)
    left, replaced, *whole = (player.user for player in game.players.all())
    services.leave(game=game, user=left)
    services.leave(game=game, user=replaced)
    newcomer = UserFactory()
    services.join(game=game, user=newcomer)
    play_out(game)
    result = Result.objects.with_seats().get()
    parts = [(each.user, each.bot, each.part) for each in result.seats.all()]
    assert sorted(parts, key=repr) == sorted(
        [
            (left, "", Part.LEFT),
            (None, "journeyman", Part.LEFT),
            (newcomer, "", Part.TOOK_OVER),
            (replaced, "", Part.LEFT),
            (None, "journeyman", Part.TOOK_OVER),
            *((person, "", Part.WHOLE) for person in whole),
        ],
        key=repr,
    )
    assert [each.user for each in result.seats.all() if each.counts] == whole
    gave_up = [each.user for each in result.seats.all() if each.gave_up]
    assert sorted(gave_up, key=repr) == sorted([left, replaced], key=repr)


@pytest.mark.parametrize(
    ("kind", "reason"), [(VoteKind.END, Reason.AGREED), (VoteKind.CANCEL, Reason.CANCELLED)]
)
def test_a_game_ended_by_vote_is_told_and_not_rated(kind, reason):
    game = play_fast(game_of_people(3), 10)
    players = list(game.players.all())
    vote = services.open_vote(player=players[0], kind=kind)
    for player in players[1:]:
        services.cast(player=player, vote_id=vote.pk, choice="yes")
    assert Result.objects.get().reason == reason


def test_a_friendly_game_is_not_rated(creator):  # noqa: F811
    create(creator, friendly="on", seat_1="bot:journeyman", seat_2="bot:journeyman")
    game = Game.objects.get()
    assert not game.rated
    assert " · friendly" in creator.get("/").content.decode()
    play_out(game)
    assert Result.objects.get().reason == Reason.FRIENDLY


def test_the_waiting_room_says_whether_a_game_is_rated(creator):  # noqa: F811
    assert "The game is rated." in create(creator)
    assert "a friendly game" in create(creator, friendly="on", key="other")


def test_games_that_ended_before_are_recorded_by_a_command(capsys):
    game = play_out(game_of(UserFactory(), "journeyman", "journeyman"))
    Result.objects.all().delete()
    call_command("record_results")
    call_command("record_results")
    assert capsys.readouterr().out.splitlines() == ["1 results recorded.", "0 results recorded."]
    assert Result.objects.get().game == game.pk


def test_a_game_ends_even_when_ratings_fail(monkeypatch, caplog):
    def fail(finished: object) -> None:
        raise RuntimeError("no ratings today")

    monkeypatch.setattr(telling.ratings, "record", fail)
    game = play_out(game_of_people(3))
    assert Game.objects.get(pk=game.pk).is_over
    assert "was not recorded" in caplog.text


def test_the_waiting_room_tells_what_would_change(creator, client):  # noqa: F811
    create(creator)
    game = Game.objects.get()
    assert "at stake for your rating" not in creator.get(game.get_absolute_url()).content.decode()
    # Someone who could join is among those it tells of.
    stranger = UserFactory()
    client.force_login(stranger)
    room = client.get(game.get_absolute_url()).content.decode()
    assert "at stake for your rating" in room
    assert stranger.username in room.partition("at stake for your rating")[2]
    services.join(game=game, user=stranger)
    assert "at stake for your rating" in creator.get(game.get_absolute_url()).content.decode()


def test_the_waiting_room_of_a_friendly_game_tells_of_no_change(creator, client):  # noqa: F811
    create(creator, friendly="on")
    game = Game.objects.get()
    client.force_login(UserFactory())
    assert "at stake for your rating" not in client.get(game.get_absolute_url()).content.decode()


def test_a_finished_game_shows_what_it_changed(client):
    game = play_out(game_of_people(3))
    client.force_login(game.players.first().user)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Ratings before and after this game" in page
    assert "expected)" in page
    running = game_of_people(3)
    client.force_login(running.players.first().user)
    assert "rating-changes" not in client.get(running.get_absolute_url()).content.decode()
