"""Analyses of finished games: asked for once, worked out in pieces, kept, and learned from."""

import random
import re
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.bots.analysis import Finding
from games.bots.evaluation import chances
from games.play.errors import PlayError
from games.play.models import Game
from games.post import services as post
from games.rules import TITLES
from games.rules.title import CHANCE
from games.study import analysing, services
from games.study.models import Analysis, AnalysisState
from games.study.pages import analysis as pages
from games.study.pages import attempt as pages_attempt
from games.study.pages import turning_points
from games.study.pages.attempt import url_of
from games.study.services import analysis as service
from hansa_site.celery import app
from tests.factories import UserFactory
from tests.play.factories import every_title, game_of, play_on, play_out, sitting
from tests.play.timepiece import Timepiece, timepiece
from tests.rules.titles import KNOWN
from tests.study.analyses import analysed, quick_turn
from tests.tokens import without_tokens

__all__ = ["timepiece"]
pytestmark = pytest.mark.django_db
HTMX = {"headers": {"HX-Request": "true"}}


def finished(title: str = "hansa", **more: Any) -> Game:
    return play_out(game_of(UserFactory(), "journeyman", title=title, **more))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns are judged in no time, and a piece of work is five turns."""

    def judge(game, done, seconds):
        turns = list(analysing.played_turns(game))
        return [quick_turn(game, turn) for turn in turns[done : done + 5]], len(turns)

    monkeypatch.setattr(service.analysing, "judge", judge)


def ask(game: Game) -> Analysis:
    return services.ask_for_analysis(game=game, user=game.players.get(seat=0).user)


def page_of(game: Game, user: Any = None) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(reverse("study:analysis", args=[game.pk])).content.decode()


# The work


@every_title
def test_each_turn_of_a_game_is_judged_once_and_every_number_is_a_share(title, monkeypatch):
    """The law of replaying: the pieces together are the turns of the log."""
    game = finished(title)
    asked = []

    def found(view, played, seed):
        asked.append((view.seat, list(played)))
        return Finding(played)

    monkeypatch.setattr(analysing, "found", found)
    monkeypatch.setattr(service, "SECONDS", 0)
    analysis, pieces = ask(game), 0
    while services.work_on_analysis(game_id=game.pk):
        pieces += 1
    analysis.refresh_from_db()
    assert analysis.is_done
    assert 1 < pieces <= analysis.total
    judged = analysis.judged
    rows = game.moves.exclude(on_turn=None).values_list("turn", "on_turn").distinct()
    assert [turn.seat for turn in judged] == [seat for _, seat in rows.order_by("turn")]
    assert [seat for seat, _ in asked] == [turn.seat for turn in judged]
    for turn in judged:
        assert sum(turn.chances) == pytest.approx(1, abs=0.01)
        assert all(0 <= chance <= 1 for chance in turn.chances)
        first = game.moves.get(number=turn.number)
        assert (first.seat, first.order) == (turn.seat, turn.orders[0])
        own = game.moves.filter(turn=first.turn, seat=turn.seat)
        assert [move.order for move in own] == turn.orders


def test_what_is_hidden_from_a_seat_changes_nothing_of_its_analysis(monkeypatch):
    game = finished("teutonica", options={"missions": "on"})
    seen = []

    def found(view, played, seed):
        seen.append(view)
        return Finding(played)

    monkeypatch.setattr(analysing, "found", found)
    turns = list(analysing.played_turns(game))[::12]
    for turn in turns:
        mine = KNOWN["teutonica"].disguised(turn.state, turn.seat, random.Random(4))
        everyones = KNOWN["teutonica"].disguised(turn.state, None, random.Random(4))
        one, two, three = (
            analysing._outlook(game, [turn._replace(state=state)])
            for state in (turn.state, mine, everyones)
        )
        assert one == three
        analysing._judged(game, turn, one, one)
        analysing._judged(game, turn._replace(state=mine), one, two)
        assert seen[-2] == seen[-1]


def test_the_task_goes_to_the_workers_of_bots_and_asks_for_itself_again(
    quick, django_capture_on_commit_callbacks, monkeypatch
):
    asked = []
    monkeypatch.setattr(post, "send_task", lambda name, args: asked.append((name, args)))
    game = finished()
    with django_capture_on_commit_callbacks(execute=True):
        ask(game)
    assert asked == [(service.TASK, [game.pk])]
    assert app.amqp.router.route({}, service.TASK)["queue"].name == "bots"
    pieces = 1
    with django_capture_on_commit_callbacks(execute=True):
        while services.work_on_analysis(game_id=game.pk):
            pieces += 1
    assert asked == [(service.TASK, [game.pk])] * (pieces - 1)
    assert not services.work_on_analysis(game_id=game.pk)


def test_two_workers_at_once_keep_each_turn_once(quick, monkeypatch):
    game = finished()
    ask(game)
    judge = service.analysing.judge

    def overtaken(*args):
        monkeypatch.setattr(service.analysing, "judge", judge)
        assert services.work_on_analysis(game_id=game.pk)
        return judge(*args)

    monkeypatch.setattr(service.analysing, "judge", overtaken)
    assert not services.work_on_analysis(game_id=game.pk)
    numbers = [turn.number for turn in Analysis.objects.get().judged]
    assert len(numbers) == len(set(numbers)) == 5


def test_a_lost_task_is_asked_for_again_and_given_up_in_the_end(
    quick, timepiece: Timepiece, django_capture_on_commit_callbacks, monkeypatch
):
    game, asked = finished(), []
    monkeypatch.setattr(post, "send_task", lambda name, args: asked.append(args))
    ask(game)
    asked.clear()
    for _ in range(service.MOST_TRIES):
        timepiece.go(minutes=1)
        assert services.sweep_analyses() == 0
        timepiece.go(minutes=1)
        with django_capture_on_commit_callbacks(execute=True):
            assert services.sweep_analyses() == 1
    assert asked == [[game.pk]] * service.MOST_TRIES
    timepiece.go(minutes=2)
    services.sweep_analyses()
    assert Analysis.objects.get().state == AnalysisState.FAILED
    assert "The analysis failed" in page_of(game, game.players.get(seat=0).user)
    assert ask(game).state == AnalysisState.ASKED


def test_an_analysis_that_breaks_is_reported_and_can_be_asked_for_again(monkeypatch, caplog):
    game = finished()
    ask(game)
    monkeypatch.setattr(service.analysing, "judge", lambda *args: 1 / 0)
    assert not services.work_on_analysis(game_id=game.pk)
    assert "ZeroDivisionError" in caplog.text
    assert Analysis.objects.get().state == AnalysisState.FAILED
    assert ask(game).is_unfinished


# Who may ask


def test_one_click_of_a_player_asks_and_everyone_reads(quick):
    game = finished()
    client, stranger = sitting(game.players.get(seat=0)), Client()
    stranger.force_login(UserFactory())
    url = reverse("study:ask-for-analysis", args=[game.pk])
    studies = reverse("study:studies", args=[game.pk])
    assert f'action="{url}"' in client.get(studies).content.decode()
    assert url not in stranger.get(studies).content.decode()
    assert stranger.post(url).status_code == 404
    assert "/accounts/login/" in Client().post(url)["Location"]
    assert not Analysis.objects.exists()
    answer = client.post(url)
    assert answer["Location"] == reverse("study:analysis", args=[game.pk])
    assert "will look at this game soon" in page_of(game)
    services.work_on_analysis(game_id=game.pk)
    total = Analysis.objects.get().total
    assert f"has looked at 5 of {total} turns" in page_of(game)
    while services.work_on_analysis(game_id=game.pk):
        pass
    client.post(url)
    assert Analysis.objects.get().is_done
    assert "Every turn" in page_of(game)


def test_running_games_and_games_without_a_result_have_none():
    running = play_on(game_of(UserFactory(), "journeyman", title="hansa"), 3)
    agreed = finished()
    Game.objects.filter(pk=agreed.pk).update(result=None)
    for game in (running, Game.objects.get(pk=agreed.pk)):
        with pytest.raises(PlayError, match="finished"):
            ask(game)
        client = sitting(game.players.get(seat=0))
        for name, more in (("analysis", []), ("try-turn", [5]), ("try-orders", [5, "end"])):
            assert client.get(reverse(f"study:{name}", args=[game.pk, *more])).status_code == 404
        assert client.post(reverse("study:ask-for-analysis", args=[game.pk])).status_code == 404
        assert client.post(reverse("study:try-order", args=[game.pk, 5])).status_code == 404
    assert "/studies/" not in client.get(running.get_absolute_url()).content.decode()


def test_a_private_game_is_analysed_for_those_who_may_see_it():
    game = finished(private=True)
    analysed(game)
    assert Client().get(reverse("study:analysis", args=[game.pk])).status_code == 404
    assert "Every turn" in page_of(game, game.players.get(seat=0).user)


def test_others_cannot_ask_and_nobody_asks_for_too_many(monkeypatch):
    game = finished()
    with pytest.raises(PlayError, match="Only the players"):
        services.ask_for_analysis(game=game, user=UserFactory())
    monkeypatch.setattr(service, "MOST_A_DAY", 1)
    ask(game)
    ask(game)
    user = game.players.get(seat=0).user
    other = play_out(game_of(user, "journeyman", title="hansa"))
    with pytest.raises(PlayError, match="Ask again tomorrow"):
        ask(other)
    Analysis.objects.update(asked_at=timezone.now() - timedelta(days=1, seconds=1))
    assert ask(other)


# What it shows


@every_title
def test_the_page_has_a_line_for_each_seat_and_links_each_turn_to_its_move(title):
    game = finished(title)
    analysis = analysed(game)
    page = page_of(game, game.players.get(seat=0).user)
    assert page.count('class="chart"') == 1
    for turn in analysis.judged:
        assert reverse("play:move", args=[game.pk, turn.number]) in page
    points = re.findall(
        r"(?s)Move \d+</a>:\s[^<]*<span class=\"better\">(?:(?!</span>).)*?% ± 3% higher\.", page
    )
    assert len(points) == turning_points.MOST
    tries = re.findall(r"Try move (\d+)", page)
    mine = {str(turn.number) for turn in analysis.judged if turn.seat == 0}
    assert set(tries) <= mine
    assert len(tries) == pages.LESSONS
    assert "Learn from my turns" not in page_of(game)


def test_the_chart_stands_beside_the_slider_once_there_is_an_analysis():
    game = finished()
    page = Client().get(reverse("play:move", args=[game.pk, 20])).content.decode()
    url = reverse("study:chart", args=[game.pk])
    assert f'style="--at:{20 / game.moves_made:.4f}"' in page
    assert f'hx-get="{url}"' in page
    assert Client().get(url).status_code == 204
    analysed(game)
    assert "<svg" in Client().get(url).content.decode()


@pytest.mark.parametrize("title", TITLES)
def test_a_turn_in_words_is_a_sentence(title):
    game = finished(title)
    for turn in analysing.played_turns(game):
        told = pages.turn_in_words(game, turn.seat, turn.orders, ["Ann", "Ben"])
        assert told.startswith(["Ann", "Ben"][turn.seat])
        assert told.endswith(".")


# Turns to learn from


@pytest.fixture
def lesson() -> tuple[Game, Any, Client]:
    """A game, a turn of its person to learn from, and their browser."""
    game = finished()
    analysis = analysed(game)
    player = game.players.get(seat=0)
    # What is drawn in a turn is drawn again when it is tried.
    turns = [
        turn
        for turn in analysis.judged
        if turn.seat == 0 and len(turn.best) > 2 and "replenish" not in turn.orders
    ]
    best = max(turns, key=lambda turn: turn.swing)
    return game, best, sitting(player)


def test_orders_are_tried_one_by_one_and_undone_by_a_link(lesson):
    game, turn, client = lesson
    url = url_of(game.pk, turn.number, [])
    for count, text in enumerate(turn.best, 1):
        answer = client.post(f"{url}order", {"order": text})
        assert answer["Location"] == url_of(game.pk, turn.number, turn.best[:count])
        page = client.get(answer["Location"]).content.decode()
        assert f'href="{url}"' in page
        url = answer["Location"]
    assert "The master's turn: " in page
    assert game.moves.count() == game.moves_made
    part = client.get(url, **HTMX)
    assert part["HX-Replace-Url"] == url
    assert part["X-Fragment"]


def test_an_order_that_is_not_legal_changes_nothing_and_says_so(lesson):
    game, turn, client = lesson
    url = url_of(game.pk, turn.number, [])
    answer = client.post(f"{url}order", {"order": "nonsense"}, **HTMX)
    assert 'class="note warning"' in answer.content.decode()
    assert answer["HX-Replace-Url"] == url
    answer = client.post(f"{url}order", {"order": "nonsense"})
    assert answer["Location"] == url
    assert (
        client.get(reverse("study:try-orders", args=[game.pk, turn.number, "x"])).status_code == 404
    )


def test_turns_are_compared_with_what_was_played_and_with_the_masters(lesson):
    game, turn, client = lesson
    verdicts = []
    for tried in (turn.best, turn.orders, turn.best[:1]):
        page = client.get(f"{url_of(game.pk, turn.number, tried)}?compare=1").content.decode()
        found = re.search(r'<p class="sentence" role="status">\s*(.*?)\s*</p>', page, re.DOTALL)
        verdicts.append((found[1], re.findall(r"<dd>([^<]*%[^<]*)</dd>", page)))
    best, played, begun = verdicts
    assert best[0] == "That&#x27;s the master&#x27;s turn."
    assert best[1] == [f"+{turn.gain:.0%} ± 3%"] * 2
    assert played == ("That&#x27;s what you played then.", ["0%", best[1][1]])
    assert "A quick bot played the rest of your turn." in begun[0]
    assert begun[1][1:] == best[1][1:]


def test_comparing_has_a_limit(lesson, monkeypatch):
    game, turn, client = lesson
    monkeypatch.setattr("games.study.views.analysis.COMPARISONS", 1)
    url = f"{url_of(game.pk, turn.number, turn.best)}?compare=1"
    assert 'class="verdict"' in client.get(url).content.decode()
    page = client.get(url).content.decode()
    assert 'class="verdict"' not in page
    assert "That was a lot to compare" in page


def test_nobody_else_tries_and_only_turns_that_teach(lesson):
    game, turn, client = lesson
    stranger = Client()
    stranger.force_login(UserFactory())
    url = url_of(game.pk, turn.number, [])
    assert stranger.get(url).status_code == 404
    assert "/accounts/login/" in Client().get(url)["Location"]
    bots = next(each for each in Analysis.objects.get().judged if each.seat == 1)
    assert client.get(url_of(game.pk, bots.number, [])).status_code == 404
    Analysis.objects.update(state=AnalysisState.RUNNING)
    assert client.get(url).status_code == 404


def test_a_position_is_shown_as_the_seat_knew_it(monkeypatch):
    """What lies face down was drawn anew: the page can't tell what it really was."""
    game = finished("teutonica", options={"missions": "on"})
    analysis = analysed(game)
    turn = max((each for each in analysis.judged if each.seat == 0), key=lambda each: each.swing)
    client, url = sitting(game.players.get(seat=0)), url_of(game.pk, turn.number, [])
    one = without_tokens(client.get(url).text)
    state_after = pages_attempt.state_after

    def other(game, number):
        return KNOWN["teutonica"].disguised(state_after(game, number), 0, random.Random(1))

    monkeypatch.setattr(pages_attempt, "state_after", other)
    assert without_tokens(client.get(url).text) == one
    assert CHANCE not in game.rules().to_move(other(game, turn.number - 1))


