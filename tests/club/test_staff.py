"""What staff may do, and what is kept of it."""

import random
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.accounts import services as accounts
from games.accounts.errors import AccountState, AppendOnly
from games.accounts.models import StaffAct, User
from games.accounts.staff import NoReason
from games.play import services as play
from games.play.errors import PlayError
from games.play.history import state_after
from games.play.management.commands.verify_games import problem_of
from games.play.models import Draft, Game, Holder, Log, Rewind, Vote
from games.play.models.votes import MAX_WAITS
from games.play.pages.wording import result_of
from games.play.services import clocks, staff
from games.post import services as post
from games.post.models import BouncedAddress, Letter
from games.ratings.models import Rating
from games.ratings.services import recompute_all
from tests.factories import UserFactory, sign_in_staff
from tests.play.factories import (
    every_title,
    game_of,
    game_of_people,
    play_fast,
    play_out,
    player_to_move,
    sitting,
    step,
)
from tests.play.timepiece import Timepiece, at, timepiece
from tests.play.wait_laws import check_waits
from tests.play.writing import write

__all__ = ["timepiece"]
pytestmark = pytest.mark.django_db

WHY = "They asked us to"


@pytest.fixture
def warden() -> User:
    return UserFactory(username="Warden", is_staff=True)


@every_title
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_game_goes_on_from_the_move_it_was_taken_back_to(title: str, seed: int, warden: User):
    game = play_fast(game_of_people(3, title=title), 60)
    number = random.Random(seed).choice([0, 1, *range(2, game.moves_made)])
    before = [(move.number, move.order) for move in game.moves.all()]
    position = game.rules().digest(state_after(game, number))

    done = staff.rewind(game=game, number=number, by=warden, reason=WHY)

    game = Game.objects.get(pk=game.pk)
    assert game.rules().digest(state_after(game, number)) == position
    kept = [(move.number, move.order) for move in Log(game).until(number)]
    undone = [(move["number"], move["order"]) for move in done.moves]
    assert kept + undone == before
    assert problem_of(game) == ""
    check_waits()
    for player in game.players.all():
        assert player.last_move <= number
        assert (player.bot_turn or 0) <= game.turn
    told = Letter.objects.filter(kind="rewound", topic=game.topic)
    assert {letter.recipient for letter in told} == {player.user for player in game.players.all()}

    game = play_out(game)
    assert game.is_over
    assert problem_of(game) == ""


def test_what_belongs_to_the_undone_moves_goes_with_them(warden: User):
    game = play_fast(game_of_people(3), 30)
    player = player_to_move(game)
    play.open_vote(player=player, kind="pause")
    player = player_to_move(game)
    order = next(iter(game.rules().orders(game.position(), player.seat)))
    text = game.rules().write(game.position(), order)
    play.draft_order(player=player, order=text, version=player.game.version, draft_version=0)
    with pytest.raises(PlayError):
        staff.rewind(game=game, number=game.moves_made, by=warden, reason=WHY)
    assert not Rewind.objects.exists()

    staff.rewind(game=game, number=10, by=warden, reason=WHY)

    assert not Draft.objects.exists()
    assert not Vote.objects.filter(closed=None).exists()
    assert Vote.objects.get().outcome == "rewound"
    assert result_of(Vote.objects.get()).endswith("Staff rewound the game before that was decided.")
    assert StaffAct.objects.get().details == "to move 10"


def test_holders_stay_where_they_sat_after_moves_were_undone(warden: User):
    game = play_fast(game_of_people(3), 30)
    staff.replace(game=game, seat=1, by=warden, reason=WHY)
    taker = UserFactory()
    play.join(game=Game.objects.get(pk=game.pk), user=taker, invited=True)
    game = play_fast(Game.objects.get(pk=game.pk), 45)
    staff.rewind(game=game, number=12, by=warden, reason=WHY)
    assert at(game, 1).user == taker
    held = Holder.objects.filter(player__game=game, player__seat=1).order_by("pk")
    assert [(each.first_move, each.end_move) for each in held] == [(1, 13), (13, 13), (13, None)]
    assert problem_of(Game.objects.get(pk=game.pk)) == ""


