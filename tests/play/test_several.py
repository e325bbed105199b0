"""Several seats asked at once: any order of answers, one wait and one letter each."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from games.accounts.services import close_account
from games.play import services
from games.play.errors import PlayError
from games.play.models import Draft, Game, Player
from games.post.models import Letter
from tests.factories import UserFactory
from tests.play.factories import game_of, game_of_people
from tests.play.poll_title import registered
from tests.play.timepiece import at, give
from tests.play.writing import write

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    with registered():
        yield


@pytest.fixture
def game() -> Game:
    """A game in which the first seat has taken a vote: the second answers twice, the third once."""
    game = game_of_people(3, title="poll")
    return give(game, 0, "vote")


def draft(game: Game, seat: int, order: str) -> Draft:
    player = at(game, seat)
    found = Draft.objects.filter(player=player).first()
    return services.draft_order(
        player=player,
        version=player.game.version,
        draft_version=found.version if found else 0,
        order=order,
    ).draft


def waits(game: Game) -> list[int | None]:
    return [player.wait and player.wait.move for player in Player.objects.at_table(game)]


def letters(game: Game, seat: int, **of: str) -> list[str]:
    user = at(game, seat).user
    found = Letter.objects.filter(kind="turn", recipient=user, **of)
    return list(found.values_list("key", flat=True))


def test_all_who_are_asked_wait_at_once_and_may_answer_in_any_order(game):
    assert waits(game) == [None, 1, 1]
    give(game, 2, "say no")
    give(game, 1, "say yes", "say no")
    said = [move.order for move in game.moves.all() if move.seat in (1, 2)]
    assert said == ["say no", "say yes", "say no"]
    assert waits(game)[1:] == [None, None]
    assert waits(game)[0] is not None


@pytest.mark.parametrize("first", [1, 2])
def test_an_answer_of_one_leaves_the_waits_and_letters_of_the_others(game, first):
    other = 3 - first
    before = letters(game, other)
    give(game, first, "say yes")
    assert waits(game)[other] == 1
    assert letters(game, other, state="waiting") == before
    letter = Letter.objects.get(key=before[0])
    assert write(letter) is not None


def test_who_owes_two_answers_keeps_his_wait_after_the_first(game):
    give(game, 1, "say yes")
    assert waits(game) == [None, 1, 1]
    assert len(letters(game, 1)) == 1


def test_who_asked_gets_a_new_letter_when_all_have_answered(game):
    give(game, 2, "say no")
    assert len(letters(game, 0)) == 1
    give(game, 1, "say no", "say no")
    assert len(letters(game, 0)) == 2
    assert len(letters(game, 0, state="waiting")) == 1


def test_a_bot_answers_at_once_and_the_people_still_wait():
    game = game_of(*UserFactory.create_batch(2), "random", title="poll")
    game = give(game, 0, "vote")
    assert [move.seat for move in game.moves.all()] == [0, 2, None]
    assert waits(game) == [None, 3, None]


def test_a_bot_that_votes_asks_all_people_once():
    people = UserFactory.create_batch(2)
    game = give(game_of(*people, "random", title="poll"), 0, "vote")
    game = give(game, 1, "say no", "say no")
    game = give(game, 0, "end")
    game = give(game, 1, "vote")
    game = give(give(game, 0, "say yes"), 1, "end")
    assert waits(game)[2] is None
    assert len(set(waits(game)[:2])) == 1
    assert len(letters(game, 0, state="waiting")) == len(letters(game, 1, state="waiting")) == 1


def test_a_draft_is_open_while_its_seat_owes_more_and_closed_then(game):
    draft(game, 1, "say yes")
    draft(game, 1, "say no")
    with pytest.raises(PlayError, match="Nothing can follow"):
        draft(game, 1, "say no")


def test_a_draft_survives_the_answer_of_another(game):
    kept = draft(game, 1, "say yes")
    give(game, 2, "say no")
    found = Draft.objects.get(player__seat=1)
    assert (found.orders, found.version) == (["say yes"], kept.version)
    player = at(game, 1)
    services.confirm_draft(player=player, version=player.game.version, draft_version=kept.version)
    assert game.moves.filter(seat=1).get().order == "say yes"


def since(page: str) -> str:
    """The tag around what has happened since the viewer's last move."""
    return re.search(r'<details id="since"[^>]*>', page)[0]


def test_the_page_of_a_draft_tells_what_is_new_and_keeps_it(game):
    client = Client()
    client.force_login(at(game, 1).user)
    draft(game, 1, "say yes")
    drafted = client.get(game.get_absolute_url()).content.decode()
    assert "Since your move" in drafted
    assert "open" not in since(drafted)

    version = at(game, 1).game.version
    poll = f"{game.get_absolute_url()}poll?version={version}"
    assert client.get(poll).status_code == 204
    give(game, 2, "say no")
    fresh = client.get(poll).content.decode()
    assert "Your draft" in fresh
    assert "open" in since(fresh)
    assert f"{at(game, 2).name}: say no." in fresh


def test_a_click_on_a_page_that_another_answer_has_left_behind_keeps_the_draft(game):
    draft(game, 1, "say yes")
    client = Client()
    player = at(game, 1)
    client.force_login(player.user)
    old = {"version": player.game.version, "draft_version": 1}
    give(game, 2, "say no")
    answer = client.post(f"{game.get_absolute_url()}confirm", old, headers={"HX-Request": "true"})
    assert "moved on" in answer.content.decode()
    assert "Your draft" in answer.content.decode()
    assert not game.moves.filter(seat=1).exists()


def test_a_vote_says_whom_it_asks_before_it_is_confirmed():
    game = game_of_people(3, title="poll")
    draft(game, 0, "vote")
    client = Client()
    client.force_login(at(game, 0).user)
    page = client.get(game.get_absolute_url()).content.decode()
    assert f"Confirm <span>{at(game, 1).name} and {at(game, 2).name} will answer" in page


def test_who_leaves_amid_answers_is_played_for_and_the_others_keep_wait_and_draft(game):
    draft(game, 1, "say yes")
    close_account(user=at(game, 2).user)
    assert waits(game) == [None, 1, None]
    assert len(letters(game, 1, state="waiting")) == 1
    assert Draft.objects.get(player__seat=1).orders == ["say yes"]


def test_the_drawing_gets_what_was_touched_since_the_viewers_last_move(game):
    give(game, 1, "say yes", "say no")
    client = Client()
    client.force_login(at(game, 2).user)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "['vote', 'say yes', 'say no', 'toss " in page


def test_a_whole_game_of_several_answers_is_played_by_bots():
    game = game_of("random", "journeyman", title="poll")
    assert game.is_over
    assert game.result["places"]
