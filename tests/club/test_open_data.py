"""Open data: public rated games for everyone, without names of people who do not allow it."""

import hashlib
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.merging import merge
from games.accounts.models import Profile, User
from games.accounts.services import close_account
from games.club.models import OpenChunk, OpenFile, OpenMonth, Pseudonym
from games.club.open_data import contents, publishing
from games.club.open_data.contents import Month
from games.club.open_data.publishing import zstd
from games.club.views import open_data
from games.play import services
from games.play.models import Game
from games.play.services import chat
from games.ratings.models import Result
from games.rules import record, replay
from tests.factories import UserFactory
from tests.play.bot_accounts import bot_account
from tests.play.factories import game_of, play_on, play_out

pytestmark = pytest.mark.django_db

LAST = Month.of(timezone.now().replace(day=1) - timedelta(days=1))
EARLIER = Month.of(LAST.begins - timedelta(days=1))
PSEUDONYM = re.compile(r"player:[0-9a-f]{10}")


def ended_in(month: Month, game: Game) -> Game:
    """The game as if it had ended in a month, on its second day."""
    ended = month.begins + timedelta(days=1, hours=17, minutes=43)
    began = ended - timedelta(days=3)
    Game.objects.filter(pk=game.pk).update(ended=ended, started=began, last_move_at=ended)
    Result.objects.filter(game=game.pk).update(ended=ended)
    return game


def copy_of(game: Game, month: Month, *people: User, **changes: Any) -> Game:
    """A copy of a finished game with other people, which ended in a month."""
    result, moves, seats = Result.objects.get(game=game.pk), [*game.moves.all()], game.players.all()
    copy = Game.objects.get(pk=game.pk)
    copy.pk, copy.token = None, f"copy {Game.objects.count()}"
    for name, value in changes.items():
        setattr(copy, name, value)
    copy.save()
    for move in moves:
        move.pk, move.game = None, copy
        move.save(force_insert=True)
    seated = {seat.seat: person for seat, person in zip(seats, people, strict=True)}
    for player in seats:
        player.pk, player.game, player.user = None, copy, seated[player.seat]
        player.save()
    old = [*result.seats.all()]
    result.pk, result.game = None, copy.pk
    result.save()
    for seat in old:
        seat.pk, seat.result, seat.user = None, result, seated[seat.seat]
        seat.person = seated[seat.seat].pk
        seat.save()
    return ended_in(month, copy)


@pytest.fixture
def people() -> list[User]:
    return [UserFactory(username=name) for name in ("Anna", "Ben")]


@pytest.fixture
def game(people: list[User]) -> Game:
    """A game that ended last month."""
    played = game_of(*people, title="hansa")
    chat.say(player=played.players.first(), text="A word among us")
    return ended_in(LAST, play_out(played))


def text_of(name: str) -> str:
    chunks = OpenChunk.objects.filter(file__name=name, file__month__published=True)
    return zstd.decompress(
        b"".join(bytes(each.content) for each in chunks.order_by("number"))
    ).decode()


def files(month: Month = LAST) -> tuple[str, list[dict[str, Any]]]:
    """The records of a month, and the lines of its games."""
    lines = text_of(f"games-{month}.jsonl.zst").splitlines()
    return text_of(f"games-{month}.txt.zst"), [json.loads(line) for line in lines]


def allow(person: User, *, named: bool = True) -> None:
    Profile.objects.update_or_create(user=person, defaults={"named_in_open_data": named})


def names_in(month: Month = LAST) -> list[list[str]]:
    """What stands for the players of each game, the same in both files."""
    text, lines = files(month)
    told = [[player["name"] for player in line["players"]] for line in lines]
    assert [list(read.players) for read in record.read_several(text.splitlines(True))] == told
    return told


def test_a_month_has_its_public_rated_games_and_no_others(game, people) -> None:
    copy_of(game, LAST, *people, private=True)
    copy_of(game, LAST, *people, set_aside_at=timezone.now())
    friendly = copy_of(game, LAST, *people)
    Result.objects.filter(game=friendly.pk).update(kind="none", reason="friendly")
    cancelled = copy_of(game, LAST, *people, result=None, ended_by="agreement")
    Result.objects.filter(game=cancelled.pk).update(reason="agreed")
    copy_of(game, Month.of(timezone.now()), *people)
    play_on(game_of(*people, title="hansa"), 3)
    call_command("publish_open_data")
    text, (line,) = files()
    (read,) = record.read_several(text.splitlines(True))
    title = game.rules()
    scores = [sheet["total"] for sheet in title.result(replay.replay(read)).scores]
    assert [player["score"] for player in line["players"]] == scores
    assert (line["number"], line["title"], line["pool"]) == (1, "hansa", "people")
    assert (line["moves"], line["ended"]) == (len(read.orders), f"{LAST}-02")
    assert OpenMonth.objects.get().games == 1


