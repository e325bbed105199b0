"""Two accounts of one person become one, and nothing of either is lost."""

import random
import re
from collections.abc import Iterator
from datetime import date, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import deletion, merging, staff
from games.accounts import services as accounts
from games.accounts.contribution import Contribution
from games.accounts.errors import CannotMerge
from games.accounts.models import Block, Follow, Profile, StaffAct, User, Vacation
from games.accounts.services import close_account
from games.accounts.staff import NoReason
from games.club.models import Report, SeatFigures
from games.club.services.figures import keep_figures
from games.club.services.leaderboards import rank_everyone
from games.league.models import Apart
from games.play import services
from games.play.errors import LostSeat
from games.play.history import state_after
from games.play.letters.addresses import orders_address
from games.play.management.commands.verify_games import problem_of
from games.play.models import (
    Draft,
    FollowedGame,
    Game,
    Holder,
    Invitation,
    Log,
    Message,
    Player,
    ReadPrimer,
    Wait,
)
from games.play.services import chat, inviting
from games.post import services as post
from games.post.inbound import reception
from games.post.models import BouncedAddress, Channel, FormerReader, Letter, Schedule
from games.ratings.collusion import mark
from games.ratings.models import Effect, Flag, Ladder, Rating, ResultSeat
from games.ratings.services import recompute, recompute_all, record
from games.ratings.skill import Model
from games.study.models import Analysis, Guess, GuideProgress, PuzzleAnswer
from tests.accounts.furnishing import furnish
from tests.factories import PASSWORD, LetterFactory, UserFactory, sign_in_staff
from tests.play.factories import (
    draft_turn,
    game_of,
    good_order,
    hot_seat_game,
    play_on,
    play_out,
    player_to_move,
    sitting,
)
from tests.play.timepiece import Timepiece, at, timepiece
from tests.play.wait_laws import check_waits
from tests.play.writing import write
from tests.ratings.factories import START, finished

__all__ = ["timepiece"]
pytestmark = [pytest.mark.engine, pytest.mark.django_db]

WHY = "They wrote from both addresses"
ALL: tuple[str, ...] = ()
Rows = dict[int, Any]

MOVED: dict[str, tuple[str, ...]] = {
    "account.EmailAddress.user": ("email",),
    "accounts.Block.other": ("user",),
    "accounts.Block.user": ("other",),
    "accounts.Follow.other": ("user",),
    "accounts.Follow.user": ("other",),
    "accounts.FormerName.heir": ALL,
    "accounts.User.owner": ALL,
    "accounts.StaffAct.about": ALL,
    "accounts.StaffAct.by": ALL,
    "accounts.Vacation.user": ALL,
    "admin.LogEntry.user": ALL,
    "study.DailyPuzzle.user": ("user",),
    "study.PuzzleAnswer.user": ("title", "number"),
    "club.Pseudonym.user": ("user",),
    "club.Report.answered_by": ALL,
    "club.Report.by": ALL,
    "club.Report.person": ALL,
    "club.SavedSearch.user": ALL,
    "club.SeatFigures.user": ALL,
    "club.TableWish.user": ("user",),
    "duplicate.DuplicateGame.user": ("duplicate",),
    "league.Apart.by": ALL,
    "league.Apart.one": ("other",),
    "league.Apart.other": ("one",),
    "league.Entry.user": ("season",),
    "league.League.creator": ALL,
    "league.Substitute.user": ("season",),
    "league.TableSeat.substitute": ALL,
    "study.Analysis.asked_by": ALL,
    "study.Comment.author": ALL,
    "play.ConditionalLine.user": ALL,
    "play.FollowedGame.user": ("game",),
    "play.Game.creator": ALL,
    "study.Guess.user": ("game", "number"),
    "study.GuideProgress.user": ("title",),
    "play.Holder.user": ALL,
    "play.Invitation.guest": ALL,
    "play.Invitation.host": ALL,
    "study.Plan.user": ALL,
    "study.RecommendationVote.user": ("recommendation",),
    "play.Player.user": ALL,
    "play.ReadPrimer.user": ("title", "name"),
    "post.Channel.user": ("url",),
    "post.FormerReader.user": ALL,
    "post.Letter.recipient": ALL,
    "post.Received.user": ALL,
    "post.Schedule.user": ("topic",),
    "ratings.Effect.user": ("title", "pool", "board"),
    "ratings.Flag_people.user": ALL,
    "ratings.Rating.user": ("title", "pool"),
    "ratings.ResultSeat.user": ALL,
}
"""Each column that moves. Where both accounts have a row with the same values, one is left."""