def test_a_replaced_player_is_told_and_the_seat_offered(warden: User):
    game = game_of_people(3)
    player = player_to_move(game)
    staff.replace(game=game, seat=player.seat, by=warden, reason=WHY)
    now = at(game, player.seat)
    assert (now.user, bool(now.bot), now.offered_at is None) == (None, True, False)
    assert Letter.objects.filter(kind="seat", recipient=player.user).exists()
    assert Letter.objects.filter(kind="offered", topic=game.topic).count() == 2
    check_waits()


@pytest.mark.parametrize("private", [False, True])
def test_who_was_replaced_does_not_take_a_seat_in_that_game_again(warden: User, private: bool):
    game = game_of_people(3, private=private)
    player = player_to_move(game)
    browser = sitting(player)
    staff.replace(game=game, seat=player.seat, by=warden, reason=WHY)
    link = f"/join/{game.token}/"
    page = browser.get(link if private else game.get_absolute_url()).text
    assert "Staff gave your seat in this game to a bot" in page
    assert "Take over this seat" not in page
    assert "Take my seat" not in page
    for way in (link, f"/game/{game.pk}/join"):
        browser.post(way)
    assert at(game, player.seat).user is None
    play.leave(game=Game.objects.get(pk=game.pk), user=at(game, (player.seat + 1) % 3).user)
    browser.post(link)
    assert not game.players.filter(user=player.user).exists(), "nor another's seat"
    # It is free for everyone else.
    play.join(game=Game.objects.get(pk=game.pk), user=UserFactory(), invited=True)


def test_the_table_says_for_whom_a_bot_plays(warden: User):
    game = game_of(*(UserFactory(username=name) for name in ("Ann", "Ben", "Cid", "Dan")))
    staff.replace(game=game, seat=0, by=warden, reason=WHY)
    play.leave(game=Game.objects.get(pk=game.pk), user=at(game, 1).user)
    accounts.close_account(user=at(game, 2).user)
    page = sitting(at(game, 3)).get(game.get_absolute_url()).text
    told = re.findall(r"\w+, a journeyman bot, plays for (.+?)\. The seat is on offer\.", page)
    assert told == [
        "Ann, whom staff replaced",
        "Ben, who left",
        "a player who closed their account",
    ]


@pytest.mark.parametrize(
    ("act", "outcome", "told"),
    [
        ("extend", "extended", "Staff gave them more time."),
        ("replace", "replaced", "Staff gave the seat to a bot."),
        ("leave", "left", "They left before anything was decided."),
        ("confirm", "moved", "They moved before anything was decided."),
    ],
)
def test_what_ends_a_vote_about_a_player_is_told_as_it_was(
    warden: User, timepiece: Timepiece, act: str, outcome: str, told: str
):
    game = game_of_people(3, terms=play.Terms(hours=48, grace_hours=0))
    timepiece.sweep(hours=48)
    vote = Vote.objects.get()
    seat = vote.about.seat
    absent = Game.objects.get(pk=game.pk)
    if act == "extend":
        staff.extend(game=absent, seat=seat, hours=30, by=warden, reason=WHY)
    elif act == "replace":
        staff.replace(game=absent, seat=seat, by=warden, reason=WHY)
    elif act == "leave":
        play.leave(game=absent, user=at(game, seat).user)
    else:
        mover = player_to_move(game)
        play.confirm(player=mover, version=absent.version, orders=["end"])
    vote.refresh_from_db()
    assert vote.outcome == outcome
    page = sitting(at(game, (seat + 1) % 3)).get(game.get_absolute_url()).text
    assert f"ran out of time. {told}" in page