def test_nothing_tells_more_than_the_record_of_the_game(game, people) -> None:
    publishing.publish_all(1)
    text, lines = files()
    everything = text + json.dumps(lines)
    assert set(re.findall(r"\dT([\d:]{5})", everything)) == {"00:00"}
    for secret in ("Anna", "Ben", people[0].email, "A word among us", game.name, game.token):
        assert secret not in everything
    # Without names and days, it is the record that everyone may read.
    own = Client().get(reverse("play:record", args=[game.pk])).text
    assert text.split("\n\n", 1)[1].strip() == own.split("\n\n", 1)[1].strip()


def test_a_pseudonym_is_the_same_in_all_months_until_its_person_allows_their_name(
    game, people
) -> None:
    anna, ben = people
    copy_of(game, EARLIER, ben, anna)
    assert publishing.publish_all(1e9) == [str(EARLIER), str(LAST)]
    (hers, his), *_ = names_in()
    assert names_in(EARLIER) == [[his, hers]]
    assert hers != his
    assert all(map(PSEUDONYM.fullmatch, (hers, his)))
    allow(anna)
    assert publishing.publish_all(1e9) == [str(EARLIER), str(LAST)]
    assert names_in() == [["Anna", his]]
    User.objects.filter(pk=anna.pk).update(username="Anne")
    publishing.publish_all(1e9)
    assert names_in(EARLIER) == [[his, "Anne"]]
    # Whose account is closed by staff cannot change it.
    User.objects.filter(pk=anna.pk).update(is_active=False)
    publishing.publish_all(1e9)
    assert names_in() == [[hers, his]]
    User.objects.filter(pk=anna.pk).update(is_active=True)
    allow(anna, named=False)
    publishing.publish_all(1e9)
    assert names_in() == [[hers, his]]


def test_of_a_deleted_account_neither_name_nor_pseudonym_is_left(game, people) -> None:
    anna, ben = people
    allow(ben)
    publishing.publish_all(1)
    assert names_in()[0][1] == "Ben"
    close_account(user=anna)
    close_account(user=ben)
    assert publishing.publish_all(1) == [str(LAST)]
    assert names_in() == [["former:1", "former:2"]]
    assert OpenFile.objects.count() == 2
    assert not Pseudonym.objects.exists()


def test_what_has_not_changed_is_not_made_again_and_is_the_same_if_it_is(game) -> None:
    publishing.publish_all(1)
    before = {file.name: (file.pk, file.sha256) for file in OpenFile.objects.all()}
    assert publishing.publish_all(1) == []
    OpenMonth.objects.all().delete()
    assert publishing.publish_all(1) == [str(LAST)]
    for file in OpenFile.objects.all():
        number, digest = before[file.name]
        assert file.pk != number
        assert file.sha256 == digest


def test_games_of_a_month_are_read_a_batch_at_a_time(game, people, monkeypatch) -> None:
    for _ in range(2):
        copy_of(game, LAST, *people)
    whole = list(contents.written(LAST))
    made_from = contents.fingerprint(LAST)
    assert [json.loads(line)["number"] for _, line in whole] == [1, 2, 3]
    monkeypatch.setattr(contents, "BATCH", 2)
    assert list(contents.written(LAST)) == whole
    assert contents.fingerprint(LAST) == made_from


def test_a_worker_that_dies_leaves_what_was_there(game, people, monkeypatch) -> None:
    publishing.publish_all(1)
    before, store = files(), publishing._store

    def dies(month: OpenMonth, name: str, content: Any) -> None:
        store(month, name, content)
        raise MemoryError

    allow(people[0])
    monkeypatch.setattr(publishing, "_store", dies)
    with pytest.raises(MemoryError):
        publishing.publish_all(1)
    assert files() == before
    monkeypatch.undo()
    assert publishing.publish_all(1) == [str(LAST)]
    OpenMonth.objects.filter(published=False).update(begun_at=F("begun_at") - timedelta(days=1))
    publishing.publish_all(1)
    assert OpenMonth.objects.count() == 1
    assert OpenFile.objects.count() == 2


def test_a_month_whose_games_are_gone_is_gone(game, people) -> None:
    copy_of(game, EARLIER, *people)
    publishing.publish_all(1e9)
    Game.objects.filter(pk=game.pk).update(private=True)
    assert publishing.publish_all(1e9) == [str(LAST)]
    assert OpenMonth.objects.get().month == str(EARLIER)


def test_who_took_over_a_seat_is_told_by_what_stands_for_them(people) -> None:
    anna, _ = people
    played = play_on(game_of(*people, UserFactory(username="Cid"), title="hansa"), 2)
    services.leave(game=played, user=anna)
    ended_in(LAST, play_out(Game.objects.get(pk=played.pk)))
    allow(anna)
    publishing.publish_all(1)
    text, (line,) = files()
    (read,) = record.read_several(text.splitlines(True))
    (bot,) = {player["name"] for player in line["players"] if player["part"] == "took"}
    assert read.players[0] == "Anna"
    assert [(holder.seat, holder.name) for holder in read.holders] == [(0, bot)]
    assert bot.startswith("bot:")
    assert replay.replay(read)


