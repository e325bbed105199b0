"""The position editor: put and take pieces, and read why a position is impossible."""

import random
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.drawing import DRAWINGS
from games.play.models import Game
from games.rules import TITLES, editing, position, record
from games.study import services
from games.study.pages.editor import Editor, set_up
from tests.factories import UserFactory
from tests.play.factories import every_title, game_of, hot_seat_game

pytestmark = pytest.mark.django_db
START = "title: teutonica\nplayers: 3\n"
LOST_PAWN = "title: teutonica\nplayers: 2\noption two_player: pawn\nactions: 0\nthis-turn: walked\n"
RECORD = Path("tests/records/teutonica/4-players-markers.txt")


@pytest.fixture
def user() -> User:
    return UserFactory()


@pytest.fixture
def client(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def posted(client: Client, name: str = "study:positions", **form: str) -> str:
    return unescape(client.post(reverse(name), form).content.decode())


def test_a_click_on_the_board_leads_to_what_stands_there(client: Client) -> None:
    page = posted(client, text=START, order="space:hamburg-stade.2")
    assert "<legend>Hamburg–Stade</legend>" in page
    assert 'name="field-place_01"' in page
    assert 'hx-post="/positions/"' in page


def test_a_piece_is_put_and_taken(client: Client) -> None:
    form = {"text": START, "do": "change", "thing": "route:hamburg-stade"}
    page = posted(client, **form, **{"field-place_00": "t1", "field-place_01": "m2"})
    assert "route hamburg-stade: t1 m2 -" in page
    assert "seat 1: prestige 0, supply 0t, stock 10t1m" in page
    text = position.write(*editing.read(START + "route hamburg-stade: t1 m2 -"))
    form = {"text": text, "do": "change", "thing": "route:hamburg-stade"}
    page = posted(client, **form, **{"field-place_00": "-", "field-place_01": "-"})
    assert "route hamburg-stade" not in page.partition("<textarea")[2].partition("</textarea>")[0]


def test_the_address_of_the_form_for_seats_leads_back_to_the_editor(client: Client) -> None:
    form = posted(client, "study:play-position", text=START)
    address = reverse("study:play-position")
    assert f'<a class="button" href="{address}">Reload page</a>' in form
    assert client.get(address)["Location"] == reverse("study:positions")


def test_an_impossible_change_says_why_and_changes_nothing(client: Client) -> None:
    form = {"text": START, "do": "change", "thing": "city:hamburg", "field-place_00": "m1"}
    page = posted(client, **form)
    assert "The offices of Hamburg that are filled take a trader, but hold a merchant" in page
    assert "(T7.4)" in page
    assert '<option value="m1" selected>' in page
    assert "city hamburg" not in page.partition("<textarea")[2].partition("</textarea>")[0]


def test_a_wrong_text_stays_and_the_board_shows_the_last_that_was_right(client: Client) -> None:
    good = START + "turn: 2\n"
    page = posted(client, text=START + "tern: 2", good=good, do="read")
    assert "Line 3, column 1: 'tern' is not a kind of line" in page
    assert "tern: 2</textarea>" in page
    assert "Yellow's turn" in page


def test_htmx_gets_only_the_editor(client: Client) -> None:
    answer = client.post(
        reverse("study:positions"), {"text": START}, headers={"HX-Request": "true"}
    )
    assert answer["X-Fragment"] == "yes"
    assert answer.content.decode().lstrip().startswith('<div id="editor"')


def test_a_position_is_downloaded_and_played_on_from(client: Client, user: User) -> None:
    answer = client.post(reverse("study:position-file"), {"text": START})
    assert answer.content.decode() == position.write(*editing.read(START))
    assert "attachment" in answer["Content-Disposition"]
    assert "Seat 3" in posted(client, "study:play-position", text=START)
    form = {"text": START + "turn: 2", "key": "k", "seat_0": "here", "name_0": "Ann"}
    form |= {"seat_1": "here", "name_1": "Bea", "seat_2": "bot:apprentice"}
    client.post(reverse("study:play-position"), form)
    game = Game.objects.get()
    assert game.hot_seat
    assert (game.at_screen, game.moves_made) == (1, 0)
    for name in ("study:position-file", "study:play-position"):
        assert "needs a line 'players: ...'" in posted(client, name, text="title: hansa")


def test_what_the_rules_cannot_play_is_refused_wherever_it_is_read(client: Client) -> None:
    """The pawn is nowhere, which only the next turn would find out."""
    said = "The pawn is not on the board"
    for name in ("study:positions", "study:play-position", "study:position-file"):
        assert said in posted(client, name, text=LOST_PAWN, key="k")
    assert said in posted(client, "study:plans", position=LOST_PAWN)
    begun = record.Record(
        title="teutonica",
        players=("Ann", "Bea"),
        options={"two_player": "pawn"},
        position=tuple(LOST_PAWN.splitlines()),
    )
    assert said in posted(client, "study:read-record", text=record.write(begun))
    assert not Game.objects.exists()


def test_so_many_positions_are_drawn_in_a_minute(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.study.views.positions.CHANGES", 1)
    answers = [client.post(reverse("study:positions"), {"text": START}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert "Wait a minute" in answers[1].text


def test_a_position_is_planned_from(client: Client) -> None:
    page = posted(client, text=START)
    assert 'id="plan" method="post" action="/plans/"' in page
    answer = client.post(reverse("study:plans"), {"position": START})
    assert client.get(answer["Location"]).status_code == 200


def test_the_editor_begins_with_a_game_that_is_over(client: Client, user: User) -> None:
    game = services.import_record(user=user, data=RECORD.read_text())
    page = client.get(f"/positions/?game={game.pk}&move=100").content.decode()
    assert "route gottingen-quedlinburg: - m2 t3" in page or "route " in page
    link = f"/positions/?game={game.pk}&amp;move=100"
    assert link in client.get(reverse("play:move", args=[game.pk, 100])).content.decode()
    assert client.get(f"/positions/?game={game.pk}&move=9999").status_code == 404


def test_no_running_game_of_others_is_opened(client: Client, user: User) -> None:
    game = game_of(user, "journeyman", "journeyman")
    assert client.get(f"/positions/?game={game.pk}&move=1").status_code == 404
    table = hot_seat_game(UserFactory())
    assert client.get(f"/positions/?game={table.pk}").status_code == 404
    own = hot_seat_game(user)
    assert client.get(f"/positions/?game={own.pk}").status_code == 200
    secret = hot_seat_game(user, missions="on")
    for page in (f"/positions/?game={secret.pk}", reverse("study:play-on", args=[secret.pk, 1])):
        assert client.get(page).status_code == 404


@every_title
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_new_game_is_drawn_and_every_thing_has_its_form(title: str, players: int) -> None:
    text = set_up(TITLES[title], players)
    editor = Editor.of(text)
    assert editor.mistake is None
    assert editor.text == editor.good == text
    for _, things in editor.kinds:
        for thing, label in random.Random(1).sample(list(things), min(3, len(things))):
            assert Editor.of(text, thing=thing).label == label


@every_title
def test_any_text_is_shown_or_refused(title: str) -> None:
    rng = random.Random(3)
    lines = set_up(TITLES[title], 3).splitlines()
    for _ in range(25):
        spoilt = [*lines]
        number = rng.randrange(len(lines))
        words = spoilt[number].split() or [""]
        words[rng.randrange(len(words))] = rng.choice(
            ["", "-", "9", "t2", "x", "\0", "a:b", "red1"]
        )
        spoilt[number] = " ".join(words)
        editor = Editor.of("\n".join(spoilt), good="\n".join(lines))
        assert editor.mistake or editor.text == editor.good
    assert DRAWINGS[title]
