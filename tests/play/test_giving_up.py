"""Giving up a game is no way out of it: what play tells ratings, and what they make of it."""

from collections.abc import Callable, Iterable

import pytest
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.play import services
from games.play.models import Game, Holder, Player, Vote, VoteKind
from games.play.pages.wording import agreement_of
from games.play.services import Terms
from games.ratings.models import Kind, Pool, Rating, Reason, Result
from games.ratings.services import recompute_all
from games.study import services as study
from tests.factories import UserFactory, sign_in_staff
from tests.play.factories import game_of, game_of_people, play_fast, play_out, player_to_move

pytestmark = pytest.mark.django_db

BOTS = ("journeyman", "journeyman")


def rated() -> dict[User, float]:
    """Who has a rating after a game, and what it is; the night agrees with the quick step."""
    quick = {each.user: each.mean for each in Rating.objects.all()}
    recompute_all(force=True)
    night = {each.user: each.mean for each in Rating.objects.all()}
    assert night == pytest.approx(quick, abs=0.02)
    assert all(each.games == 1 for each in Rating.objects.all())
    return night


def seats_of(game: Game) -> list[User]:
    return [player.user for player in game.players.all()]


def ask_for_a_hint(game: Game) -> None:
    player = player_to_move(game)
    study.take_hint(player=player, version=player.game.version, draft_version=0)
    play_out(Game.objects.get(pk=game.pk))


def let_the_clock_run_out(game: Game) -> None:
    """The second time their seat is offered, and a bot plays there; nobody takes it."""
    game.players.filter(user__isnull=False).update(offered_at=timezone.now())
    play_out(game)


def vote_alone(kind: VoteKind) -> Callable[[Game], object]:
    return lambda game: services.open_vote(player=game.players.get(user__isnull=False), kind=kind)


def about_absent(game: Game) -> Vote:
    """A vote about the first player."""
    about, now = game.players.get(seat=0), timezone.now()
    return Vote.objects.create(game=game, kind=VoteKind.ABSENT, about=about, opened=now, closes=now)


def cancel(vote: Vote, players: Iterable[Player]) -> None:
    for player in players:
        services.cast(player=player, vote_id=vote.pk, choice="cancel")


@pytest.mark.parametrize(
    "give_up",
    [
        lambda game: services.leave(game=game, user=game.creator),
        vote_alone(VoteKind.CANCEL),
        vote_alone(VoteKind.END),
        ask_for_a_hint,
        let_the_clock_run_out,
    ],
    ids=["leave", "cancel", "end", "hint", "clock"],
)
def test_alone_with_bots_giving_up_in_any_way_is_to_come_behind_them(give_up):
    user = UserFactory()
    game = play_fast(game_of(user, *BOTS), 10)
    give_up(game)
    result = Result.objects.get()
    assert (result.kind, bool(result.reason)) == (Kind.BOTS, True)
    # Whoever is known to play worse than a journeyman (at -1) is rated lower than that.
    assert rated()[user] < -0.5
    assert Rating.objects.get().pool == Pool.BOTS


def test_a_friendly_table_with_bots_may_be_left():
    game = play_fast(game_of(UserFactory(), *BOTS), 10)
    Game.objects.filter(pk=game.pk).update(rated=False)
    services.leave(game=game, user=game.creator)
    assert Result.objects.get().reason == Reason.FRIENDLY
    assert rated() == {}


def test_who_leaves_comes_behind_those_who_stay_and_they_are_rated_as_if_without():
    game = play_fast(game_of_people(3), 20)
    left, *stayed = seats_of(game)
    services.leave(game=game, user=left)
    play_out(game)
    ratings = rated()
    first, last = sorted(stayed, key=lambda user: Player.objects.get(user=user).place)
    assert ratings[left] < ratings[last] < 0 < ratings[first]
    assert ratings[first] == pytest.approx(-ratings[last], abs=1e-6)