def test_the_others_can_wait_as_often_after_staff_gave_time(warden: User, timepiece: Timepiece):
    game = game_of_people(3, terms=play.Terms(hours=48, grace_hours=0))
    timepiece.sweep(hours=48)
    for _ in range(MAX_WAITS):
        seat = Vote.objects.get(closed=None).about.seat
        now = Game.objects.get(pk=game.pk)
        staff.extend(game=now, seat=seat, hours=24, by=warden, reason=WHY)
        timepiece.sweep(hours=24)
    assert "wait" in Vote.objects.get(closed=None).choices()


def test_the_only_person_is_not_replaced(warden: User):
    game = game_of(UserFactory(), "journeyman", "journeyman")
    with pytest.raises(PlayError, match="only person"):
        staff.replace(game=game, seat=0, by=warden, reason=WHY)
    assert not StaffAct.objects.exists()


def test_a_clock_that_ran_out_gets_its_hours_from_now_on(warden: User, timepiece: Timepiece):
    game = game_of_people(3)
    wait = player_to_move(game).wait
    timepiece.now = wait.deadline
    clocks.sweep()
    wait.refresh_from_db()
    assert wait.warned_at
    staff.extend(game=game, seat=wait.player.seat, hours=30, by=warden, reason=WHY)
    wait.refresh_from_db()
    assert wait.warned_at is None
    assert (wait.deadline - timepiece.now).total_seconds() == 30 * 3600
    assert Letter.objects.filter(kind="more_time", recipient=wait.player.user).exists()
    check_waits()


@pytest.mark.parametrize("hours", [0, staff.LONGEST_EXTENSION + 1])
def test_too_much_time_is_not_given(warden: User, hours: int):
    game = game_of_people(3)
    with pytest.raises(PlayError, match="between 1 and"):
        staff.extend(game=game, seat=0, hours=hours, by=warden, reason=WHY)


def test_a_game_is_paused_and_goes_on(warden: User):
    game = game_of_people(3)
    staff.pause(game=game, by=warden, reason=WHY)
    check_waits()
    with pytest.raises(PlayError, match="paused already"):
        staff.pause(game=game, by=warden, reason=WHY)
    staff.resume(game=game, by=warden, reason=WHY)
    check_waits()
    assert [act.kind for act in StaffAct.objects.all()] == ["resume", "pause"]


def told(game: Game, kind: str) -> str:
    """The newest email of a kind about a game, as text."""
    letter = Letter.objects.filter(topic=game.topic, kind=kind).latest("pk")
    return write(letter).text.replace("\n", " ")


def test_the_table_is_told_that_staff_did_it(warden: User):
    game = game_of_people(3)
    staff.pause(game=game, by=warden, reason=WHY)
    assert "The staff of this site paused the game until" in told(game, "paused")
    staff.resume(game=game, by=warden, reason=WHY)
    assert "The staff of this site ended the pause" in told(game, "goes_on")
    assert "The staff of this site ended the pause" in told(game, "resumed")
    player = player_to_move(game)
    staff.extend(game=game, seat=player.seat, hours=9, by=warden, reason=WHY)
    assert "The staff of this site gave you more time." in told(game, "more_time")
    staff.replace(game=game, seat=player.seat, by=warden, reason=WHY)
    assert "The staff of this site gave your seat to a bot." in told(game, "seat")
    assert "voted" not in told(game, "seat")
    assert f"{player.name} to a bot" in told(game, "offered")
    for kind in ("paused", "goes_on", "resumed", "more_time", "seat", "offered"):
        for letter in Letter.objects.filter(topic=game.topic, kind=kind):
            assert WHY not in letter.payload.values()


def test_nothing_is_done_without_a_reason(warden: User):
    game = game_of_people(3)
    with pytest.raises(NoReason):
        staff.pause(game=game, by=warden, reason=" ")
    with pytest.raises(NoReason, match="at most 500"):
        staff.pause(game=game, by=warden, reason="x" * 501)
    assert not Game.objects.get().paused


