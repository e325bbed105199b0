"""Guess the turn: a turn of somebody's game is made from their seat, then shown with points."""

import random
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.play.models import Game, Rewind
from games.play.services.results import record_results
from games.post import services as post
from games.ratings.models import Result
from games.study import services
from games.study.guessing import MOST_POINTS, points
from games.study.models import Analysis, GameOfTheWeek, Guess
from games.study.pages.guess import trial
from games.study.pages.guess.turns import answer_url, guess_url, seat_url
from games.study.pages.weekly import weekly_game
from games.study.services import guesses as service
from games.study.turns import LoggedTurn, turns_of
from games.study.views.guess import GUESSES, MOST_GAMES
from tests.factories import UserFactory
from tests.play import worlds
from tests.play.factories import cut_short, game_of, game_of_people, step
from tests.rules.titles import KNOWN
from tests.tokens import without_tokens

pytestmark = pytest.mark.django_db
HTMX = {"headers": {"HX-Request": "true"}}


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games whose analysis workers were asked for; nothing is worked out."""
    found: list[int] = []
    monkeypatch.setattr(post, "send_task", lambda name, args, **more: found.extend(args))
    return found


@pytest.fixture
def game() -> Game:
    """A finished game of two people, which had few turns."""
    return cut_short(game_of_people(2, title="hansa"), 10)


def browser(user: User | None = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def make(client: Client, game: Game, number: int, orders: Any = ()) -> Any:
    """Make the turn that begins with a move, or its first legal order, and say that it's mine."""
    url = guess_url(game.pk, number)
    for order in orders or [re.findall(r'name="order" value="([^"]+)"', client.get(url).text)[0]]:
        url = client.post(f"{url}order", {"order": order})["Location"]
    return client.post(f"{url}mine")


def known(game: Game, turn: LoggedTurn, best: Any) -> Analysis:
    """An analysis that has come as far as one turn."""
    row = [turn.number, turn.seat, turn.orders, best, 0.2, 0.03, True, [0.5, 0.5], [0.1, 0.1]]
    now = game.ended
    Analysis.objects.filter(game=game).delete()
    return Analysis.objects.create(game=game, asked_at=now, worked_at=now, turns=[row], total=9)


def shown(page: str) -> list[str]:
    """The points on the page of an answer."""
    return re.findall(r"<dd>(\d+ of \d+)</dd>", page)


# Points


def test_points_are_all_for_the_same_turn_and_for_no_other() -> None:
    turn = ["place t bremen-hamburg.1", "place m bremen-hamburg.2", "claim bremen-hamburg nothing"]
    rng = random.Random(3)
    for _ in range(20):
        guess = rng.sample(turn, rng.randint(1, 3))
        assert points(guess, turn) == points(turn, guess)
        assert (points(guess, turn) == MOST_POINTS) is (len(guess) == len(turn))
        assert points([*guess, "end"], turn) == points(guess, turn)
    assert points(["sail lubeck"], turn) == 0
    assert points(["end"], ["end"]) == MOST_POINTS
    assert points(["end"], turn) == 0


# A turn


def test_a_turn_is_made_on_the_board_and_shown_beside_what_was_played(game, asked) -> None:
    user = UserFactory()
    client, turn = browser(user), next(turn for turn in turns_of(game) if turn.seat == 1)
    page = client.get(f"/game/{game.pk}/guess/").text
    assert guess_url(game.pk, turn.number) in page
    assert "What would you do in place of" in client.get(guess_url(game.pk, turn.number)).text
    assert client.get(answer_url(game.pk, turn.number))["Location"].endswith(f"/{turn.number}/")
    answer = make(client, game, turn.number, turn.orders)
    assert answer["Location"] == answer_url(game.pk, turn.number)
    assert list(Guess.objects.values_list("user", "seat", "number", "orders")) == [
        (user.pk, 1, turn.number, list(turn.orders))
    ]
    page = client.get(answer["Location"]).text
    assert shown(page) == ["10 of 10"]
    assert "The Master bot will look at this game soon." in page
    # The first guess counts: its page leads to the answer.
    assert client.get(guess_url(game.pk, turn.number))["Location"] == answer["Location"]
    following = [each.number for each in turns_of(game) if each.seat == 1][1]
    assert guess_url(game.pk, following) in page
    assert "10 of 10 points for one turn" in client.get(seat_url(game.pk, 1)).text
    assert "You have guessed 1 of" in client.get(f"/game/{game.pk}/guess/").text


