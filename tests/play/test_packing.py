"""A packed game is the game that it was: everywhere, to everyone, and in every column."""

import gc
import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.core.management import call_command
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.errors import AppendOnly
from games.club.services.figures import keep_figures
from games.play import services
from games.play.engine.locks import locked_game
from games.play.engine.telling import finished
from games.play.history import state_after
from games.play.models import (
    ConditionalLine,
    Game,
    LineStatus,
    Log,
    Move,
    PackedLog,
    Status,
)
from games.play.models.packed import COLUMNS
from games.play.services import chat, packing
from games.rules.common.lru import LRUCache
from games.study import services as study
from tests.factories import UserFactory, sign_in_staff
from tests.play import worlds
from tests.play.factories import (
    every_title,
    game_of,
    game_of_people,
    hot_seat_game,
    play_fast,
    play_on,
    play_out,
    short_title,
)
from tests.play.timepiece import START, Timepiece, at, timepiece
from tests.study.analyses import analysed
from tests.study.test_plan import bot_turns, planned

__all__ = ["timepiece"]
pytestmark = [pytest.mark.engine, pytest.mark.django_db]

REASON = {"goal": "income 1t", "points": 1.2500000000000002, "chance": None, "public": True}
LONG_AGO = timedelta(days=5000)
SOME = 11
"""The pages of one move in so many are looked at."""
READ_ROWS = {
    "models/log.py": "is what all others ask",
    "models/packed.py": "packs rows",
    "services/packing.py": "packs rows",
    "services/bot_games.py": "asks about running games",
    "services/hot_seat.py": "writes the rows of a new table",
    "services/thinking.py": "plays a running game on",
    "services/turns.py": "plays a running game on",
    "engine/absence.py": "plays a running game on",
    "engine/finishing.py": "plays a running game on",
    "engine/rewinding.py": "takes a running game back",
    "engine/session.py": "plays a running game on",
    "club/pages/recent_players.py": "asks about running games",
}
"""The modules that read or write moves in rows, and why they need not ask for packed ones."""


def eventful(title: str) -> Game:
    """A finished game with all that may refer to its moves."""
    game = game_of(*UserFactory.create_batch(3), title=title)
    for player in game.players.all():
        chat.say(player=at(game, player.seat), text=f"Seat {player.seat} says hello.")
    game = play_fast(game, 60)
    services.leave(game=game, user=at(game, 2).user)
    game = Game.objects.get(pk=play_out(game).pk)
    place = bot_turns(planned(game, at(game, 0), 20), 2)
    study.share_plan(place=place)
    analysed(game)
    keep_figures(game)
    one, other = Log(game).between(40, 41)
    QuerySet(Move).filter(pk=one.pk).update(reason=REASON | {"goal": one.order})
    mine = at(game, 0)
    ConditionalLine.objects.create(
        player=mine,
        user=mine.person,
        parts=[[[[one.rules_seat, one.order]], [other.order]]],
        begun=39,
        followed=41,
        status=LineStatus.BROKEN,
        broken_by=41,
    )
    return game


def forget() -> None:
    """Empty everything that the process remembers."""
    for each in gc.get_objects():
        # Lazy objects would wake up if they were asked what they are.
        if type(each) is LRUCache:
            each.clear()


def everything(game: Game, staff: Client) -> dict[str, Any]:
    """All that anyone can get to see of a game, or of what follows from it."""
    found: dict[str, Any] = {}
    for user in (None, at(game, 0).user):
        forget()
        shown = worlds.shown(game, user).items()
        found |= {f"{user}: {what}": without_tokens(text) for what, text in shown}
    urls = [reverse("play:move", args=[game.pk, n]) for n in range(0, game.moves_made, SOME)]
    urls.append(reverse("club:game-statistics", args=[game.pk]))
    urls += [f"{game.get_absolute_url()}study/{plan.pk}/" for plan in game.plans.all()]
    watcher = Client()
    for url in urls:
        found[url] = without_tokens(watcher.get(url).text)
    for url in (
        reverse("club:staff-game", args=[game.pk]),
        reverse("admin:play_game_change", args=[game.pk]),
    ):
        found[url] = without_tokens(staff.get(url).text)
    title = game.rules()
    forget()
    found["positions"] = [
        title.digest(state_after(game, number)) for number in range(game.moves_made + 1)
    ]
    found["result"] = finished(Game.objects.get(pk=game.pk))
    return found


def without_tokens(page: str) -> str:
    """Leave out what no two pages have in common, and whether the game is packed."""
    page = re.sub(r'<div class="[^"]*field-packed.*?</div>', "", page, flags=re.DOTALL)
    page = re.sub(r'name="key" value="[^"]+"', "", page)
    return worlds._FRESH.sub("", page)