def test_a_bot_account_is_told_apart_from_people(people) -> None:
    terms = services.Terms(rated_with_bots=True)
    played = game_of(*people, bot_account(), title="hansa", terms=terms)
    ended_in(LAST, play_out(played))
    publishing.publish_all(1)
    ((*others, robo),) = names_in()
    assert all(name.startswith("player:") for name in others)
    assert robo.startswith("bot-account:")


def test_a_bot_account_is_named_as_its_owner_allows(game, people) -> None:
    anna, ben = people
    User.objects.filter(pk=ben.pk).update(owner=anna)
    publishing.publish_all(1)
    assert re.fullmatch("bot-account:#[0-9a-f]{10}", names_in()[0][1])
    allow(ben)
    assert publishing.publish_all(1) == []
    allow(anna)
    publishing.publish_all(1)
    assert names_in() == [["Anna", "bot-account:Ben"]]
    User.objects.filter(pk=anna.pk).update(is_active=False)
    publishing.publish_all(1)
    assert re.fullmatch("bot-account:#[0-9a-f]{10}", names_in()[0][1])


def test_of_two_accounts_of_one_person_the_stricter_choice_counts(game, people) -> None:
    anna, _ = people
    other = UserFactory(username="Anna Two")
    allow(other)
    publishing.publish_all(1)
    pseudonym = Pseudonym.objects.get(user=anna).name
    staff = UserFactory(is_staff=True)
    merge(old=anna, kept=other, by=staff, reason="Two accounts of one person")
    publishing.publish_all(1)
    assert names_in()[0][0] == f"player:{pseudonym}"


def test_the_page_lists_the_months_and_the_files_are_what_the_sums_say(game) -> None:
    page = reverse("club:open-data")
    assert "no files yet" in Client().get(page).text
    publishing.publish_all(1)
    shown = Client().get(page).text
    sums = dict(
        reversed(line.split())
        for line in Client().get(reverse("club:open-data-sums")).text.splitlines()
    )
    assert len(sums) == 2
    for name, digest in sums.items():
        answer = Client().get(reverse("club:open-data-file", args=[name]))
        assert hashlib.sha256(answer.getvalue()).hexdigest() == digest
        assert answer["Content-Type"] == "application/zstd"
        assert name in shown
    assert (
        Client().get(reverse("club:open-data-file", args=["games-2001-01.txt.zst"])).status_code
        == 404
    )


def test_a_download_can_be_resumed(game, monkeypatch) -> None:
    monkeypatch.setattr(OpenChunk, "CHUNK", 100)
    publishing.publish_all(1)
    name = f"games-{LAST}.txt.zst"
    path, size = reverse("club:open-data-file", args=[name]), OpenFile.objects.get(name=name).size
    whole = Client().get(path)
    content, tag = whole.getvalue(), whole["ETag"]
    assert len(content) == size > 300

    def part(wanted: str, **headers: str) -> tuple[int, bytes]:
        answer = Client().get(path, headers={"Range": wanted, **headers})
        found = answer.getvalue()
        assert answer.status_code != 206 or int(answer["Content-Length"]) == len(found)
        return answer.status_code, found

    assert part("bytes=0-99") == (206, content[:100])
    assert part("bytes=150-") == (206, content[150:])
    assert part("bytes=99-100", **{"If-Range": tag}) == (206, content[99:101])
    assert part("bytes=-7") == (206, content[-7:])
    assert part(f"bytes=0-{size}") == (200, content)
    assert part(f"bytes=-{2 * size}") == (200, content)
    for none_of_ours in ("bytes=-", "bytes=0-1,3-4", "lines=0-1", "bytes=x"):
        assert part(none_of_ours) == (200, content)
    assert part("bytes=0-99", **{"If-Range": '"another"'}) == (200, content)
    for nothing in (f"bytes={size}-", "bytes=-0"):
        assert part(nothing)[0] == 416
    assert Client().get(path, headers={"If-None-Match": tag}).status_code == 304


def test_few_files_are_sent_at_once_and_their_places_come_back(game, monkeypatch) -> None:
    publishing.publish_all(1)
    path = reverse("club:open-data-file", args=[f"games-{LAST}.txt.zst"])
    for _ in range(5):
        Client().head(path)
    sent = [Client().get(path) for _ in range(open_data.SENDING._initial_value)]
    busy = Client().get(path)
    assert busy.status_code == 503
    assert busy["Retry-After"]
    for answer in sent:
        answer.getvalue()
    assert Client().get(path).getvalue()
