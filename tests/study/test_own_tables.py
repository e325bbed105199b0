"""Records that are read in, and pass-and-play tables: kept by one account, counted nowhere."""

import random
import re
from dataclasses import replace
from datetime import UTC
from html import unescape
from itertools import islice
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.accounts.bot_names import bot_name
from games.accounts.models import User
from games.accounts.services import close_account
from games.club.models import SeatFigures, Tally
from games.club.services.statistics import fill_statistics
from games.play import services
from games.play.access import enter
from games.play.errors import PlayError
from games.play.history import walk
from games.play.models import Draft, Game, Wait
from games.play.pages.record import record_text
from games.play.services import hot_seat
from games.play.services.results import record_results
from games.post.models import Letter
from games.ratings.models import Result
from games.rules import TITLES, position, record
from games.rules.common.message import Message
from games.rules.errors import BadRecord
from games.rules.replay import canonical, record_steps
from games.study import services as study
from games.study.services import own_tables
from tests.factories import UserFactory
from tests.play.factories import game_of, good_order, hot_seat_game
from tests.tokens import without_tokens

pytestmark = pytest.mark.django_db
RECORDS = sorted(Path("tests/records").rglob("*.txt"))


def in_utc(text: str) -> str:
    """The record with its moments in the time zone in which games keep them."""
    known = record.read(text)
    moments = {
        name: when.astimezone(UTC)
        for name in ("started", "ended")
        if (when := getattr(known, name)) is not None
    }
    return canonical(replace(known, **moments))


SOME_FIRST = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.long] if number % 9 else [])
    for number, path in enumerate(RECORDS)
]


@pytest.mark.parametrize("path", SOME_FIRST)
def test_a_record_comes_out_as_it_went_in(path: Path) -> None:
    user, text = UserFactory(), path.read_text()
    game = study.import_record(user=user, data=text)
    assert record_text(enter(user=user, game_id=game.pk)) == in_utc(text)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_spoilt_record_is_kept_or_refused_with_its_line(data: st.DataObject) -> None:
    text = RECORDS[data.draw(st.integers(0, 3))].read_text()[:4000]
    place = data.draw(st.integers(0, len(text) - 1))
    spoilt = text[:place] + data.draw(st.text(max_size=4)) + text[place + 1 :]
    user = User.objects.first() or UserFactory()
    try:
        game = study.import_record(user=user, data=spoilt)
    except BadRecord as error:
        refused = error
    else:
        refused = BadRecord(Message(""), 0)
        assert record_text(enter(user=user, game_id=game.pk))
        game.delete()
    assert refused.line is not None or "needs a line" in str(refused)


def pages_of(game: Game) -> dict[str, str]:
    """The addresses that show a game, by name."""
    own = game.get_absolute_url()
    paths = ["", "log/", "move/0/", f"move/{game.moves_made}/", "record.txt", "words/", "about/"]
    paths += [f"about/player:{seat}/" for seat in range(2)] + ["chat/"]
    return {path: own + path for path in paths}