def over(title: str = "hansa", ago: timedelta = LONG_AGO, **ended: Any) -> Game:
    """A finished game of two people that ended a while ago."""
    game = play_out(game_of_people(2, title=title))
    Game.objects.filter(pk=game.pk).update(ended=timezone.now() - ago, **ended)
    return Game.objects.get(pk=game.pk)


def rows_of(game: Game) -> list[dict[str, Any]]:
    """The rows of a game's moves with all that they have, but for their ids."""
    rows = list(Move.objects.filter(game=game).order_by("number").values())
    return [{name: value for name, value in row.items() if name != "id"} for row in rows]


@pytest.mark.long
@short_title
def test_whatever_is_shown_of_a_game_is_the_same_once_it_is_packed(
    title: str, timepiece: Timepiece
):
    game = eventful(title)
    staff = Client()
    sign_in_staff(staff)
    before = everything(game, staff)
    assert packing.pack_game(game.pk)
    assert not Move.objects.filter(game=game).exists()
    after = everything(Game.objects.get(pk=game.pk), staff)
    assert [what for what in before if before[what] != after.get(what)] == []
    assert before.keys() == after.keys()
    call_command("verify_games")


@every_title
def test_every_column_comes_back_as_it_was(title: str):
    game = over(title)
    QuerySet(Move).filter(game=game, number__in=[3, 9]).update(
        reason=REASON, played_by="clock", when=timezone.now() + timedelta(microseconds=7)
    )
    before = rows_of(game)
    packing.pack_game(game.pk)
    log = Log(Game.objects.get(pk=game.pk))
    told = [{name: getattr(move, name) for name in before[0]} for move in log.all()]
    assert told == before
    assert log.columns("number", *COLUMNS) == [
        tuple(move[name] for name in ("number", *COLUMNS)) for move in before
    ]


def test_no_column_of_moves_is_left_out():
    columns = {field.name for field in Move._meta.concrete_fields}
    assert columns == {*COLUMNS, "id", "game", "number", "when"}


@pytest.mark.parametrize("packed", [False, True])
def test_every_question_has_the_same_answer(packed: bool):
    game = over()
    rows, last = list(game.moves.all()), game.moves_made
    if packed:
        packing.pack_game(game.pk)
    log = Log(Game.objects.get(pk=game.pk))

    def numbers(moves: list[Move]) -> list[int]:
        return [move.number for move in moves]

    assert numbers(log.all()) == list(range(1, last + 1))
    assert numbers(log.between(4, 6)) == [4, 5, 6]
    assert numbers(log.between(-3, 2)) == numbers(log.until(2)) == [1, 2]
    assert numbers(log.between(last, last + 9)) == numbers(log.newest(1)) == [last]
    assert numbers(log.newest(last + 9)) == numbers(log.after(0)) == numbers(log.all())
    assert log.after(last) == log.until(0) == log.between(7, 6) == []
    assert numbers(log.news_after(2)) == [m.number for m in rows if m.number > 2 and m.turn]
    assert numbers(log.numbered([9, 3, last + 1])) == [3, 9]
    assert log.move(5).order == rows[4].order
    assert log.move(last + 1) is log.move(0) is None


def test_a_page_that_was_begun_before_finds_the_moves():
    game = over()
    expected = [move.order for move in Log(game).all()]
    known = Game.objects.get(pk=game.pk)
    packing.pack_game(game.pk)
    assert [move.order for move in Log(known).after(0)] == expected
    assert len(Log(known).columns("order")) == len(expected)


def test_games_are_packed_once_they_have_been_over_for_long_enough(settings):
    settings.PACK_AFTER_DAYS = 20
    minute = timedelta(minutes=1)
    days = timedelta(days=20)
    kept, ripe, agreed = over(ago=days - minute), over(ago=days), over(status=Status.CANCELLED)
    running = play_on(game_of_people(title="hansa"), 3)
    Game.objects.filter(pk=running.pk).update(last_move_at=timezone.now() - LONG_AGO)
    assert packing.pack(float("inf")) == 2
    assert set(Game.objects.filter(packed=True)) == {ripe, agreed}
    assert set(Move.objects.values_list("game", flat=True)) == {kept.pk, running.pk}
    assert packing.pack(float("inf")) == 0


def test_a_record_without_an_end_is_packed_by_its_last_move():
    game = over()
    Game.objects.filter(pk=game.pk).update(
        ended=None, last_move_at=timezone.now() - timedelta(days=400)
    )
    assert packing.pack(float("inf")) == 1


def test_the_oldest_are_packed_first_and_a_night_has_an_end():
    later, sooner = over(ago=LONG_AGO), over(ago=2 * LONG_AGO)
    # No time left: still one game, so that every night makes headway.
    assert packing.pack(float("-inf")) == 1
    assert list(PackedLog.objects.all()) == [sooner.packed_log]
    assert packing.pack(float("-inf")) == 1
    assert PackedLog.objects.filter(game=later).exists()