@pytest.mark.parametrize(
    ("than_then", "than_master", "words"),
    [
        ((0.25, 0.002), (0.05, 0.002), "Better than the master's turn!"),
        ((0.25, 0.002), (0.05, 0.04), "As good as the master's turn"),
        ((0.13, 0.002), (-0.07, 0.04), "As good as the master's turn"),
        ((0.13, 0.002), (-0.07, 0.002), "Better than what you played then"),
        ((0.13, 0.08), (-0.07, 0.002), "No better than what you played then"),
        ((0.02, 0.002), (-0.18, 0.08), "Better than what you played then"),
    ],
)
def test_what_may_be_chance_is_no_difference(
    than_then: tuple[float, float], than_master: tuple[float, float], words: str
) -> None:
    """By how much a turn must differ from what was played says nothing about the master's."""
    assert str(pages_attempt._judged(than_then, than_master)).startswith(words)


@every_title
def test_a_turning_point_agrees_with_the_chart(title, monkeypatch):
    """Where the master's turn is called better, the player's line fell, as far as was told."""
    monkeypatch.setattr("games.bots.analysis.SECONDS", 0.0)
    game = finished(title)
    turns, _ = analysing.judge(game, 0, 600.0)
    better = [turn for turn in turns if turn.swing]
    end = chances(game.rules().view(game.position(), None)).values
    after = {one.number: two.chances for one, two in pairwise(turns)}
    for turn in better:
        lost = turn.chances[turn.seat] - after.get(turn.number, end)[turn.seat]
        assert lost > 0
        assert turn.gain > 2 * turn.error - 0.0015, "both are rounded to thousandths"
    for turn in turns:
        assert all(0 < chance < 1 for chance in turn.chances)
        assert all(error > 0 for error in turn.errors)