def visitor(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_record_is_pasted_and_played_on_from() -> None:
    user, text = UserFactory(), RECORDS[0].read_text()
    client = visitor(user)
    answer = client.post(reverse("study:read-record"), {"text": text})
    game = Game.objects.get()
    assert answer["Location"] == reverse("play:move", args=[game.pk, game.moves_made])
    assert "Play on from here" not in client.get(answer["Location"]).content.decode()
    for page in pages_of(game).values():
        assert client.get(page).status_code == 200
    on = reverse("study:play-on", args=[game.pk, 40])
    assert on in client.get(reverse("play:move", args=[game.pk, 40])).content.decode()
    form = {"key": "x", "seat_0": "here", "name_0": "Ann", "seat_1": "bot:merchant"}
    for _ in range(2):
        answer = client.post(on, form)
    table = Game.objects.exclude(pk=game.pk).get()
    assert answer["Location"] == table.get_absolute_url()
    assert table.is_running
    assert [table.moves.get(number=n).digest for n in (1, 40)] == [
        game.moves.get(number=n).digest for n in (1, 40)
    ]
    for _, state in walk(table):
        assert state
    numbers = [list(each.moves.values_list("turn", "on_turn"))[:40] for each in (game, table)]
    assert numbers[0] == numbers[1]
    listed = client.get(reverse("study:own-tables")).content.decode()
    assert listed.count('class="card game"') == 2


def test_a_bad_record_stays_in_the_form_and_can_be_kept_up_to_the_mistake() -> None:
    client, text = visitor(UserFactory()), RECORDS[0].read_text()
    first = text.index("\n1: ") + 1
    spoilt = text[:first] + text[first:].replace("1: ", "1: no ", 1)
    line = text.count("\n", 0, first) + 1
    upload = SimpleUploadedFile("game.txt", spoilt.encode())
    for form in ({"text": spoilt}, {"text": "", "file": upload}):
        page = client.post(reverse("study:read-record"), form)
        assert f"Line {line}, column 4: " in unescape(page.content.decode())
        assert page.context["form"]["text"].value() == spoilt
    upto = page.context["mistake"].readable
    assert upto == sum(entry.line < line for entry in record.read(spoilt).orders) > 0
    client.post(reverse("study:read-record"), {"text": spoilt, "upto": upto})
    kept = Game.objects.get()
    assert (kept.moves_made, kept.status, kept.ended_by) == (upto, "over", "record")
    assert client.get(kept.get_absolute_url()).status_code == 200
    assert client.get(reverse("club:game-statistics", args=[kept.pk])).status_code == 200


def play_here(game: Game, rng: random.Random) -> None:
    """Play an order of whoever is asked, who takes the screen first."""
    game = Game.objects.get(pk=game.pk)
    seat = game.rules().to_move(game.position())[0]
    game = services.take_screen(game=game, user=game.creator, seat=seat)
    player = game.players.get(seat=seat)
    order = good_order(game, seat, rng)
    services.confirm(player=player, version=game.version, orders=[order])


def test_a_game_round_one_screen_counts_for_nothing() -> None:
    user, rng = UserFactory(), random.Random(1)
    client = visitor(user)
    person = reverse("club:person", args=[user.username])
    seats = [services.ScreenSeat(name="Ann"), services.ScreenSeat(name="Bea")]
    game = services.open_table(
        user=user, beginning=services.Beginning.new("hansa", {}, 2), seats=seats
    )
    pages = person, reverse("club:statistics")
    before = [without_tokens(client.get(page).text) for page in pages]
    while not Game.objects.get(pk=game.pk).is_over:
        play_here(game, rng)
    study.import_record(user=user, data=RECORDS[0].read_text())
    fill_statistics(seconds=9)
    record_results()
    assert [without_tokens(client.get(page).text) for page in pages] == before
    for kept in (Wait, Letter, Result, Tally, SeatFigures):
        assert not kept.objects.exists()
    assert list(Game.objects.visible_to(user)) == []
    assert "Ann" in client.get(game.get_absolute_url()).content.decode()
    assert client.get(reverse("club:game-statistics", args=[game.pk])).status_code == 200
    assert not SeatFigures.objects.exists()
    assert visitor(UserFactory()).get(game.get_absolute_url()).status_code == 404
    assert Client().get(reverse("play:invitation", args=[game.token])).status_code == 404
    close_account(user=user)
    assert not Game.objects.exists()


def test_the_screen_is_passed_on_before_another_sees_their_mission() -> None:
    user = UserFactory()
    game, client = hot_seat_game(user, missions="on"), visitor(user)
    assert game.at_screen is None
    page = client.get(game.get_absolute_url()).content.decode()
    seat = game.rules().to_move(game.position())[0]
    name = ("Ann", "Bea", "Cid")[seat]
    assert f"Pass the screen to {name}" in page
    assert 'name="order"' not in page
    other = (seat + 1) % 3
    client.post(reverse("play:take-screen", args=[game.pk, other]))
    assert Game.objects.get().at_screen is None
    client.post(reverse("play:take-screen", args=[game.pk, seat]))
    assert Game.objects.get().at_screen == seat
    assert 'name="order"' in client.get(game.get_absolute_url()).content.decode()
    rng = random.Random(1)
    while Game.objects.get().at_screen == seat:
        play_here(game, rng)
    assert Game.objects.get().at_screen is None


def test_nothing_of_the_page_stays_when_the_turn_passes() -> None:
    user = UserFactory()
    game = hot_seat_game(user)
    seat = game.at_screen
    assert seat is not None
    draft_turn_of(game, seat)
    now = Game.objects.get()
    form = {"version": now.version, "draft_version": Draft.objects.get().version}
    url = f"{game.get_absolute_url()}confirm"
    answer = visitor(user).post(url, form, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == game.get_absolute_url()
    assert Game.objects.get().at_screen == (seat + 1) % 3


def draft_turn_of(game: Game, seat: int) -> None:
    """Draft a sensible turn for a seat."""
    rng, state, title = random.Random(1), game.position(), game.rules()
    drafted: list[str] = []
    while title.to_move(state) == (seat,):
        drafted.append(good_order(game, seat, rng, tuple(drafted)))
        state = title.apply(state, seat, title.read(state, drafted[-1]))
    services.draft_orders(
        player=game.players.get(seat=seat), version=game.version, draft_version=0, orders=drafted
    )


def test_without_secrets_the_screen_goes_round_unasked() -> None:
    game, rng = hot_seat_game(UserFactory()), random.Random(1)
    for _ in range(30):
        now = Game.objects.get(pk=game.pk)
        assert now.at_screen == now.rules().to_move(now.position())[0]
        play_here(game, rng)


def test_no_page_of_one_seat_shows_the_mission_of_another() -> None:
    """Two tables that differ in another's mission alone look the same from a seat."""
    user, shown = UserFactory(), []
    for card in (4, 5):
        text = f"title: teutonica\nplayers: 3\noption missions: on\nmission 1: 1\nmission 2: {card}"
        beginning = study.beginning_at(*position.read(text))
        seats = [services.ScreenSeat(name=name) for name in ("Ann", "Bea", "Cid")]
        game = services.open_table(user=user, beginning=beginning, seats=seats, name="Table")
        for seat in (None, 0):
            if seat is not None:
                game = services.take_screen(game=game, user=user, seat=seat)
            for page in pages_of(game).values():
                answer = visitor(user).get(page)
                told = answer.content.decode().replace(f"/{game.pk}/", "/N/")
                random = r'("(?:csrfmiddlewaretoken|key)" value=)"[\w-]+"'
                shown.append(re.sub(random, r"\1", told))
                assert answer.status_code == (404 if page.endswith("record.txt") else 200)
    half = len(shown) // 2
    assert shown[:half] == shown[half:]
    assert len(set(shown[:half])) > half // 2


def test_nobody_plays_on_from_a_game_that_is_running() -> None:
    player = UserFactory()
    game = game_of(player, "journeyman", "journeyman")
    on = reverse("study:play-on", args=[game.pk, 1])
    assert visitor(player).get(on).status_code == 404
    access = enter(user=player, game_id=game.pk)
    with pytest.raises(PlayError, match="once the game is over"):
        study.beginning_after(access, 1)


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ([("Ann", "")], "3 seats"),
        ([("Ann", ""), ("ann", ""), ("Cid", "")], "same name"),
        ([("Ann", ""), ("  ", ""), ("Cid", "")], "needs a name"),
        ([("Ann", ""), ("x" * 41, ""), ("Cid", "")], "at most 40"),
        ([("Ann", ""), ("B\0", ""), ("Cid", "")], "can be seen"),
        ([("", "journeyman")] * 3, "Someone must sit"),
        ([("Ann", ""), ("", "nobody"), ("Cid", "")], "no such bot"),
        ([("tideke", ""), ("", "journeyman"), ("Cid", "")], "tideke is a bot's name"),
    ],
)
def test_seats_that_cannot_be_are_refused(seats, words) -> None:
    plan = [services.ScreenSeat(name, bot) for name, bot in seats]
    beginning = services.Beginning.new("teutonica", {}, 3)
    with pytest.raises(PlayError, match=words):
        services.open_table(user=UserFactory(), beginning=beginning, seats=plan)