DROPPED = {
    "accounts.Closing.user": "accounts that wait for their deletion are not merged",
    "accounts.DataExport.user": "it has the data of one account, and can be asked for again",
    "accounts.NamePart.user": "nobody is found by the name of an account that is gone",
    "accounts.PersonalToken.user": "a program has what its owner allowed it with one account",
    "accounts.Profile.user": "settings of the kept account stay, but for its name in open data",
    "accounts.User_groups.user": "are rights of staff, who are not merged",
    "accounts.User_user_permissions.user": "are rights of staff, too",
    "club.Standing.user": "the next night ranks everyone",
    "mfa.Authenticator.user": "one signs in as before to the account that is kept",
    "usersessions.UserSession.user": "one is signed out of the other",
}


@pytest.fixture
def warden() -> User:
    return UserFactory(username="Warden", is_staff=True)


@pytest.fixture
def old() -> User:
    return UserFactory(username="Old", email="old@example.org")


@pytest.fixture
def kept() -> User:
    return UserFactory(username="Kept", email="kept@example.org")


def columns() -> Iterator[tuple[str, type[models.Model], str]]:
    """Each column that refers to a person, its model and its name."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.fields:
            if isinstance(field, models.ForeignKey) and field.related_model is User:
                yield f"{model._meta.label}.{field.name}", model, field.name


def merge(old: User, kept: User, warden: User) -> None:
    merging.merge(old=old, kept=kept, by=warden, reason=WHY)


def rows(model: type[models.Model], column: str, *people: User) -> Rows:
    found = model._base_manager.filter(**{f"{column}__in": [each.pk for each in people]})
    return {each.pk: each for each in found}


def test_every_table_about_people_says_what_becomes_of_its_rows() -> None:
    assert {label for label, *_ in columns()} == MOVED.keys() | DROPPED.keys()
    assert not MOVED.keys() & DROPPED.keys()


def fill(user: User, word: str, warden: User) -> None:
    """Give a person rows in every table."""
    rival, other = UserFactory(), UserFactory()
    furnish(user, word, play_on(game_of(user, rival, title="hansa"), 4))
    over = play_out(game_of(rival, user, title="hansa"))
    keep_figures(over)
    Analysis.objects.create(
        game=over, asked_by=user, asked_at=timezone.now(), worked_at=timezone.now()
    )
    game_of(user, "open", other)
    hot_seat_game(user)
    for guest, address in ((rival, ""), (None, f"{word}@example.net")):
        Invitation.objects.create(
            game=over, host=user, guest=guest, address=address, at=timezone.now()
        )
    Invitation.objects.create(game=over, host=rival, guest=user, at=timezone.now())
    staff.record(StaffAct.Kind.SUSPEND, by=warden, reason=WHY, about=user)
    staff.record(StaffAct.Kind.LOOK, by=user, reason="When they were staff")
    LogEntry.objects.create(
        user=user,
        content_type=ContentType.objects.get_for_model(User),
        object_id="1",
        action_flag=CHANGE,
        change_message="[]",
    )
    for tie, more in ((Follow, {}), (Block, {"since": timezone.now()})):
        tie.objects.create(user=user, other=rival if tie is Follow else other, **more)
        tie.objects.create(user=other if tie is Follow else rival, other=user, **more)
    Apart.objects.create(one=warden, other=user, at=timezone.now(), why=word)
    Apart.objects.create(one=user, other=rival, by=user, at=timezone.now(), why=word)
    Report.objects.create(by=rival, person=user, about="person", text=word, at=timezone.now())
    Report.objects.create(by=rival, answered_by=user, about="game", text=word, at=timezone.now())
    for day in (1, 2, 3):
        record(finished([user, other], game=10_000 * user.pk + day, day=day))
    for number in range(9):
        record(finished([rival, user], game=10_000 * user.pk + 50 + number, day=4))
    crowd = UserFactory.create_batch(6)
    for number in range(12):
        record(finished(crowd[number % 4 :][:3], game=10_000 * user.pk + 70 + number, day=5))
    Profile.objects.create(user=user, about=word)
    Schedule.objects.create(user=user, topic="", mode="digest")
    FormerReader.objects.create(number=10_000 + user.pk, user=user)
    close_account(user=UserFactory(), heir=user)
    accounts.suspend(user=user, by=warden, reason=WHY)
    accounts.reopen(user=user, by=warden, reason=WHY)


def share(*people: User) -> None:
    """Give several people what nobody can have twice."""
    friend, pest = UserFactory(), UserFactory()
    game = game_of(friend, pest)
    for user in people:
        Follow.objects.create(user=user, other=friend)
        Follow.objects.create(user=friend, other=user)
        Block.objects.create(user=user, other=pest, since=timezone.now())
        Block.objects.create(user=pest, other=user, since=timezone.now())
        FollowedGame.objects.create(user=user, game=game)
        ReadPrimer.objects.create(user=user, title="hansa", name="sale")
        GuideProgress.objects.create(user=user, title="hansa", step=3)
        Guess.objects.create(user=user, game=game, number=9, seat=0, orders=["end"])
        hook = Channel.objects.create(user=user, kind="json", url="https://hooks.example.org/both")
        LetterFactory(recipient=user, channel=hook)
        Schedule.objects.create(user=user, topic=game.topic)
        PuzzleAnswer.objects.create(
            user=user, title="hansa", number=9, orders=[], chance=0.5, right=False
        )


def unlike(label: str, column: str, theirs: Rows, own: Rows, after: Rows) -> list[str]:
    """What is wrong with the rows of the kept account, given both accounts' rows before."""
    wrong, both = [], theirs | own
    noted = ("accounts.FormerName.heir", "accounts.StaffAct.about", "post.FormerReader.user")
    told = 1 if label in noted else 0
    if len(after.keys() - both.keys()) != told:
        wrong.append("has new rows")
    if not MOVED[label]:
        lost = ["lost rows"] if both.keys() - after.keys() else []
        return [f"{label} {each}" for each in wrong + lost]
    named = [name for name in MOVED[label] if name != column]

    def values(found: Rows) -> set[Any]:
        return {tuple(getattr(row, name) for name in named) for row in found.values()}

    if values(after) != values(both):
        wrong.append("lost rows")
    if len(after) != len(values(after)):
        wrong.append("has one twice")
    if label == "post.Schedule.user" and not own.keys() <= after.keys():
        wrong.append("is a setting, which stays")
    return [f"{label} {each}" for each in wrong]


