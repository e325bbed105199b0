"""Answers from a notification: for one question and its person, once, and never by looking."""

import json
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.accounts import merging
from games.accounts import services as accounts
from games.accounts.models import User
from games.play import services
from games.play.engine.pausing import pause
from games.play.engine.session import GameSession
from games.play.letters import taps
from games.play.models import Ballot, Draft, Game, Move, Player
from games.play.services import staff
from games.post.letters import Answer
from games.post.models import Channel, Letter
from games.post.notifications import notification_of
from games.post.services import remove_channel
from tests.factories import UserFactory
from tests.play.factories import draft_turn, game_of_people, player_to_move, sitting
from tests.play.poll_title import PollWording, registered
from tests.play.test_concurrency import together
from tests.play.timepiece import at, give

pytestmark = pytest.mark.django_db

NOT_PLAYED = "Nothing was played."


@pytest.fixture(autouse=True)
def _registered():
    with registered():
        yield


def asking() -> Player:
    """A player who has only one answer to give: yes or no."""
    return at(give(game_of_people(3, title="poll"), 0, "vote"), 2)


def phone_of(user: User) -> Channel:
    phone, _ = Channel.objects.get_or_create(user=user, kind="push", url=f"https://push/{user.pk}")
    return phone


def offered(player: Player, kind: str = "turn", **payload: int) -> tuple[Answer, ...]:
    """The buttons of a notification to a player's phone."""
    phone = phone_of(player.user)
    asked = {"game": player.game_id, "seat": player.seat, **payload}
    if kind == "turn":
        asked["wait"] = at(player.game, player.seat).wait.pk
    letter = Letter(
        kind=kind, recipient=player.user, channel=phone, topic=player.game.topic, payload=asked
    )
    return notification_of(letter).write(letter).answers


def buttons(player: Player, kind: str = "turn", **payload: int) -> dict[str, str]:
    """Where each of these buttons leads."""
    answers = offered(player, kind, **payload)
    return {answer.label: urlsplit(answer.url).path for answer in answers}


def press(path: str, client: Client | None = None) -> str:
    """What a notification shows after a press on one of its buttons."""
    answer = (client or Client()).post(path, headers={"Accept": "application/json"})
    shown = json.loads(answer.content)
    assert shown.keys() == {"title", "body", "navigate"}
    return shown["body"]


def played(player: Player) -> list[str]:
    moves = Move.objects.filter(game=player.game_id, seat=player.seat)
    return list(moves.values_list("order", flat=True))


def test_one_order_that_is_all_that_is_asked_is_played_once():
    player = asking()
    yes, no = buttons(player).values()
    told = press(yes)

    assert told.startswith("Your orders have been played. The game waits for ")
    assert played(player) == ["say yes"]
    for again in (yes, no):
        assert press(again) == (
            f"{NOT_PLAYED} This was answered already, or the game has moved on since."
        )
    assert played(player) == ["say yes"]


def test_where_more_is_asked_or_much_there_are_no_buttons():
    player = asking()
    assert len(buttons(player)) == 2
    assert not buttons(at(player.game, 1))  # this seat answers twice
    assert not buttons(player_to_move(game_of_people()))


def test_what_nobody_else_may_see_is_on_no_button(monkeypatch):
    monkeypatch.setattr(PollWording, "secret", ["answer"])
    assert not buttons(asking())


def test_an_email_has_no_buttons():
    player = asking()
    payload = {"game": player.game_id, "seat": player.seat, "wait": player.wait.pk}
    mail = Letter(kind="turn", recipient=player.user, topic=player.game.topic, payload=payload)
    assert notification_of(mail).write(mail).answers == ()


def test_a_whole_draft_is_played_as_it_was():
    game = game_of_people()
    drafted = draft_turn(game)
    player = player_to_move(game)
    ((label, path),) = buttons(player).items()
    assert label == "Play my draft"

    told = press(path)
    assert told.startswith("Your orders have been played. ")
    assert played(player)[: len(drafted)] == drafted
    assert not Draft.objects.get(player=player).orders