def test_who_leaves_first_of_all_comes_behind_who_leaves_later():
    """Of two, the one who is left alone may leave: to stay would rate nothing."""
    game = play_fast(game_of_people(2), 20)
    first, second = seats_of(game)
    services.leave(game=game, user=first)
    services.leave(game=game, user=second)
    assert Result.objects.get().reason == Reason.CANCELLED
    assert list(rated()) == [first]
    assert rated()[first] < 0


def test_when_a_game_is_cancelled_because_of_who_is_absent_it_counts_for_them_alone():
    game = play_fast(game_of_people(3), 20)
    players = list(game.players.all())
    cancel(about_absent(game), players[1:])
    assert Game.objects.get().status == "cancelled"
    assert list(rated()) == [players[0].user]
    assert rated()[players[0].user] < 0


@pytest.mark.parametrize("is_rated", [True, False])
def test_losers_cannot_cancel_a_rated_game_without_who_leads_because_of_who_is_absent(is_rated):
    game = game_of_people(4, terms=Terms(rated=is_rated))
    vote, (_, *losers, leader) = about_absent(game), game.players.all()
    half = "A choice needs more than half of the players who may vote."
    assert agreement_of(vote, game).removeprefix(half) == (
        " To cancel the game takes all of them." if is_rated else ""
    )
    cancel(vote, losers)
    assert Game.objects.get().is_running == is_rated
    if is_rated:
        cancel(vote, [leader])
    assert Game.objects.get().status == "cancelled"


def test_when_all_agree_to_cancel_only_those_who_had_left_are_rated():
    game = play_fast(game_of_people(4), 20)
    left, *stayed = seats_of(game)
    services.leave(game=game, user=left)
    vote = services.open_vote(player=game.players.get(user=stayed[0]), kind=VoteKind.CANCEL)
    for user in stayed[1:]:
        services.cast(player=game.players.get(user=user), vote_id=vote.pk, choice="yes")
    assert list(rated()) == [left]


def test_a_seat_on_offer_at_the_end_was_a_bots_and_one_taken_back_was_not():
    game = play_fast(game_of_people(3), 20)
    away, back, stayed = seats_of(game)
    game.players.filter(user__in=[away, back]).update(offered_at=timezone.now())
    services.come_back(player=game.players.get(user=back))
    play_out(Game.objects.get(pk=game.pk))
    seats = Result.objects.get().seats.all()
    parts = {seat.user: (seat.part, bool(seat.gave_up)) for seat in seats}
    assert parts == {away: ("left", True), back: ("whole", False), stayed: ("whole", False)}
    assert set(rated()) == {away, back, stayed}


@pytest.mark.parametrize("excused", [True, False])
def test_staff_say_whether_who_they_replace_is_to_blame(client, excused):
    game = play_fast(game_of_people(3), 20)
    replaced, *stayed = seats_of(game)
    sign_in_staff(client)
    fields = {"seat": 0, "reason": "They asked me to."} | ({"excused": "on"} if excused else {})
    client.post(reverse("club:staff-act", args=[game.pk, "replace"]), fields)
    assert Holder.objects.get(user=replaced).excused is excused
    play_out(Game.objects.get(pk=game.pk))
    assert set(rated()) == set(stayed) | (set() if excused else {replaced})


def test_who_is_left_alone_may_have_hints_and_who_left_is_still_behind_them():
    game = play_fast(game_of_people(2), 20)
    left, _ = seats_of(game)
    services.leave(game=game, user=left)
    ask_for_a_hint(Game.objects.get(pk=game.pk))
    assert list(rated()) == [left]


def test_pages_say_beforehand_what_giving_up_costs(client):
    user = UserFactory()
    game = play_fast(game_of(user, *BOTS), 10)
    client.force_login(user)
    url = game.get_absolute_url()
    assert "you finished behind the bots" in client.get(f"{url}leave").content.decode()
    assert "you finished behind the bots" in client.get(url).content.decode()
    people = play_fast(game_of_people(3), 10)
    client.force_login(people.creator)
    page = client.get(f"{people.get_absolute_url()}leave").content.decode()
    assert "For your rating, you finish behind everyone who stays." in page