def test_the_form_of_a_new_game_opens_a_table_round_one_screen() -> None:
    user = UserFactory(username="Hinrich")
    client, form = visitor(user), {"title": "hansa", "players": "3", "key": "k"}
    form |= {"seat_0": "me", "seat_1": "here", "friend_1": "Greta", "seat_2": "open"}
    page = client.post(reverse("play:create"), form).content.decode()
    assert "everyone sits at this screen" in page
    answer = client.post(reverse("play:create"), form | {"seat_2": "bot:journeyman"})
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert game.hot_seat
    assert [player.name for player in game.players.all()] == [
        "Hinrich",
        "Greta",
        bot_name(game.pk, 2),
    ]


def test_a_table_begun_at_a_position_comes_out_and_in_again() -> None:
    user, rng = UserFactory(), random.Random(1)
    known = record.read(RECORDS[0].read_text())
    *_, (*_, state) = islice(record_steps(known), 60)
    title = TITLES[known.title]
    seats = [services.ScreenSeat(name="Ann"), services.ScreenSeat(bot="journeyman")]
    game = services.open_table(user=user, beginning=study.beginning_at(title, state), seats=seats)
    for _ in range(5):
        play_here(game, rng)
    text = record_text(enter(user=user, game_id=game.pk))
    assert "[Position " in text
    again = study.import_record(user=user, data=text)
    assert record_text(enter(user=user, game_id=again.pk)) == canonical(record.read(text))
    assert [m.digest for m in again.moves.all()] == [m.digest for m in game.moves.all()]
    broken = text.replace('[Position "players: 2"]', '[Position "players: 3"]')
    with pytest.raises(BadRecord, match=r"Line \d+, column 32: .* seat 3"):
        study.import_record(user=user, data=broken)


def test_a_table_can_be_deleted_by_its_owner_only() -> None:
    game = hot_seat_game(UserFactory())
    address = reverse("study:delete-table", args=[game.pk])
    assert visitor(UserFactory()).post(address).status_code == 404
    client = visitor(game.creator)
    assert game.name in client.get(address).content.decode()
    client.post(address)
    assert not Game.objects.exists()


def test_so_many_records_are_read_in_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.study.views.own_tables.RECORDS", 1)
    client = visitor(UserFactory())
    client.post(reverse("study:read-record"), {"text": RECORDS[0].read_text()})
    page = client.post(reverse("study:read-record"), {"text": RECORDS[1].read_text()})
    assert "That was a lot of records" in page.text
    assert RECORDS[1].read_text().splitlines()[-1] in page.text, "nothing is lost"
    assert Game.objects.count() == 1


def test_there_is_an_end_to_what_one_account_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hot_seat, "MOST", 1)
    user = UserFactory()
    hot_seat_game(user)
    with pytest.raises(PlayError, match="Delete one"):
        study.import_record(user=user, data=RECORDS[0].read_text())
    with pytest.raises(BadRecord, match="at most"):
        study.import_record(user=user, data="x" * (own_tables.MOST_CHARACTERS + 1))