def test_half_a_draft_has_no_button():
    game = game_of_people()
    draft_turn(game, 1)
    assert not buttons(player_to_move(game))


def test_a_draft_that_has_changed_is_not_played():
    game = game_of_people()
    draft_turn(game)
    player = player_to_move(game)
    (path,) = buttons(player).values()
    draft = Draft.objects.of(player)
    services.undo(player=player, version=game.version, draft_version=draft.version)

    assert press(path) == f"{NOT_PLAYED} Your draft has changed since."
    assert Draft.objects.of(player).orders == draft.orders[:-1]


def test_an_order_is_not_added_to_what_was_drafted_since():
    player = asking()
    yes, _ = buttons(player).values()
    services.draft_order(
        player=player, version=player.game.version, draft_version=0, order="say no"
    )
    assert press(yes) == f"{NOT_PLAYED} Your draft has changed since."
    assert Draft.objects.of(player).orders == ["say no"]


def test_a_vote_is_cast_once():
    player = asking()
    vote = services.open_vote(player=at(player.game, 0), kind="pause")
    found = buttons(player, "vote", vote=vote.pk)
    assert [*found] == ["Yes", "No"]

    assert press(found["No"]).startswith("Your vote counts. Pause the game? No. Say yes or no.")
    assert Ballot.objects.get(player=player).choice == "no"
    assert "You've voted already." in press(found["Yes"])
    assert Ballot.objects.get(player=player).choice == "no"


def test_a_vote_that_is_over_is_over():
    player = asking()
    vote = services.open_vote(player=at(player.game, 0), kind="pause")
    found = buttons(player, "vote", vote=vote.pk)
    services.cast(player=at(player.game, 1), vote_id=vote.pk, choice="yes")

    assert press(found["Yes"]) == (
        "Your vote doesn't count. This vote is over. The game page shows the result."
    )


def test_looking_never_plays():
    player = asking()
    vote = services.open_vote(player=at(player.game, 0), kind="pause")
    before = list(Game.objects.values())
    for path in (*buttons(player).values(), *buttons(player, "vote", vote=vote.pk).values()):
        for look in (Client().get, Client().head, sitting(player).get):
            answer = look(path, headers={"Accept": "application/json"})
            assert answer.status_code == 200
            assert "no-store" in answer["Cache-Control"]
        page = Client().get(path).content.decode()
        assert f"You answer as {player.user.username}." in page
        assert '<form class="actions" method="post">' in page
    assert list(Game.objects.values()) == before
    assert not Ballot.objects.filter(player=player).exists()
    assert played(player) == []


def test_the_page_shows_the_board_as_its_person_sees_it():
    game = game_of_people(private=True)
    draft_turn(game)
    player = player_to_move(game)
    (path,) = buttons(player).values()
    board = Client().get(f"{path}board.png")
    assert board["Content-Type"] == "image/png"

    press(path)
    assert Client().get(f"{path}board.png").status_code == 404
    assert Client().get(path).status_code == 410


