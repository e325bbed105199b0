"""Standing orders at the table: they answer at once, step aside, wait, and stay private."""

import random
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games.accounts.models import User
from games.accounts.services import close_account
from games.bots import STANDING_ORDERS
from games.bots.standing_orders import BadWish
from games.play import services
from games.play.engine import standing_orders
from games.play.engine.finishing import finish
from games.play.engine.session import GameSession
from games.play.errors import LostSeat, NotYourTurn
from games.play.management.commands.verify_games import problem_of
from games.play.models import Draft, Game, Log, PlayedBy, Player, StandingOrder, Wait
from games.play.pages.time_left import time_left
from games.play.services import Terms
from games.post.models import Letter
from games.post.services import sweep as send
from games.rules import TITLES
from tests.bots.test_standing_orders import filled_of, random_wish
from tests.cases import first
from tests.factories import UserFactory, sign_in_staff
from tests.play.factories import game_of_people, good_order
from tests.play.test_concurrency import together
from tests.play.timepiece import START, Timepiece, at, give, timepiece
from tests.rules import hansa_positions
from tests.rules.positions import position
from tests.tokens import without_tokens

__all__ = ["timepiece"]
pytestmark = pytest.mark.django_db

RED, GREEN = 0, 1
DISPLACE = "displace t hamburg-stade.1 paying 1t"
NEAR = {"places": "bremen-hamburg", "otherwise": "ask", "extras": "none", "hours": ""}
FAR = NEAR | {"places": "groningen"}
LATE = NEAR | {"places": "", "hours": "5"}
SECRET = "the first of these in reach: Bremen–Hamburg"
ANSWERS = {"teutonica": {"put", "done", "take", "decline"}, "hansa": {"lose"}}


@pytest.fixture
def game() -> Game:
    return displaceable()


def displaceable() -> Game:
    """A game in which red can displace green's trader."""
    state = position(
        spaces={"hamburg-stade.1": "green t"}, supply={"red": "9t"}, stock={"green": "2t1m"}
    )
    return game_at(state, 4, terms=Terms(hours=72, reaction_hours=24))


def game_at(state: Any, players: int, **kwargs: Any) -> Game:
    """A game that stands at a position."""
    game = game_of_people(players, **kwargs)
    game.state = game.rules().dump(state)
    game.turn = 1
    game.save()
    session = GameSession(game)
    session.still_asked.clear()
    finish(session, None)
    Letter.objects.all().delete()
    return game


def settle(game: Game, seat: int = GREEN, asked: str = "displaced", **filled: str) -> bool:
    return services.set_standing_order(player=at(game, seat), asked=asked, filled=filled)


def newest(game: Game, count: int) -> list[tuple[int | None, str, str]]:
    moves = Log(Game.objects.get(pk=game.pk)).newest(count)
    return [(m.seat, m.order, m.played_by) for m in moves]


def reader(player: Player) -> Client:
    client = Client()
    client.force_login(player.user)
    return client


def url(game: Game, name: str = "standing-orders") -> str:
    return reverse(f"play:{name}", args=[game.pk])


def posted(**filled: str) -> dict[str, str]:
    return {"asked": "displaced"} | {f"displaced-{name}": v for name, v in filled.items()}


# Answering


def test_an_answer_is_played_with_the_order_that_asks(game: Game):
    assert settle(game, **NEAR) is False
    give(game, RED, DISPLACE)
    assert newest(game, 3) == [
        (RED, DISPLACE, PlayedBy.SEAT),
        (GREEN, "put t bremen-hamburg.1", PlayedBy.STANDING),
        (GREEN, "done", PlayedBy.STANDING),
    ]
    assert at(game, RED).is_waited_for
    assert not at(game, GREEN).is_waited_for
    assert not Letter.objects.filter(kind="turn", recipient=at(game, GREEN).user).exists()