def test_everything_of_one_account_is_the_other_s(warden: User, old: User, kept: User) -> None:
    fill(old, "old", warden)
    fill(kept, "kept", warden)
    Vacation.objects.filter(user=kept).update(first=date(2031, 1, 1), last=date(2031, 1, 9))
    share(old, kept)
    mark(now=START + timedelta(days=10))
    recompute_all()
    rank_everyone()
    before = {
        label: (rows(model, column, old), rows(model, column, kept))
        for label, model, column in columns()
        if label in MOVED
    }
    assert [label for label, (theirs, own) in before.items() if not (theirs and own)] == []
    logs = {
        game.pk: [(move.number, move.order, move.digest) for move in Log(game).all()]
        for game in Game.objects.exclude(state=None)
    }
    number, letters = old.pk, Letter.objects.count()

    merge(old, kept, warden)

    assert not User.objects.filter(pk=number).exists()
    lost = []
    for label, model, column in columns():
        if label in MOVED:
            lost += unlike(label, column, *before[label], rows(model, column, kept))
    assert lost == []
    assert Letter.objects.count() == letters + 2
    assert not ResultSeat.objects.filter(person=number).exists()
    for flag in Flag.objects.all():
        assert set(flag.pair) == set(flag.people.values_list("pk", flat=True))
    assert Profile.of(kept).about == "kept"
    check_ratings()
    for game in Game.objects.exclude(state=None):
        assert [(move.number, move.order, move.digest) for move in Log(game).all()] == logs[game.pk]
        assert problem_of(game) == ""
        assert game.rules().digest(state_after(game, game.moves_made)) == game.rules().digest(
            game.position()
        )
    Game.objects.filter(hot_seat=True).delete()
    check_waits()