def taken_over(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(user=UserFactory())


def closed(player: Player) -> None:
    staff_member = UserFactory(is_staff=True)
    accounts.suspend(user=player.user, by=staff_member, reason="Spam")


def paused(player: Player) -> None:
    pause(GameSession(Game.objects.get(pk=player.game_id)))


def rewound(player: Player) -> None:
    staff.rewind(game=player.game, number=0, by=UserFactory(is_staff=True), reason="A mistake")


def over(player: Player) -> None:
    Game.objects.filter(pk=player.game_id).update(status="over")


def test_a_person_whose_account_was_merged_answers_as_the_other():
    """As by email: their seats are the other account's, and both are one person."""
    player = asking()
    yes, no = buttons(player).values()
    old, kept = player.user.pk, UserFactory()
    merging.merge(
        old=player.user, kept=kept, by=UserFactory(is_staff=True), reason="They are one person"
    )
    page = Client().get(yes).content.decode()
    assert f"You answer as {kept.username}." in page
    stranger = Client()
    stranger.force_login(UserFactory())
    assert "this link isn't for you" in press(yes, stranger)
    assert played(player) == []

    assert press(yes).startswith("Your orders have been played.")
    assert press(no) == f"{NOT_PLAYED} This was answered already, or the game has moved on since."
    assert played(player) == ["say yes"]
    accounts.close_account(user=kept)
    assert press(no) == "This link doesn't work."
    assert not User.objects.filter(pk=old).exists()


@pytest.mark.parametrize(
    ("ended", "told"),
    [
        (taken_over, "This seat is no longer yours."),
        (closed, "This link doesn't work."),
        (paused, f"{NOT_PLAYED} The game is paused. You can still move on its page."),
        (rewound, f"{NOT_PLAYED} This was answered already, or the game has moved on since."),
        (over, f"{NOT_PLAYED} This game is over. You can still see its score and record."),
    ],
)
def test_after_the_question_nothing_is_played(ended, told):
    player = asking()
    yes, _ = buttons(player).values()
    ended(player)
    before = played(player)

    assert Client().get(yes).status_code == 410
    assert press(yes) == told
    assert played(player) == before


def test_nobody_else_can_answer():
    player, other = asking(), UserFactory()
    yes, _ = buttons(player).values()
    tap = taps.read(yes.split("/")[-2])
    for channel, told in (
        (phone_of(other).pk, "This seat is no longer yours."),
        (tap.channel, "This link doesn't work."),
    ):
        theirs = replace(tap, user=other.pk, channel=channel)
        assert press(urlsplit(theirs.url).path) == told
    visitor = Client()
    visitor.force_login(other)
    assert "this link isn't for you" in press(yes, visitor)
    assert visitor.post(yes).status_code == 403
    forged = reverse("play:answer", args=[yes.split("/")[-2].replace(":", "x:")])
    assert press(forged) == "This link doesn't work."
    assert played(player) == []

    assert press(yes, sitting(player)).startswith("Your orders have been played.")


def removes_the_phone(player: Player, phone: Client) -> None:
    remove_channel(channel=phone_of(player.user))


def signs_out(player: Player, phone: Client) -> None:
    phone.post(reverse("account_logout"))


def changes_the_password(player: Player, phone: Client) -> None:
    player.user.set_password("another one 25")
    player.user.save()


@pytest.mark.parametrize("ends", [removes_the_phone, signs_out, changes_the_password])
def test_a_phone_that_is_no_longer_connected_answers_nothing(
    ends: Callable[[Player, Client], None],
):
    player = asking()
    yes, _ = buttons(player).values()
    phone = sitting(player)
    Channel.objects.filter(pk=phone_of(player.user).pk).update(
        session_key=phone.session.session_key
    )
    assert Client().get(yes).status_code == 200
    ends(player, phone)
    assert press(yes) == "This link doesn't work."
    assert played(player) == []


def test_the_answer_is_in_the_language_of_its_reader():
    player = asking()
    player.user.language = "de"
    player.user.save()
    yes, no = buttons(player).values()
    said = Client().post(yes, headers={"Accept": "application/json", "Accept-Language": "en"})

    assert said["Content-Language"] == "de"
    assert json.loads(said.content)["body"].startswith("Deine Befehle ")
    assert 'lang="de"' in Client().get(no).content.decode()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_presses_at_once_one_plays():
    player = asking()
    yes, no = buttons(player).values()
    told = together(*(lambda path=path: press(path) for path in (yes, no, yes, no)))

    assert sum(each.startswith("Your orders have been played.") for each in told) == 1
    assert len(played(player)) == 1
    assert connection.vendor == "postgresql"