def test_what_was_answered_is_news_to_its_player_and_told_as_such(game: Game):
    settle(game, **NEAR)
    give(game, RED, DISPLACE)
    page = reader(at(game, GREEN)).get(f"/game/{game.pk}/").content.decode()
    since = page[page.index('id="since"') : page.index('id="panel-log"')]
    assert "displaces" in since
    assert since.count("(by a standing order)") == 2
    assert "(by a standing order)" in Client().get(f"/game/{game.pk}/log/").content.decode()

    give(game, RED, "end")
    send()
    letter = next(m for m in mail.outbox if m.to == [at(game, GREEN).user.email])
    for text in (letter.body, letter.alternatives[0].content):
        assert text.count("by a standing order") == 2


def test_one_that_does_not_fit_steps_aside_and_says_so(game: Game):
    settle(game, **FAR)
    give(game, RED, DISPLACE)
    assert newest(game, 1) == [(RED, DISPLACE, PlayedBy.SEAT)]
    assert at(game, GREEN).is_waited_for
    page = reader(at(game, GREEN)).get(f"/game/{game.pk}/").content.decode()
    assert "Your standing order doesn't apply here" in page
    assert "doesn't apply here" not in Client().get(f"/game/{game.pk}/").content.decode()
    send()
    letter = next(m for m in mail.outbox if m.to == [at(game, GREEN).user.email])
    assert "Your standing order didn't apply this time" in letter.body


def test_nobody_without_one_hears_of_it(game: Game):
    give(game, RED, DISPLACE)
    page = reader(at(game, GREEN)).get(f"/game/{game.pk}/").content.decode()
    assert "does not fit" not in page
    assert "Answer this with a standing order" in page
    send()
    letter = next(m for m in mail.outbox if m.to == [at(game, GREEN).user.email])
    assert "standing order" not in letter.body


def test_a_wish_that_fails_leaves_the_question_to_its_player(game: Game, caplog):
    settle(game, **NEAR)
    StandingOrder.objects.update(wish=StandingOrder.objects.get().wish | {"extras": "nonsense"})
    give(game, RED, DISPLACE)
    # The displaced piece needs no word about extra ones.
    assert newest(game, 1) == [(GREEN, "put t bremen-hamburg.1", PlayedBy.STANDING)]
    assert at(game, GREEN).is_waited_for
    assert "A standing order for displaced in teutonica" in caplog.text


def test_settling_what_is_asked_answers_it(game: Game):
    give(game, RED, DISPLACE)
    green = at(game, GREEN)
    services.draft_order(
        player=green, version=green.game.version, draft_version=0, order="put t emden-stade.1"
    )
    assert settle(game, **NEAR) is True
    assert newest(game, 2) == [
        (GREEN, "put t bremen-hamburg.1", PlayedBy.STANDING),
        (GREEN, "done", PlayedBy.STANDING),
    ]
    assert Draft.objects.get(player=green).orders == []
    assert not at(game, GREEN).is_waited_for


def test_one_that_is_taken_back_answers_no_more(game: Game):
    settle(game, **NEAR)
    services.remove_standing_order(player=at(game, GREEN), asked="displaced")
    give(game, RED, DISPLACE)
    assert at(game, GREEN).is_waited_for


def test_of_several_who_are_asked_each_is_answered_for_by_his_own():
    state = hansa_positions.position(
        ship="danzig",
        booths={"danzig": "Ann 1"},
        unsold={"Ann": "red1 red1", "Ben": "red1 red3", "Cleo": "red2 red3", "Dan": "red1 red2"},
    )
    game = game_at(state, 4, title="hansa")
    settle(game, 1, "lose", marker="fewest")
    settle(game, 3, "lose", marker="most")
    give(game, 0, "sell red1 red1")
    assert newest(game, 2) == [
        (1, "lose red1", PlayedBy.STANDING),
        (3, "lose red2", PlayedBy.STANDING),
    ]
    waits = Wait.objects.open().filter(player__game=game)
    assert [wait.player.seat for wait in waits] == [2]
    assert settle(game, 2, "lose", marker="bot") is True
    assert at(game, 0).is_waited_for


# Later