def test_the_log_of_staff_cannot_be_changed(warden: User):
    staff.pause(game=game_of_people(3), by=warden, reason=WHY)
    act = StaffAct.objects.get()
    for change in (act.save, act.delete, StaffAct.objects.all().delete):
        with pytest.raises(AppendOnly):
            change()
    with pytest.raises(AppendOnly):
        StaffAct.objects.update(reason="")
    name = warden.username
    warden.delete()
    assert StaffAct.objects.get().by_name == name


def test_the_owner_is_told_that_an_account_is_closed_and_open_again(warden: User, mailoutbox):
    person = UserFactory(email="closed@example.org")
    accounts.suspend(user=person, by=warden, reason=WHY)
    accounts.reopen(user=person, by=warden, reason=WHY)
    for letter in Letter.objects.filter(kind="account").order_by("pk"):
        post.deliver(letter_id=letter.pk)
    closed, opened = mailoutbox
    assert (closed.subject, closed.to) == ("Your account was closed", ["closed@example.org"])
    assert "Nobody can sign in to it" in closed.body
    assert opened.subject == "Your account is open again"
    assert "/accounts/login/" in opened.body
    for sent in (closed, opened):
        assert WHY not in sent.body + sent.alternatives[0].content


def test_a_closed_account_cannot_be_used_until_it_is_reopened(warden: User, client: Client):
    person = UserFactory()
    client.force_login(person)
    accounts.suspend(user=person, by=warden, reason=WHY)
    assert client.get("/accounts/profile/").status_code == 302
    with pytest.raises(AccountState):
        accounts.suspend(user=person, by=warden, reason=WHY)
    accounts.reopen(user=person, by=warden, reason=WHY)
    assert client.get("/accounts/profile/").status_code == 200
    with pytest.raises(AccountState):
        accounts.suspend(user=warden, by=warden, reason=WHY)


# Pages


def test_staff_find_games_and_people(client: Client):
    sign_in_staff(client)
    game = game_of_people(3)
    letter = Letter.objects.filter(topic=game.topic).first()
    person = at(game, 0).user
    for text in (str(game.pk), f"email {letter.pk}", person.username, game.name):
        assert f"/staff/game/{game.pk}/" in client.get("/staff/", {"q": text}).text, text
    assert f"/staff/person/{person.pk}/" in client.get("/staff/", {"q": person.username}).text
    for text in ("email 999999", "9" * 40, "email x", "no such thing"):
        assert client.get("/staff/", {"q": text}).status_code == 200


def test_staff_act_from_the_page_of_a_game_but_not_of_their_own(client: Client):
    boss = sign_in_staff(client)
    game = play_fast(game_of_people(3), 20)
    page = client.get(f"/staff/game/{game.pk}/").text
    assert "Rewind to a move" in page
    for act, data, said in (
        ("pause", {}, "Say why"),
        ("extend", {"seat": "x", "hours": "3", "reason": WHY}, "whole number"),
        ("rewind", {"number": "5", "reason": WHY}, "recorded in the staff log"),
        ("pause", {"reason": WHY}, "recorded in the staff log"),
    ):
        answer = client.post(f"/staff/game/{game.pk}/{act}", data, follow=True)
        assert said in answer.text, act
    typed = {"seat": "1", "hours": "9999", "reason": "A storm cut the line"}
    answer = client.post(f"/staff/game/{game.pk}/rewind", {**typed, "number": "9999"})
    assert 'value="9999"' in answer.text, "nothing that was typed is lost"
    assert f'value="{typed["reason"]}"' in answer.text
    answer = client.post(f"/staff/game/{game.pk}/replace", {**typed, "reason": " "})
    assert '<option value="1" selected>' in answer.text
    assert client.post(f"/staff/game/{game.pk}/dance", {"reason": WHY}).status_code == 404
    assert "took the game back" in client.get(f"/game/{game.pk}/log/").text

    own = play.create_game(
        creator=boss,
        title=game.title,
        options={},
        seats=[play.SeatPlan(user=boss), play.SeatPlan(bot="journeyman")],
    )
    assert "You play in this game" in client.get(f"/staff/game/{own.pk}/").text
    answer = client.post(f"/staff/game/{own.pk}/pause", {"reason": WHY}, follow=True)
    assert "Ask another member" in answer.text
    assert not Game.objects.get(pk=own.pk).paused