def test_nothing_is_asked_once_only_the_end_of_the_turn_is_left() -> None:
    game = cut_short(game_of_people(2, title="teutonica"), 3)
    client, number = browser(), turns_of(game)[0].number
    url = client.post(f"{guess_url(game.pk, number)}order", {"order": "income 1t"})["Location"]
    assert 'value="end"' in client.get(url).text
    page = client.get(client.post(f"{url}order", {"order": "income 1t"})["Location"]).text
    assert 'value="end"' not in page
    assert "The turn is over. Is this your guess?" in page
    assert "This is my turn" in page


def test_the_masters_turn_comes_as_soon_as_it_is_known(game) -> None:
    client, turn = browser(UserFactory()), turns_of(game)[3]
    make(client, game, turn.number, turn.orders)
    url = answer_url(game.pk, turn.number)
    assert "hx-trigger" in client.get(url, **HTMX).text
    known(game, turn, [turn.orders[0], *turn.orders])
    part = client.get(url, **HTMX).text
    assert "hx-trigger" not in part
    first, second = shown(part)
    assert first == "10 of 10"
    assert second != "10 of 10"
    for view in ("played", "mine", "master", "nonsense"):
        assert client.get(f"{url}?turn={view}").status_code == 200
    assert f"As the master: {second}." in client.get(seat_url(game.pk, turn.seat)).text


def test_the_workers_are_asked_once_a_game_and_for_few_games_a_day(
    game, asked, monkeypatch, django_capture_on_commit_callbacks
) -> None:
    user = UserFactory()
    one, two = (turn.number for turn in turns_of(game)[:2])
    with django_capture_on_commit_callbacks(execute=True):
        make(browser(), game, one)
        assert not Analysis.objects.exists(), "for visitors nothing is begun"
        make(browser(user), game, one)
        make(browser(UserFactory()), game, two)
    assert asked == [game.pk]
    assert Analysis.objects.get().is_patient
    Analysis.objects.all().delete()
    monkeypatch.setattr(service, "MOST_GAMES", 0)
    make(browser(user), game, two)
    assert not Analysis.objects.exists()
    assert "looked at this turn" in browser(user).get(answer_url(game.pk, two)).text


def test_an_order_that_is_not_legal_changes_nothing_and_says_so(game, monkeypatch) -> None:
    client, url = browser(), guess_url(game.pk, turns_of(game)[0].number)
    first = re.findall(r'name="order" value="([^"]+)"', client.get(url).text)[0]
    with monkeypatch.context() as patch:
        patch.setattr(trial, "MOST_ORDERS", 1)
        after = client.post(f"{url}order", {"order": first})["Location"]
        assert client.post(f"{after}order", {"order": "end"})["Location"] == after
        patch.setattr(trial, "MOST_ORDERS", 0)
        assert client.get(after).status_code == 404
    answer = client.post(f"{url}order", {"order": "nonsense " * 100}, **HTMX)
    assert 'class="note warning"' in answer.text
    assert answer["HX-Replace-Url"] == url
    assert client.post(f"{url}order", {"order": "nonsense"})["Location"] == url
    for path in (f"{url}nonsense/", guess_url(game.pk, 2**40), seat_url(game.pk, 9)):
        assert client.get(path).status_code == 404


def test_a_visitor_guesses_too_and_the_session_remembers_few_games(game) -> None:
    client, number = browser(), turns_of(game)[0].number
    page = client.get(make(client, game, number)["Location"]).text
    assert len(shown(page)) == 1
    assert not Guess.objects.exists()
    session = client.session
    session[GUESSES] = {str(-each): {"1": ["end"]} for each in range(1, 4)}
    session.save()
    make(client, game, number)
    assert [*client.session[GUESSES]][-1] == str(game.pk)
    assert len(client.session[GUESSES]) == MOST_GAMES


def test_nobody_else_sees_a_guess(game) -> None:
    user, number = UserFactory(), turns_of(game)[0].number
    make(browser(user), game, number)
    for other in (None, UserFactory(), game.players.get(seat=0).user):
        assert browser(other).get(answer_url(game.pk, number)).status_code == 302
        assert "You have guessed" not in browser(other).get(f"/game/{game.pk}/guess/").text