def test_after_its_hours_the_bot_answers(game: Game, timepiece: Timepiece):
    settle(game, **LATE)
    give(game, RED, DISPLACE)
    assert at(game, GREEN).wait.next_check_at == START + timedelta(hours=5)
    timepiece.go(hours=4, minutes=59)
    services.sweep()
    assert at(game, GREEN).is_waited_for
    timepiece.go(minutes=1)
    services.sweep()
    assert {(seat, by) for seat, _, by in newest(game, 2)} == {(GREEN, PlayedBy.STANDING)}
    green = at(game, GREEN)
    assert not green.is_waited_for
    assert green.timeouts == 0
    assert services.sweep() == 0


def test_the_end_of_a_grace_tells_nothing_of_hours_that_end_in_it(game: Game, timepiece: Timepiece):
    settle(game, **{**LATE, "hours": "30"})
    give(game, RED, DISPLACE)
    timepiece.go(hours=24)
    services.sweep()
    green = at(game, GREEN)
    assert green.wait.next_check_at == START + timedelta(hours=30)
    assert time_left(green.wait, timepiece.now).moment == START + timedelta(hours=48)


def test_hours_can_be_settled_and_taken_back_while_one_is_asked(game: Game, timepiece: Timepiece):
    give(game, RED, DISPLACE)
    before = at(game, GREEN).wait.next_check_at
    timepiece.go(hours=1)
    assert settle(game, **LATE) is False
    assert at(game, GREEN).wait.next_check_at == START + timedelta(hours=5)
    services.remove_standing_order(player=at(game, GREEN), asked="displaced")
    assert at(game, GREEN).wait.next_check_at == before
    timepiece.go(hours=4)
    services.sweep()
    assert at(game, GREEN).is_waited_for


def test_hours_of_one_question_do_not_hurry_another(game: Game, timepiece: Timepiece):
    settle(game, RED, **LATE)
    give(game, RED, "income 1t")
    timepiece.go(hours=6)
    services.sweep()
    assert at(game, RED).is_waited_for
    assert newest(game, 1) == [(RED, "income 1t", PlayedBy.SEAT)]


def test_one_that_fits_not_may_still_leave_it_to_the_bot_later(game: Game, timepiece: Timepiece):
    settle(game, **(FAR | {"hours": "3"}))
    give(game, RED, DISPLACE)
    timepiece.go(hours=3)
    services.sweep()
    assert not at(game, GREEN).is_waited_for


# Who may


def test_only_who_sits_there_settles(game: Game):
    green = at(game, GREEN)
    Player.objects.filter(pk=green.pk).update(user=UserFactory())
    with pytest.raises(LostSeat):
        services.set_standing_order(player=green, asked="displaced", filled=NEAR)
    with pytest.raises(LostSeat):
        services.remove_standing_order(player=green, asked="displaced")
    assert not StandingOrder.objects.exists()


def test_nothing_is_settled_in_a_game_that_is_over(game: Game):
    Game.objects.update(status="over")
    with pytest.raises(NotYourTurn):
        settle(game, **NEAR)
    assert reader(at(game, GREEN)).get(url(game))["Location"] == f"/game/{game.pk}/"


def test_bad_wishes_are_not_kept(game: Game):
    settle(game, **NEAR)
    kept = StandingOrder.objects.get().wish
    with pytest.raises(BadWish):
        settle(game, **(NEAR | {"places": "london"}))
    assert StandingOrder.objects.get().wish == kept


# The page


@pytest.mark.parametrize(("seat", "times"), [(GREEN, 1), (RED, 0)])
def test_who_waits_is_led_to_the_page_at_once(game: Game, seat: int, times: int):
    page = reader(at(game, seat)).get(f"/game/{game.pk}/").content.decode()
    ask = page[page.index('id="ask"') : page.index('id="desks-title"')]
    assert ask.count(f'href="{url(game)}"') == times
    assert f'href="{url(game)}"' in page[page.index('id="log"') :]


def test_the_page_settles_shows_and_takes_back(game: Game):
    client = reader(at(game, GREEN))
    page = client.get(url(game)).content.decode()
    assert "Nothing set. We'll ask you." in page
    assert "The income tile" not in page

    answer = client.post(url(game), posted(**NEAR), follow=True)
    page = answer.content.decode()
    assert "A piece goes to the first of these in reach: Bremen–Hamburg." in page
    assert '<option value="bremen-hamburg" selected>Bremen–Hamburg</option>' in page
    answer = client.post(url(game, "remove-standing-order"), {"asked": "displaced"}, follow=True)
    assert "Nothing set. We'll ask you." in answer.content.decode()
    assert not StandingOrder.objects.exists()