def test_staff_take_a_game_out_of_the_ratings(client: Client):
    boss = sign_in_staff(client)
    running = game_of_people(3)
    assert "out of the ratings" not in client.get(f"/staff/game/{running.pk}/").text
    game = play_out(game_of_people(3))
    people = [player.user for player in game.players.all()]
    rated = Rating.objects.filter(user__in=people)
    assert rated.count() == 3
    where = f"/staff/game/{game.pk}/"
    assert "Take the game out of the ratings" in client.get(where).text
    for reason, said in (("", "Say why"), (WHY, "recorded in the staff log")):
        answer = client.post(f"{where}annul", {"reason": reason}, follow=True)
        assert said in answer.text
    assert "Take the game out of the ratings" not in answer.text
    act = StaffAct.objects.get()
    assert (act.kind, act.game, act.reason) == ("annul", game.pk, WHY)
    page = client.get(f"/game/{game.pk}/").text
    assert "Not rated: staff decided so after the game." in page
    letters = Letter.objects.filter(topic=game.topic, kind="annulled")
    assert {letter.recipient for letter in letters} == set(people)
    assert f"isn't rated. Its result stands. Their reason: {WHY}" in told(game, "annulled")
    recompute_all()
    assert not rated.exists()
    answer = client.post(f"{where}annul", {"reason": WHY}, follow=True)
    assert "doesn&#x27;t count" in answer.text
    with pytest.raises(PlayError):
        staff.annul(game=running, by=boss, reason=WHY)
    assert StaffAct.objects.count() == 1


def test_no_more_queries_for_long_lists(client: Client):
    sign_in_staff(client)

    def counts(game: Game) -> list[int]:
        counted = []
        for path in (f"/staff/game/{game.pk}/", "/staff/?q=game"):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(path).status_code == 200
            counted.append(len(queries))
        return counted

    few = counts(play_fast(game_of_people(4, name="game"), 20))
    games = [game_of_people(4, name="game") for _ in range(5)]
    assert counts(play_fast(games[0], 150)) == few


def test_somebody_who_gets_no_mail_is_found_by_their_address(client: Client):
    sign_in_staff(client)
    person = UserFactory(username="Grete", email="grete@example.org", mail_came_back=True)
    UserFactory(username="Gregor", email="gregor@example.org")
    BouncedAddress.objects.create(address="grete@example.org", reason="550 no such user")
    game_of(person, UserFactory(), UserFactory())

    found = client.get("/staff/", {"q": "GRETE@example.org"}).content.decode()
    assert f"/staff/person/{person.pk}/" in found
    assert "Gregor" not in found
    assert "Grete" not in client.get("/staff/", {"q": "grete@"}).content.decode()
    page = client.get(f"/staff/person/{person.pk}/").content.decode()
    assert "bounced on" in page
    assert "550 no such user" in page
    assert f"{Letter.objects.filter(recipient=person).first().kind} ·" in page


def test_the_table_says_that_the_game_went_back_until_one_moves_again(warden: User):
    game = play_fast(game_of_people(3), 20)
    staff.rewind(game=game, number=12, by=warden, reason="A wrong click")
    player = player_to_move(game)
    client = sitting(player)
    page = client.get(game.get_absolute_url()).text
    assert "Their reason: A wrong click" in page
    step(game, random.Random(1))
    assert "Their reason" not in client.get(game.get_absolute_url()).text
