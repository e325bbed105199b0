"""Orders of programs: played once, on the position that was seen, or refused with a reason."""

import random

import pytest
from django.core.cache import cache

from games.api import kept, orders, pruning
from games.api.models import KeptAnswer
from games.play import services
from games.play.models import Draft, Game, Move, Player
from tests.api.programs import Program, code_of
from tests.factories import UserFactory
from tests.play.factories import (
    every_title,
    game_of,
    game_of_people,
    good_order,
    play_fast,
    player_to_move,
)
from tests.play.test_set_aside import PAWN, lose_pawn

pytestmark = pytest.mark.django_db


def asked(title: str = "teutonica") -> tuple[Player, Program]:
    """A player whom a new game waits for, and their program."""
    player = player_to_move(game_of_people(title=title))
    return player, Program(player.person)


def good(player: Player) -> str:
    """An order that a player may give."""
    return good_order(player.game, player.seat, random.Random(1))


@every_title
def test_a_program_plays_by_what_it_is_told_alone(title) -> None:
    game = game_of_people(title=title)
    programs = {each.seat: Program(each.person) for each in Player.objects.at_table(game)}
    for _ in range(12):
        (seat, program), *_ = [
            (seat, program)
            for seat, program in programs.items()
            if program.get("/games", {"waiting": 1}).json()["games"]
        ]
        legal = program.get(f"/games/{game.pk}/legal").json()
        order = next(iter(legal["orders"].values()))[0]
        answer = program.order(game.pk, legal["version"], order)
        assert answer.status_code == 200, answer.content
        fresh = Game.objects.get(pk=game.pk)
        assert answer.json()["version"] == fresh.version
        assert answer.json()["moves"] == fresh.moves_made
        assert answer["ETag"] == f'"{fresh.version}"'
        assert Move.objects.filter(game=game, seat=seat, order=order).exists()
        cache.clear()


def test_orders_for_an_older_version_are_not_played() -> None:
    player, program = asked()
    version = player.game.version
    assert program.order(player.game_id, version - 1, "end").status_code == 412
    assert code_of(program.order(player.game_id, version - 1, "end")) == "stale"
    assert Game.objects.get(pk=player.game_id).version == version


@pytest.mark.parametrize(
    "sent", [{}, {"If_Match": "*"}, {"If_Match": "x"}, {"If_Match": '"1", "2"'}]
)
def test_orders_without_a_version_are_not_played(sent) -> None:
    player, program = asked()
    answer = program.post(f"/games/{player.game_id}/orders", {"orders": ["end"]}, **sent)
    assert answer.status_code == 428
    assert code_of(answer) == "no-version"


@pytest.mark.parametrize("sent", ['"{}"', 'W/"{}"', '"{}-gzip"', '"{}-zstd"', "{}"])
def test_the_etag_of_the_game_is_what_orders_take(sent) -> None:
    """Also as proxies change it that compress answers."""
    player, program = asked()
    version = program.get(f"/games/{player.game_id}")["ETag"].strip('"')
    path = f"/games/{player.game_id}/orders"
    tag = sent.format(version)
    assert program.post(path, {"orders": ["end"]}, If_Match=tag).status_code == 200


def test_one_illegal_order_takes_all_with_it() -> None:
    player, program = asked()
    before = player.game.moves_made
    answer = program.order(player.game_id, player.game.version, good(player), "nonsense")
    assert answer.status_code == 422
    assert code_of(answer) == "illegal"
    assert "nonsense" in answer.json()["detail"]
    assert Game.objects.get(pk=player.game_id).moves_made == before


def test_only_who_is_asked_may_order() -> None:
    player, _ = asked()
    other = Player.objects.filter(game=player.game).exclude(pk=player.pk).first()
    answer = Program(other.person).order(player.game_id, player.game.version, "end")
    assert answer.status_code == 409
    assert code_of(answer) == "not-asked"
    assert "We're waiting for" in answer.json()["detail"]
    assert code_of(Program(UserFactory()).order(player.game_id, 1, "end")) == "not-found"


def test_whoever_has_lost_the_seat_is_not_heard() -> None:
    player, program = asked()
    services.leave(game=player.game, user=player.person)
    answer = program.order(player.game_id, player.game.version, "end")
    assert code_of(answer) in {"not-found", "lost-seat"}


def test_the_same_request_counts_once() -> None:
    player, program = asked()
    order, version = good(player), player.game.version
    first, second = (
        program.order(player.game_id, version, order, Idempotency_Key="one") for _ in range(2)
    )
    assert first.status_code == second.status_code == 200
    assert first.json() == second.json()
    assert first["ETag"] == second["ETag"]
    assert Move.objects.filter(game=player.game, seat=player.seat).count() >= 1
    assert Game.objects.get(pk=player.game_id).version == version + 1
    # Without a key, the second one is told that orders counted, whichever they were: not that its
    # own were played.
    for repeated in (order, "end"):
        again = program.order(player.game_id, version, repeated)
        assert code_of(again) == "stale"
        assert "nothing more was played" in again.json()["detail"]