def test_a_table_that_is_deleted_meanwhile_stops_no_other(monkeypatch):
    first, gone, last = (over(ago=times * LONG_AGO) for times in (3, 2, 1))
    pack_game = packing.pack_game

    def and_delete(number: int) -> bool:
        Game.objects.filter(pk=gone.pk).delete()
        return pack_game(number)

    monkeypatch.setattr(packing, "pack_game", and_delete)
    assert packing.pack(float("inf")) == 2
    assert set(Game.objects.filter(packed=True)) == {first, last}


def test_a_log_that_is_not_whole_stays_as_it_is(caplog):
    broken, whole, short = over(ago=2 * LONG_AGO), over(), over()
    QuerySet(Move).filter(game=broken, number=5).delete()
    QuerySet(Move).filter(game=broken, number=6).update(number=5)
    Game.objects.filter(pk=broken.pk).update(moves_made=broken.moves_made - 1)
    QuerySet(Move).filter(game=short, number=short.moves_made).delete()
    left = rows_of(broken), rows_of(short)
    assert packing.pack(float("inf")) == 1
    assert list(PackedLog.objects.values_list("pk", flat=True)) == [whole.pk]
    assert (rows_of(broken), rows_of(short)) == left
    assert f"Game {broken.pk} was not packed" in caplog.text
    assert f"Game {short.pk} was not packed" in caplog.text


def test_what_would_come_back_otherwise_stays_as_it_is(monkeypatch):
    game = over()
    monkeypatch.setattr("games.play.models.packed.EPOCH", START)
    monkeypatch.setattr(PackedLog, "between", lambda self, *_: list(game.moves.all())[1:])
    with pytest.raises(ValueError, match="would not be"):
        packing.pack_game(game.pk)
    assert game.moves.count() == game.moves_made


def test_a_running_game_is_not_packed():
    game = game_of_people()
    with pytest.raises(ValueError, match="has not ended"):
        packing.pack_game(game.pk)


def test_what_is_interrupted_leaves_the_game_as_it_was(monkeypatch):
    game = over()
    before = rows_of(game)
    with monkeypatch.context() as broken:
        broken.setattr(Game, "save", lambda *_, **__: pytest.fail("interrupted"))
        with pytest.raises(pytest.fail.Exception):
            packing.pack_game(game.pk)
    assert rows_of(game) == before
    assert not PackedLog.objects.exists()
    assert packing.pack_game(game.pk)
    assert not packing.pack_game(game.pk)


def test_a_packed_log_is_not_changed_and_takes_no_rows_before_it_is_kept():
    game = over()
    packed = PackedLog.of(game, Log(game).all())
    with pytest.raises(AppendOnly):
        packed.take_rows()
    packing.pack_game(game.pk)
    kept = PackedLog.objects.get()
    for forbidden in (
        kept.save,
        PackedLog.objects.all().delete,
        lambda: PackedLog.objects.update(moves=0),
    ):
        with pytest.raises(AppendOnly):
            forbidden()
    assert PackedLog.objects.get().between(1, 9)


def test_a_packed_table_is_played_on_and_deleted(timepiece: Timepiece):
    user = UserFactory()
    table = play_out(hot_seat_game(user, title="hansa"))
    packing.pack_game(table.pk)
    client = Client()
    client.force_login(user)
    table = locked_game(table.pk)
    digest = Log(table).move(30).digest
    sent = {"key": "x", "seat_0": "here", "name_0": "Ann"}
    sent |= {f"seat_{seat}": "bot:merchant" for seat in range(1, table.players.count())}
    client.post(reverse("study:play-on", args=[table.pk, 30]), sent)
    again = Game.objects.exclude(pk=table.pk).get()
    assert again.moves.get(number=30).digest == digest
    study.delete_table(game=table, user=user)
    assert not PackedLog.objects.exists()


def test_the_command_packs_all_there_are(capsys):
    game = over()
    call_command("pack")
    assert capsys.readouterr().out == "1 games packed.\n"
    assert game.moves.count() == 0


def test_whoever_reads_moves_of_finished_games_asks_for_packed_ones_too():
    """Each module that asks for rows is named, with the reason why that is enough."""
    rooms = site_settings.ROOT / "games"
    found = {}
    for path in rooms.rglob("*.py"):
        room = path.relative_to(rooms).parts[0]
        if room in ("play", "study", "club", "ratings", "post") and "migrations" not in path.parts:
            read = re.findall(r"game\.moves\b|\bMove\.objects|\bmoves__\w+=", path.read_text())
            if read:
                found[str(path.relative_to(rooms)).removeprefix("play/")] = read
    assert found.keys() <= READ_ROWS.keys()