def estimates() -> dict[Any, Any]:
    """All ratings and effects, to a thousandth of a point."""
    ratings = {
        (each.title, each.pool, each.user_id): (each.mean, each.deviation, each.games)
        for each in Rating.objects.all()
    }
    effects = {
        (each.title, each.pool, each.board, each.user_id, each.players, each.starts): (
            each.mean,
            each.deviation,
        )
        for each in Effect.objects.all()
    }
    return ratings | effects


def check_ratings() -> None:
    """The nightly task makes ratings as if there had been one account from the beginning."""
    assert recompute_all(), "it has noticed that there is something to do"
    found = estimates()
    assert not recompute_all()
    for model in (Rating, Effect, Ladder):
        model.objects.all().delete()
    recompute_all(force=True)
    anew = estimates()
    assert found.keys() == anew.keys()
    for key, values in anew.items():
        assert found[key] == pytest.approx(values, abs=1e-9), key


def test_people_who_become_one_while_ratings_are_computed_are_counted_by_the_next_run(
    old: User, kept: User, warden: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    rival = UserFactory()
    for number, person in enumerate((old, kept, old, kept), 1):
        record(finished([person, rival], game=number, day=number))
    fit = Model.fit

    def fit_and_merge(*args: Any, **kwargs: Any) -> Any:
        found = fit(*args, **kwargs)
        merge(old, kept, warden)
        return found

    monkeypatch.setattr(Model, "fit", fit_and_merge)
    title = Ladder.objects.get().title
    recompute(title=title, pool="people")
    monkeypatch.undo()
    check_ratings()


def test_an_older_computation_of_ratings_does_not_overwrite_a_newer_one(
    old: User, kept: User, warden: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    rival = UserFactory()
    for number, person in enumerate((old, kept, old, kept), 1):
        record(finished([person, rival], game=number, day=number))
    fit, newer = Model.fit, dict[Any, Any]()

    def fit_and_be_overtaken(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.undo()
        found = fit(*args, **kwargs)
        merge(old, kept, warden)
        assert recompute_all()
        newer.update(estimates())
        return found

    monkeypatch.setattr(Model, "fit", fit_and_be_overtaken)
    assert recompute_all() == []
    assert estimates() == newer


# What counts where both have something


def test_nobody_follows_blocks_or_reports_themselves(old: User, kept: User, warden: User) -> None:
    friend, pest = UserFactory(), UserFactory()
    long_ago = timezone.now() - timedelta(days=9)
    Follow.objects.create(user=old, other=kept)
    Block.objects.create(user=kept, other=old, since=long_ago)
    Follow.objects.create(user=kept, other=pest)
    Follow.objects.create(user=old, other=friend)
    Block.objects.create(user=kept, other=pest, since=timezone.now())
    Block.objects.create(user=old, other=pest, since=long_ago)
    report = Report.objects.create(by=old, person=kept, about="person", at=timezone.now())
    merge(old, kept, warden)
    assert list(Follow.objects.values_list("user", "other")) == [(kept.pk, friend.pk)]
    block = Block.objects.get()
    assert (block.user, block.other, block.since) == (kept, pest, long_ago)
    report.refresh_from_db()
    assert (report.by, report.person) == (kept, None)


def test_the_first_answer_to_a_puzzle_counts_and_the_longer_way_through_a_guide(
    old: User, kept: User, warden: User
) -> None:
    def answered(user: User, number: int, days: int, *, right: bool) -> None:
        made = PuzzleAnswer.objects.create(
            user=user, title="hansa", number=number, orders=[], chance=0.5, right=right
        )
        moment = timezone.now() - timedelta(days=days)
        PuzzleAnswer.objects.filter(pk=made.pk).update(at=moment)

    for number, (theirs, own) in enumerate([(1, 2), (2, 1)], 1):
        answered(old, number, theirs, right=True)
        answered(kept, number, own, right=False)
    for title, theirs, own in (("hansa", (5, False), (2, True)), ("teutonica", (5, False), (2, 0))):
        GuideProgress.objects.create(user=old, title=title, step=theirs[0], finished=theirs[1])
        GuideProgress.objects.create(user=kept, title=title, step=own[0], finished=own[1])
    merge(old, kept, warden)
    answers = PuzzleAnswer.objects.order_by("number").values_list("number", "right", "user")
    assert list(answers) == [(1, False, kept.pk), (2, True, kept.pk)]
    ways = GuideProgress.objects.order_by("title").values_list("title", "step", "finished")
    assert list(ways) == [("hansa", 2, True), ("teutonica", 5, False)]


def test_a_vacation_moves_if_it_does_not_overlap(old: User, kept: User, warden: User) -> None:
    today = timezone.now().date()

    def days(first: int, last: int) -> tuple[date, date]:
        return today + timedelta(days=first), today + timedelta(days=last)

    for first, last in ((-3, 3), (20, 25)):
        Vacation.objects.create(user=old, first=days(first, last)[0], last=days(first, last)[1])
    Vacation.objects.create(user=kept, first=days(25, 40)[0], last=days(25, 40)[1])
    merge(old, kept, warden)
    found = list(kept.vacations.values_list("first", "last"))
    assert found == [days(-3, 3), days(25, 40)]
    assert accounts.days_left(kept, today.year) >= 0


def test_their_addresses_go_on(client: Client, old: User, kept: User, warden: User) -> None:
    EmailAddress.objects.create(user=old, email="unproven@example.org")
    EmailAddress.objects.create(user=kept, email="old@example.org")
    merge(old, kept, warden)
    found = EmailAddress.objects.filter(user=kept).order_by("email")
    assert list(found.values_list("email", "primary", "verified")) == [
        ("kept@example.org", True, True),
        ("old@example.org", False, True),
    ]
    assert User.objects.get(pk=kept.pk).email == "kept@example.org"
    for login in ("Kept", "old@example.org", "kept@example.org"):
        client = Client()
        client.post(reverse("account_login"), {"login": login, "password": PASSWORD})
        assert client.get("/").context["user"] == kept, login
    page = client.get(reverse("account_email")).text
    assert "Remove old@example.org" in page
    assert "Remove kept@example.org" not in page
    again = {"password": PASSWORD, "next": reverse("account_email")}
    client.post(reverse("account_reauthenticate"), again)
    client.post(reverse("account_email"), {"email": "old@example.org", "action_remove": ""})
    assert EmailAddress.objects.get(user=kept).email == "kept@example.org"


def test_an_account_without_a_confirmed_address_gets_one(old: User, warden: User) -> None:
    kept = UserFactory(username="Kept", email="wrong@example.org", confirmed=False)
    EmailAddress.objects.create(user=kept, email="wrong@example.org", primary=True)
    merge(old, kept, warden)
    assert kept.confirmed_address() == "old@example.org"
    assert User.objects.get(pk=kept.pk).email == "old@example.org"


def test_that_the_old_address_bounced_is_told_to_the_account_that_has_it_now(
    old: User, warden: User
) -> None:
    bounced = BouncedAddress.objects.create(address="old@example.org")
    kept = UserFactory(username="Kept", email="wrong@example.org", confirmed=False)
    merge(old, kept, warden)
    kept.refresh_from_db()
    assert post.bounced_of(kept) == bounced


def test_what_was_on_its_way_still_arrives(
    old: User, kept: User, warden: User, mailoutbox: list[EmailMessage]
) -> None:
    guest = UserFactory()
    game = game_of(old, "open", "open")
    inviting.invite(game=game, host=old, name=guest.username)
    running = game_of(old, UserFactory(), UserFactory())
    merge(old, kept, warden)
    invitation = Letter.objects.get(kind="invitation")
    assert "Kept invites you" in write(invitation).subject
    for letter in Letter.objects.filter(recipient=kept, topic=running.topic):
        post.deliver(letter_id=letter.pk)
    assert {mail.to[0] for mail in mailoutbox} == {"kept@example.org"}


# Games


def asking(person: User, *others: User) -> Game:
    """A game that waits for a person."""
    game = game_of(person, *(others or UserFactory.create_batch(2)))
    while player_to_move(game).user != person:
        game = play_on(game, 1)
    return Game.objects.get(pk=game.pk)


def test_a_running_game_goes_on_as_it_was(
    old: User, kept: User, warden: User, timepiece: Timepiece
) -> None:
    game = asking(old)
    player = player_to_move(game)
    chat.note(player=player, text="Watch the east")
    chat.say(player=player, text="Good luck!")
    timepiece.go(hours=1)
    drafted = draft_turn(game, 1)
    wait = Wait.objects.open().get(player=player)
    version = Game.objects.get(pk=game.pk).version

    merge(old, kept, warden)

    now = at(game, player.seat)
    assert (now.user, now.note.text) == (kept, "Watch the east")
    assert now.game.version > version
    assert Draft.objects.of(now).orders == drafted
    same = Wait.objects.open().get(player=player)
    for name in ("pk", "since", "deadline", "used", "clock_since", "holder_id", "next_check_at"):
        assert getattr(same, name) == getattr(wait, name), name
    assert Message.objects.get().author == "Kept"
    check_waits()
    page = sitting(now).get(game.get_absolute_url()).text
    assert "Undo" in page
    assert "Kept" in page
    log = sitting(now).get(reverse("play:log", args=[game.pk])).text
    assert "Kept" in log
    assert "Old" not in log
    game = play_out(play_on(game, 3))
    assert game.is_over
    assert problem_of(game) == ""
    assert ResultSeat.objects.filter(person=kept.pk, result__game=game.pk).exists()


def test_a_clock_runs_by_the_days_off_of_the_account_that_is_kept(
    old: User, kept: User, warden: User, timepiece: Timepiece
) -> None:
    game = asking(old)
    before = Wait.objects.open().get().deadline
    accounts.change_rest(user=kept, sleeps_from=22, sleeps_to=8, weekends_off=True)
    merge(old, kept, warden)
    assert Wait.objects.open().get(player__game=game).deadline > before
    check_waits()


def test_a_reply_to_an_earlier_email_is_played_from_either_address(
    old: User, kept: User, warden: User, settings: Any
) -> None:
    settings.REPLY_DOMAIN = "reply.example.org"
    game = asking(old)
    to = orders_address(player_to_move(game)).email
    order = good_order(game, player_to_move(game).seat, random.Random(1))
    merge(old, kept, warden)
    for number, (sender, text, word) in enumerate(
        [
            ("old@example.org", order, "kept"),
            ("stranger@example.org", "confirm", "foreign"),
            ("kept@example.org", "confirm", "played"),
        ]
    ):
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, to, "Re: your move"
        mail["Message-ID"] = f"<{number}@mail.example.org>"
        mail.set_content(text)
        assert reception.receive(bytes(mail)) == [word]
    assert game.moves.filter(order=order).exists()


def test_who_is_back_at_a_page_of_the_old_account_hears_a_sentence(
    old: User, kept: User, warden: User
) -> None:
    game = asking(old)
    player = player_to_move(game)
    client = sitting(player)
    merge(old, kept, warden)
    with pytest.raises(LostSeat, match="Kept has it now"):
        services.confirm(player=player, version=game.version, orders=["end"])
    answer = client.get(reverse("accounts:profile"))
    assert answer.url.startswith("/accounts/login/"), "signed out"


# Refusals


def refused(old: User, kept: User, warden: User, said: str) -> None:
    """Nothing changes, and the sentence says why."""
    with pytest.raises(CannotMerge, match=said):
        merge(old, kept, warden)
    assert not StaffAct.objects.filter(kind="merge").exists()
    assert User.objects.filter(pk__in=[old.pk, kept.pk]).count() == len({old.pk, kept.pk})
    assert not Letter.objects.filter(kind="account", address="old@example.org").exists()


def test_one_account_is_not_merged_into_itself(old: User, warden: User) -> None:
    refused(old, old, warden, "the same account")


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"is_staff": True}, "is staff"),
        ({"guest": True}, "is a guest"),
        ({"is_active": False}, "is closed. Reopen it first"),
    ],
)
def test_only_open_accounts_of_members_are_merged(
    old: User, kept: User, warden: User, columns: dict[str, bool], said: str
) -> None:
    other = UserFactory(**columns)
    refused(old, other, warden, f"{other}.* {said}" if "closed" in said else f"{other} {said}")
    refused(other, kept, warden, said)