def test_a_key_is_for_one_request_of_one_token() -> None:
    player, program = asked()
    game, version = player.game_id, player.game.version
    order = good(player)
    assert program.order(game, version, order, Idempotency_Key="one").status_code == 200
    other = program.order(game, version + 1, order, Idempotency_Key="one")
    assert other.status_code == 422
    assert code_of(other) == "key-reused"
    theirs = Program(player.person, name="Other")
    assert code_of(theirs.order(game, version, order, Idempotency_Key="one")) == "stale"


def test_what_was_refused_may_be_sent_again_with_its_key() -> None:
    player, program = asked()
    game, version = player.game_id, player.game.version
    assert program.order(game, version, "nonsense", Idempotency_Key="one").status_code == 422
    assert not KeptAnswer.objects.exists()
    order = good(player)
    assert program.order(game, version, order, Idempotency_Key="one").status_code == 200


@pytest.mark.parametrize("key", ["x" * 101, "a b", "é", "\x7f"])
def test_what_is_no_key_is_refused(key) -> None:
    player, program = asked()
    answer = program.order(player.game_id, player.game.version, "end", Idempotency_Key=key)
    assert answer.status_code == 400
    assert code_of(answer) == "invalid"


def test_answers_are_kept_for_a_day() -> None:
    player, program = asked()
    program.order(player.game_id, player.game.version, "end", Idempotency_Key="one")
    assert pruning.prune(float("inf")) == {"answers to programs": 0}
    kept_answer = KeptAnswer.objects.get()
    KeptAnswer.objects.update(at=kept_answer.at - kept.LASTS)
    assert pruning.prune(float("inf")) == {"answers to programs": 1}


def test_a_dry_run_tells_what_orders_would_do_and_keeps_nothing() -> None:
    player, program = asked()
    order, before = good(player), player.game.state
    answer = program.post(
        f"/games/{player.game_id}/orders/dry-run",
        {"orders": [order.upper()]},
        If_Match=f'"{player.game.version}"',
    )
    assert answer.status_code == 200, answer.content
    told = answer.json()
    assert told["orders"] == [order]
    assert told["version"] == player.game.version
    assert len(told["text"]) == 1
    assert told["view"]["seat"] == player.seat
    fresh = Game.objects.get(pk=player.game_id)
    assert (fresh.version, fresh.state) == (player.game.version, before)
    assert not Draft.objects.filter(player=player).exclude(orders=[]).exists()


def test_a_dry_run_refuses_what_playing_refuses() -> None:
    player, program = asked()
    path, right = f"/games/{player.game_id}/orders/dry-run", f'"{player.game.version}"'
    for sent, tag, code in [
        (["nonsense"], right, "illegal"),
        (["end"], '"999"', "stale"),
        (["end", "end"], right, "not-asked"),
        (["end"], "", "no-version"),
    ]:
        assert code_of(program.post(path, {"orders": sent}, If_Match=tag)) == code


@pytest.mark.parametrize("body", [
    "", "no JSON", "[]", "null", "1" * 5000, "[" * 100_000, '{"orders": "end"}', '{"orders": []}',
    '{"orders": [1]}', '{"orders": ["' + "x" * 501 + '"]}', '{"orders": [""]}', "{}",
    '{"orders": [' + '"end",' * 60 + '"end"]}', '{"orders": ["\\ud800"]}',
])  # fmt: skip
def test_what_is_no_order_is_refused(body) -> None:
    player, program = asked()
    answer = program.post(f"/games/{player.game_id}/orders", body, If_Match='"1"')
    assert answer.status_code in {400, 422}
    assert code_of(answer) == "invalid"


@pytest.mark.parametrize(("body", "where"), [
    ('{"orders": ["end", 1]}', "body.orders.1"), ("{}", "body.orders"), ("", "body"),
])  # fmt: skip
def test_a_field_that_is_wrong_is_named_as_the_program_sent_it(body, where) -> None:
    player, program = asked()
    answer = program.post(f"/games/{player.game_id}/orders", body, If_Match='"1"')
    assert [field["where"] for field in answer.json()["fields"]] == [where]
    assert f"can't be taken: {where}." in answer.json()["detail"]


def test_orders_have_a_limit_of_their_own(monkeypatch) -> None:
    monkeypatch.setattr(orders, "ORDERS", 2)
    player, program = asked()
    answers = [program.order(player.game_id, 0, "end") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [412, 412, 429]
    assert program.get("/me").status_code == 200


def test_a_game_on_which_the_rules_fail_is_set_aside() -> None:
    people = [UserFactory(), UserFactory()]
    game = lose_pawn(play_fast(game_of(*people, title="teutonica", options=PAWN), 12))
    player = player_to_move(game)
    program = Program(player.person)
    assert code_of(program.order(game.pk, game.version, "pawn 5")) == "set-aside"
    assert Game.objects.get(pk=game.pk).set_aside_at
    assert code_of(program.order(game.pk, game.version + 1, "end")) == "not-asked"