def test_who_may_see_a_finished_game_may_guess_and_nobody_else(game) -> None:
    url = f"/game/{game.pk}/guess/"
    Game.objects.filter(pk=game.pk).update(private=True)
    assert browser(UserFactory()).get(url).status_code == 404
    assert browser(game.players.get(seat=0).user).get(url).status_code == 200
    Game.objects.filter(pk=game.pk).update(private=False, result=None)
    assert browser(UserFactory()).get(url).status_code == 404, "it did not come to its end"


def test_pages_take_as_many_queries_however_much_was_guessed(
    game, django_assert_max_num_queries
) -> None:
    user = UserFactory()
    client, numbers = browser(user), [turn.number for turn in turns_of(game)]
    for number in numbers[:6]:
        make(client, game, number)
    seat = turns_of(game)[0].seat
    for url in (
        f"/game/{game.pk}/guess/",
        seat_url(game.pk, seat),
        answer_url(game.pk, numbers[0]),
        guess_url(game.pk, numbers[6]),
    ):
        client.get(url)
        with django_assert_max_num_queries(12):
            client.get(url)


def test_a_turn_is_seen_as_its_seat_saw_it(monkeypatch) -> None:
    """What lay face down was drawn anew: the page can't tell what it really was."""
    people = UserFactory.create_batch(2)
    started = game_of(*people, "journeyman", title="teutonica", options={"missions": "on"})
    game = cut_short(started, 9)
    turn = turns_of(game)[7]
    client, url = browser(UserFactory()), guess_url(game.pk, turn.number)
    one = without_tokens(client.get(url).text)
    state_after = trial.state_after

    def other(game: Game, number: int) -> Any:
        return KNOWN["teutonica"].disguised(state_after(game, number), turn.seat, random.Random(1))

    monkeypatch.setattr(trial, "state_after", other)
    trial._views.clear()
    assert without_tokens(client.get(url).text) == one


# The game of the week


def test_each_week_has_one_game_that_people_rated_and_played_to_its_end(game) -> None:
    visitor, monday = browser(), datetime(2026, 11, 30, 9, tzinfo=UTC)
    weeks = [monday + timedelta(days=7 * number) for number in range(-8, 4)]

    def chosen() -> list[Any]:
        GameOfTheWeek.objects.all().delete()
        for week in weeks:
            services.choose_game_of_the_week(now=week)
            services.choose_game_of_the_week(now=week + timedelta(days=6))
        return list(GameOfTheWeek.objects.values_list("game", flat=True))

    record_results()
    result = Result.objects.get(game=game.pk)
    assert result.is_rated
    assert chosen() == [game.pk], "no game comes twice"
    services.choose_game_of_the_week(now=timezone.now())
    url = f"/game/{game.pk}/guess/"
    for kept, unfit in (
        ({"private": False}, {"private": True}),
        ({"handovers": 0}, {"handovers": 1}),
        ({"moves_made": game.moves_made}, {"moves_made": service.MOST_MOVES + 1}),
    ):
        Game.objects.filter(pk=game.pk).update(**unfit)
        assert chosen() == []
        Game.objects.filter(pk=game.pk).update(**kept)
    result.seats.filter(seat=0).update(mean_before=None)
    assert chosen() == []
    result.seats.update(mean_before=1.0)
    services.choose_game_of_the_week()
    # The week is the same for everybody, wherever they are.
    week = GameOfTheWeek.objects.get()
    begins = datetime(week.week.year, week.week.month, week.week.day, tzinfo=UTC)
    ends, minute = begins + timedelta(days=7), timedelta(minutes=1)
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        with timezone.override(zone):
            assert weekly_game(begins) is not None
            assert weekly_game(ends - minute) is not None
            assert weekly_game(begins - minute) is None
            assert weekly_game(ends) is None
    for path in ("/learn/", "/puzzles/"):
        assert url in visitor.get(path).text
        Game.objects.filter(pk=game.pk).update(private=True)
        assert url not in visitor.get(path).text
        Game.objects.filter(pk=game.pk).update(private=False)


# Looking on at a running game


@pytest.fixture
def running() -> Game:
    """A game of three people at the beginning of a turn, with something hidden."""
    people = [UserFactory(username=name) for name in ("Ann", "Ben", "Cid")]
    game = game_of(*people, title="teutonica", options={"missions": "on"})
    return confirmed(Game.objects.get(pk=game.pk))