def test_who_waits_for_the_deletion_is_not_merged(old: User, kept: User, warden: User) -> None:
    deletion.ask(user=kept)
    with pytest.raises(CannotMerge, match="Kept has asked to delete"):
        merge(old, kept, warden)
    assert User.objects.filter(pk=old.pk).exists()


@pytest.mark.parametrize("left", [False, True])
def test_two_players_of_one_game_are_never_one_person(
    old: User, kept: User, warden: User, left: bool
) -> None:
    game = game_of(old, kept, UserFactory(), name="Feast")
    if left:
        services.leave(game=game, user=kept)
    refused(old, kept, warden, rf"Old and Kept both .* Feast \(game {game.pk}\)")
    assert Player.objects.filter(game=game, user=old).exists()


def test_nothing_is_merged_without_a_reason(old: User, kept: User, warden: User) -> None:
    with pytest.raises(NoReason):
        merging.merge(old=old, kept=kept, by=warden, reason=" ")
    assert User.objects.filter(pk=old.pk).exists()


def test_what_comes_in_between_is_told_and_changes_nothing(
    old: User, kept: User, warden: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def seated(user: User) -> None:
        # As if it had been committed after the seats were looked at.
        Player.objects.filter(game=game, seat=0).update(user=user)

    game = game_of(UserFactory(), UserFactory())
    known = Contribution(files={}, write=lambda user: (), closes=seated)
    monkeypatch.setattr("games.accounts.services.contributions", lambda: [known])
    refused(old, kept, warden, "try again")


# The pages and the letter


def test_staff_compare_both_and_merge_them(client: Client, old: User, kept: User) -> None:
    boss = sign_in_staff(client)
    game = game_of(old, UserFactory(), UserFactory())
    record(finished([kept, UserFactory()], game=9_999, day=1))
    page = client.get(f"/staff/person/{old.pk}/").text
    assert "Merge into another account" in page
    url = reverse("club:staff-merge", args=[old.pk])
    for sent, said in (
        ({"into": "Kept", "reason": " "}, "Say why"),
        ({"into": "Nobody", "reason": WHY}, "No account has this name"),
        ({"into": "nobody@example.org", "reason": WHY}, "No account has this name"),
        ({"into": "", "reason": WHY}, "No account has this name"),
        ({"into": "Old", "reason": WHY}, "the same account"),
        ({"into": boss.username, "reason": WHY}, "is staff"),
        ({"kept": "x", "into": "Kept", "reason": WHY}, "whole number"),
    ):
        page = client.post(url, sent).text
        assert said in page
        assert f'value="{sent["into"]}"' in page, "nothing that was typed is lost"
    for into in ("kept", "KEPT@example.org"):
        page = client.post(url, {"into": into, "reason": WHY}).text
        assert "Merge Old into Kept" in page
        for told in ("old@example.org", "kept@example.org", WHY, "after 1 game<"):
            assert told in page
    assert User.objects.filter(pk=old.pk).exists()

    sent = dict(re.findall(r'type="hidden" name="(kept|into|reason)" value="([^"]*)"', page))
    answer = client.post(url, sent, follow=True)
    assert answer.redirect_chain[-1][0] == f"/staff/person/{kept.pk}/"
    assert "recorded in the staff log" in answer.text
    assert "merged two accounts" in answer.text
    act = StaffAct.objects.get()
    assert (act.kind, act.by, act.about, act.reason) == ("merge", boss, kept, WHY)
    assert act.details == "Old into Kept"
    assert at(game, 0).user == kept
    assert client.post(url, sent).status_code == 404


def test_both_addresses_get_a_letter(old: User, kept: User, warden: User, mailoutbox) -> None:
    merge(old, kept, warden)
    for letter in Letter.objects.filter(kind="account"):
        post.deliver(letter_id=letter.pk)
    assert {mail.to[0] for mail in mailoutbox} == {"old@example.org", "kept@example.org"}
    for mail in mailoutbox:
        assert mail.subject == "Your two accounts are one now"
        for text in (mail.body, mail.alternatives[0].content):
            told = " ".join(re.sub(r"<[^>]+>", " ", text).split())
            assert "Old is now part of Kept" in told
            assert "If you didn't ask for this" in told.replace("&#x27;", "'")
            assert "Nobody but you can take its name for a year" in told
            assert "/accounts/login/" in text
            assert WHY not in text


def test_the_old_one_s_figures_and_finished_games_show_the_kept_name(
    old: User, kept: User, warden: User
) -> None:
    game = play_out(game_of(old, UserFactory(), title="hansa"))
    keep_figures(game)
    merge(old, kept, warden)
    assert Holder.objects.get(user=kept).player.game == game
    assert SeatFigures.objects.filter(user=kept).exists()
    assert "Kept" in Client().get(game.get_absolute_url()).text
