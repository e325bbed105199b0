"""The chat by API: the same to a program as to its person, and counted once."""

import pytest

from games.accounts.models import Scope
from games.accounts.people import block
from games.api import messages as room
from games.play import services
from games.play.models import Message, Player
from games.play.services import chat
from tests.api.programs import Program, code_of
from tests.factories import UserFactory
from tests.play.factories import game_of_people

pytestmark = [pytest.mark.engine, pytest.mark.django_db]


@pytest.fixture
def seats() -> list[Player]:
    return list(Player.objects.at_table(game_of_people()))


def path_of(seats: list[Player]) -> str:
    return f"/games/{seats[0].game_id}/messages"


def test_what_a_program_says_its_table_reads(seats) -> None:
    chat.say(player=seats[1], text="Moin")
    path, program = path_of(seats), Program(seats[0].person, Scope.CHAT)
    said = program.post(path, {"text": "Moin\nmoin"})
    assert said.status_code == 200
    told = program.get(path).json()
    assert told["more"] is False
    assert [(each["seat"], each["text"]) for each in told["messages"]] == [
        (1, "Moin"), (0, "Moin\nmoin"),
    ]  # fmt: skip
    assert told["messages"][1] == said.json()
    assert said.json()["person"] == seats[0].person.username
    assert Message.objects.filter(holder__user=seats[0].user, text="Moin\nmoin").exists()
    after = program.get(path, {"after": told["messages"][0]["id"]}).json()
    assert after["messages"] == told["messages"][1:]


def test_reading_by_program_leaves_them_unread_on_the_site(seats) -> None:
    chat.say(player=seats[1], text="Moin")
    Program(seats[0].person).get(path_of(seats))
    assert Message.objects.unread_by(Player.objects.get(pk=seats[0].pk)).count() == 1


def test_long_chats_come_in_parts(seats, monkeypatch) -> None:
    monkeypatch.setattr(room, "MOST", 2)
    for number in range(3):
        chat.say(player=seats[1], text=str(number))
    program = Program(seats[0].person)
    first = program.get(path_of(seats)).json()
    assert (len(first["messages"]), first["more"]) == (2, True)
    rest = program.get(path_of(seats), {"after": first["messages"][-1]["id"]}).json()
    assert [each["text"] for each in rest["messages"]] == ["2"]
    assert rest["more"] is False


def test_whoever_watches_reads_and_does_not_write(seats) -> None:
    chat.say(player=seats[1], text="Moin")
    watcher = Program(UserFactory())
    assert len(watcher.get(path_of(seats)).json()["messages"]) == 1
    assert code_of(watcher.post(path_of(seats), {"text": "Moin"})) == "not-found"
    assert Message.objects.count() == 1


def test_a_private_table_is_heard_by_nobody_else() -> None:
    seats = list(Player.objects.at_table(game_of_people(private=True)))
    watcher = Program(UserFactory())
    assert code_of(watcher.get(path_of(seats))) == "not-found"
    assert code_of(watcher.post(path_of(seats), {"text": "Moin"})) == "not-found"
    assert Program(seats[0].person, Scope.CHAT).get(path_of(seats)).status_code == 200


def test_other_scopes_are_not_enough(seats) -> None:
    program = Program(seats[0].person, Scope.READ_OWN, Scope.PLAY, Scope.LEAGUE_READ)
    for answer in (program.get(path_of(seats)), program.post(path_of(seats), {"text": "Moin"})):
        assert code_of(answer) == "no-scope"
        assert answer.json()["scope"] == "chat"


def test_a_message_counts_once_with_its_key_and_twice_without(seats) -> None:
    program = Program(seats[0].person)
    one, again = (
        program.post(path_of(seats), {"text": "Moin"}, Idempotency_Key="one") for _ in range(2)
    )
    assert one.json() == again.json()
    assert Message.objects.count() == 1
    other = program.post(path_of(seats), {"text": "Tach"}, Idempotency_Key="one")
    assert code_of(other) == "key-reused"
    for _ in range(2):
        program.post(path_of(seats), {"text": "Moin"})
    assert Message.objects.count() == 3


@pytest.mark.parametrize(("text", "code"), [
    ("", "invalid"), ("   ", "refused"), ("x" * (chat.LONGEST + 1), "invalid"),
    ("a\0b", "invalid"), ("a\x1bb", "invalid"), (7, "invalid"), ("\ud800", "invalid"),
])  # fmt: skip
def test_what_is_no_message_is_refused(seats, text, code) -> None:
    assert code_of(Program(seats[0].person).post(path_of(seats), {"text": text})) == code
    assert not Message.objects.exists()


def test_what_turns_text_around_unseen_is_dropped(seats) -> None:
    said = Program(seats[0].person).post(path_of(seats), {"text": "Moin\u202e!"})
    assert said.json()["text"] == "Moin!"


def test_too_many_messages_are_refused_with_the_time_to_wait(seats) -> None:
    program = Program(seats[0].person)
    answers = [program.post(path_of(seats), {"text": "Moin"}) for _ in range(chat.MOST + 1)]
    assert {answer.status_code for answer in answers[:-1]} == {200}
    assert code_of(answers[-1]) == "too-many"
    assert answers[-1]["Retry-After"] == "60"


def test_messages_of_a_blocked_person_are_marked(seats) -> None:
    block(user=seats[0].person, other=seats[1].person)
    chat.say(player=seats[1], text="Moin")
    (told,) = Program(seats[0].person).get(path_of(seats)).json()["messages"]
    assert told["blocked"]
    (told,) = Program(seats[2].person).get(path_of(seats)).json()["messages"]
    assert not told["blocked"]


def test_whoever_has_left_writes_no_more(seats) -> None:
    services.leave(game=seats[0].game, user=seats[0].person)
    program = Program(seats[0].person)
    assert code_of(program.post(path_of(seats), {"text": "Moin"})) in {"not-found", "lost-seat"}