def confirmed(game: Game) -> Game:
    """The game after a turn has ended."""
    title, rng = game.rules(), random.Random(1)
    whose = title.view(game.position(), None).turn
    while title.view(game.position(), None).turn == whose:
        step(game, rng)
        game = Game.objects.get(pk=game.pk)
    return game


def test_who_looks_on_sees_what_was_played_after_the_confirmation_and_no_master(
    running, asked
) -> None:
    client, number = browser(UserFactory()), running.moves_made + 1
    overview = f"/game/{running.pk}/guess/"
    assert overview in client.get(running.get_absolute_url()).text
    assert guess_url(running.pk, number) in client.get(overview).text
    make(client, running, number)
    assert client.get(answer_url(running.pk, number))["Location"] == overview
    page = client.get(overview).text
    assert "Your guess:" in page
    assert guess_url(running.pk, number) not in page
    game = step(running, random.Random(1))
    assert client.get(answer_url(running.pk, number))["Location"] == overview, "it is not over"
    game = confirmed(game)
    assert answer_url(running.pk, number) in client.get(overview).text
    page = client.get(answer_url(running.pk, number)).text
    assert len(shown(page)) == 1
    assert "the master" not in page.lower()
    assert not Analysis.objects.exists()
    assert asked == []


def test_a_turn_that_has_begun_is_not_guessed_any_more(running) -> None:
    user = UserFactory()
    Game.objects.filter(pk=running.pk).update(set_aside_at=timezone.now())
    assert browser(user).get(f"/game/{running.pk}/guess/").status_code == 404
    Game.objects.filter(pk=running.pk).update(set_aside_at=None)
    client, url = browser(user), guess_url(running.pk, running.moves_made + 1)
    step(running, random.Random(1))
    for answer in (client.get(url), client.post(f"{url}order", {"order": "end"})):
        assert answer["Location"] == f"/game/{running.pk}/guess/"
    answer = client.post(f"{url}end/mine", **HTMX)
    assert answer["HX-Redirect"] == f"/game/{running.pk}/guess/"
    assert "has begun already" in client.get(answer["HX-Redirect"]).text
    assert not Guess.objects.exists()


def test_a_guess_at_a_turn_that_was_undone_does_not_stand_for_another(running) -> None:
    user, number = UserFactory(), running.moves_made + 1
    guess: dict[str, Any] = {"user": user, "game": running, "number": number, "seat": 0}
    assert services.keep_guess(**guess, orders=["one"])
    Rewind.objects.create(game=running, number=number - 1, at=timezone.now(), reason="Why")
    assert Guess.objects.standing().exists(), "the turn began with the same position"
    assert not services.keep_guess(**guess, orders=["two"])
    Rewind.objects.create(game=running, number=number - 2, at=timezone.now(), reason="Why")
    client = browser(user)
    assert "Your guess:" not in client.get(f"/game/{running.pk}/guess/").text
    make(client, running, number)
    assert "Your guess:" in client.get(f"/game/{running.pk}/guess/").text
    assert Guess.objects.count() == Guess.objects.standing().count() == 1


def test_no_player_guesses_at_their_own_running_table(running) -> None:
    """A guess would be advice, also that of somebody who takes a seat later."""
    keeper, number = UserFactory(), running.moves_made + 1
    make(browser(keeper), running, number)
    game, overview = confirmed(running), f"/game/{running.pk}/guess/"
    running.players.filter(seat=2).update(user=keeper)
    for user in (None, keeper, *(player.user for player in game.players.all())):
        for url in (overview, guess_url(game.pk, game.moves_made + 1), answer_url(game.pk, number)):
            assert browser(user).get(url).status_code == 404
        page = browser(user).get(game.get_absolute_url()).text
        assert overview not in page


def test_a_guess_at_a_running_game_tells_nothing_that_is_hidden(running) -> None:
    """Two games that differ only in what is hidden look the same to who looks on."""
    number = running.moves_made + 1
    world, twin = worlds.world_of(running), next(worlds.twins(running, None))
    user = UserFactory()

    def seen() -> list[str]:
        client, url, pages_of = browser(user), guess_url(running.pk, number), []
        trial._views.clear()
        for _ in range(2):
            page = client.get(url).text
            pages_of.append(without_tokens(page))
            orders = re.findall(r'name="order" value="([^"]+)"', page)
            url = client.post(f"{url}order", {"order": orders[0]})["Location"]
        return [*pages_of, url]

    one = seen()
    twin.lay(running)
    assert seen() == one
    assert world.state != twin.state