@pytest.mark.parametrize(
    ("filled", "sentence"),
    [
        (NEAR | {"places": "stade\nlondon <b>"}, "This board has no place called"),
        (NEAR | {"hours": "soon"}, "whole number of hours"),
        (NEAR | {"extras": "all"}, "Choose one of these."),
        (NEAR | {"places": ""}, "This has no effect"),
        (NEAR | {"places": "x" * 5000}, "at most 4000 characters"),
    ],
)
def test_bad_input_gets_a_sentence_and_loses_nothing(game: Game, filled, sentence):
    settle(game, **FAR)
    page = reader(at(game, GREEN)).post(url(game), posted(**filled)).content.decode()
    assert sentence in page
    assert "<details open>" in page
    for place in map(escape, filled["places"].splitlines()):
        assert f'value="{place}" selected>' in page or f"<option selected>{place}</option>" in page
    assert StandingOrder.objects.get().wish["places"] == ["groningen"]


def test_the_board_of_the_page_has_each_place_of_the_list_and_no_other(game: Game):
    page = reader(at(game, GREEN)).get(url(game)).content.decode()
    question = STANDING_ORDERS["teutonica"].questions(game.rules().view(game.position(), GREEN))[0]
    known = [place for _, named in question.fields[0].places for place, _ in named]
    assert len(set(known)) == len(known)
    assert sorted(re.findall('data-place="([^"]+)"', page)) == sorted(known)
    settle(game, places="\n".join(known[:60]), otherwise="ask", extras="none", hours="")
    assert StandingOrder.objects.get().wish["places"] == known[:60]
    page = reader(at(game, GREEN)).get(url(game)).content.decode()
    assert re.findall('<option value="([^"]+)" selected>', page) == known[:60]


def test_settling_on_the_page_what_is_asked_leads_back_to_the_table(game: Game):
    give(game, RED, DISPLACE)
    client = reader(at(game, GREEN))
    assert "You're being asked this now" in client.get(url(game)).content.decode()
    answer = client.post(url(game), posted(**NEAR))
    assert answer["Location"] == f"/game/{game.pk}/"
    assert not at(game, GREEN).is_waited_for


def test_a_question_that_this_game_does_not_ask_is_not_there(game: Game):
    client = reader(at(game, GREEN))
    for asked in ("income", "turn", ""):
        assert client.post(url(game), {"asked": asked}).status_code == 404


# Secrets


def test_the_page_is_for_players_and_shows_each_his_own(game: Game):
    settle(game, **NEAR)
    assert SECRET in reader(at(game, GREEN)).get(url(game)).content.decode()
    assert SECRET not in reader(at(game, RED)).get(url(game)).content.decode()
    assert "/accounts/login/" in Client().get(url(game))["Location"]
    stranger = Client()
    stranger.force_login(UserFactory())
    for answer in (
        stranger.get(url(game)),
        stranger.post(url(game), posted(**NEAR)),
        stranger.post(url(game, "remove-standing-order"), {"asked": "displaced"}),
    ):
        assert answer.status_code == 404


def test_nobody_else_sees_a_difference(game: Game):
    paths = ["", "poll?version=0", "log/", "record.txt"]
    watchers = [Client(), reader(at(game, RED)), Client()]
    sign_in_staff(watchers[2])
    seen = [f"/game/{game.pk}/{path}" for path in paths]
    seen.append(reverse("admin:play_game_change", args=[game.pk]))

    def pages() -> list[bytes]:
        return [without_tokens(client.get(path).text) for client in watchers for path in seen]

    before, version = pages(), at(game, GREEN).game.version
    settle(game, **NEAR)
    assert at(game, GREEN).game.version == version
    assert pages() == before
    assert StandingOrder not in admin.site._registry


def test_no_letter_tells_a_wish(game: Game):
    settle(game, **(NEAR | {"places": "bremen-hamburg, minden-munster", "hours": "719"}))
    give(game, RED, DISPLACE)
    give(game, RED, "end")
    send()
    assert mail.outbox
    for letter in Letter.objects.all():
        assert "munster" not in str(letter.payload)
    for letter in mail.outbox:
        assert "719" not in re.sub(r"http\S+", "", letter.body)
        assert "munster" not in letter.body.casefold()


def test_who_takes_a_seat_over_finds_nothing_settled(game: Game):
    settle(game, **NEAR)
    Player.objects.filter(game=game, seat=GREEN).update(offered_at=START)
    services.join(game=game, user=UserFactory())
    assert not StandingOrder.objects.exists()


def test_an_account_that_is_deleted_leaves_none(game: Game):
    settle(game, **NEAR)
    close_account(user=User.objects.get(pk=at(game, GREEN).user_id))
    assert not StandingOrder.objects.exists()


# Whole games


def settle_something(game: Game, seat: int, rng: random.Random) -> None:
    """Settle one question in any way, or nothing more."""
    rules = game.rules()
    view = rules.view(rules.load(game.state), seat)
    question = rng.choice(STANDING_ORDERS[game.title].questions(view))
    if rng.random() < 0.2:
        services.remove_standing_order(player=at(game, seat), asked=question.asked)
    else:
        settle(game, seat, question.asked, **filled_of(random_wish(question, view, rng)))


def check_nobody_waits_in_vain(game: Game) -> None:
    """Hold that whoever is asked has no standing order that would answer."""
    rules = game.rules()
    state = rules.load(game.state)
    for seat in rules.to_move(state):
        player = at(game, seat)
        assert player.is_waited_for
        wishes = standing_orders.wishes_in(game).get(player.pk, {})
        wish = wishes.get(standing_orders.question(rules, state, seat))
        assert (
            wish is None
            or not standing_orders.answers_at_once(wish, rules, state, seat)
            or standing_orders.order_by(wish, rules, state, seat, random.Random(1)) is None
        )


@pytest.mark.parametrize("title", first(1, reversed(TITLES)))
def test_games_with_standing_orders_end_and_replay(title: str):
    rng = random.Random(5)
    options = {"favour": "on"} if title == "teutonica" else {}
    game = game_of_people(3, title=title, options=options)
    for seat in range(3):
        settle_something(game, seat, rng)
    while game.is_running:
        if rng.random() < 0.05:
            settle_something(game, rng.randrange(3), rng)
            game.refresh_from_db()
        check_nobody_waits_in_vain(game)
        rules = game.rules()
        seat = rng.choice(rules.to_move(rules.load(game.state)))
        game = give(game, seat, good_order(game, seat, rng))
    assert problem_of(game) == ""
    settled = list(game.moves.filter(played_by=PlayedBy.STANDING))
    assert all(move.seat != move.on_turn for move in settled)
    verbs = {move.order.split()[0] for move in settled}
    assert verbs <= ANSWERS[title]
    if title == "teutonica":
        assert "put" in verbs
        path = f"/game/{game.pk}/move/{settled[0].number}/"
        assert "(by a standing order)" in Client().get(path).content.decode()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", range(5))
def test_settling_while_one_is_being_asked_comes_to_one_answer(seed: int):
    """Whichever comes first, the piece is placed once and nobody waits in vain."""
    game = displaceable()
    calls = [
        lambda: settle(game, **NEAR),
        lambda: give(game, RED, DISPLACE),
        lambda: settle(game, **NEAR),
        lambda: services.remove_standing_order(player=at(game, RED), asked="displaced"),
    ]
    random.Random(seed).shuffle(calls)
    results = together(*calls)
    assert not [result for result in results if isinstance(result, Exception)]
    game.refresh_from_db()
    assert newest(game, 3) == [
        (RED, DISPLACE, PlayedBy.SEAT),
        (GREEN, "put t bremen-hamburg.1", PlayedBy.STANDING),
        (GREEN, "done", PlayedBy.STANDING),
    ]
    check_nobody_waits_in_vain(game)
    assert StandingOrder.objects.count() == 1
