"""Puzzles on their pages: played, judged, counted once, rated, and sent every morning."""

import random
from datetime import UTC, date, datetime, timedelta
from html import unescape
from io import BytesIO
from itertools import islice
from xml.etree import ElementTree as ET
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from games.accounts.models import User
from games.bots import STRATEGIES
from games.bots.evaluation import chance_told
from games.bots.puzzles import MOST_ORDERS, Line, Puzzle, path_of, withdrawn_from
from games.bots.random_bot import any_order
from games.bots.reasons import theme_of, told
from games.bots.stories import Fact
from games.post import services as post
from games.post.models import Letter
from games.rules.errors import IllegalOrder
from games.study.letters import PUZZLES
from games.study.models import DailyPuzzle, Plan, PuzzleAnswer
from games.study.pages import daily
from games.study.pages.puzzle import (
    SMALL,
    attempt_url,
    attempted,
    names_of,
    outlook_of,
    puzzle_url,
    question_of,
)
from games.study.pages.puzzle_answer import MANY, usual_mistake
from games.study.pages.puzzle_ratings import rating_of, ratings_of
from games.study.pages.puzzles import next_after, rows_of, streak
from games.study.services.puzzles import gets_daily, keep_answer, queue_daily, send_daily
from games.study.tasks import queue_daily_puzzles
from games.wording import ENGLISH
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 22)
each_title = pytest.mark.parametrize("title", daily.puzzles_by_title())


def first(title: str) -> Puzzle:
    return next(iter(daily.puzzles_by_title()[title].values()))


def play(client: Client, puzzle: Puzzle, orders: tuple[str, ...], **headers: str) -> str:
    """Give orders on the pages of a puzzle, one by one; return where the last one leads."""
    url = puzzle_url(puzzle)
    for order in orders:
        response = client.post(f"{url}order", {"order": order}, headers=headers)
        url = response["HX-Push-Url"] if headers else response["Location"]
    return url


def answer(client: Client, puzzle: Puzzle, orders: tuple[str, ...]) -> str:
    """Answer a puzzle with a turn, and return the page about it."""
    url = f"{attempt_url(puzzle, orders)}answer"
    return client.post(url, follow=True).text


def in_words(puzzle: Puzzle, fact: Fact) -> str:
    return ENGLISH.say_all(told(puzzle, fact, names_of(puzzle)))


def rows() -> list[tuple[str, int, bool]]:
    return [*PuzzleAnswer.objects.order_by("pk").values_list("title", "number", "right")]


@each_title
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["without scripts", "htmx"])
def test_the_best_turn_is_right(title: str, headers: dict[str, str]) -> None:
    puzzle, client = first(title), Client()
    best = puzzle.turns[0]
    page = client.get(puzzle_url(puzzle)).text
    assert question_of(puzzle).replace("'", "&#x27;") in page
    url = play(client, puzzle, best.orders, **headers)
    assert url == attempt_url(puzzle, best.orders)
    # What comes next is above what was played, which grows.
    begun = client.get(attempt_url(puzzle, best.orders[:1])).text
    assert begun.index('class="choices"') < begun.index('class="tried"')
    assert "That is my answer" in client.get(url).text
    said = client.post(f"{url}answer", follow=True)
    assert "Right!" in said.text
    text = unescape(said.text)
    points = " ".join(in_words(puzzle, point) for point in best.why)
    assert f"<p>Your turn is the best one we know. {points}</p>" in text
    assert "The reply to your turn" not in text
    chances = outlook_of(puzzle)
    assert str(chance_told(chances.values, puzzle.seat, chances.errors[puzzle.seat])) in text
    assert "The usual mistake lowers your chance to win by" in text
    assert f"Theme: {theme_of(puzzle)}." in text
    assert puzzle_url(next_after(puzzle, {puzzle.number})) in said.text
    assert ">Solved<" in client.get(reverse("study:puzzles")).text
    # Nobody's answer is counted or kept.
    assert rows() == []


@each_title
def test_a_turn_ends_where_nothing_else_is_left(client: Client, title: str) -> None:
    found = 0
    for puzzle in islice(daily.puzzles_by_title()[title].values(), 12):
        whole = puzzle.turns[0].orders
        before = whole[:-1]
        line = Line(puzzle.title, puzzle.state, puzzle.seat, STRATEGIES[title]).read(before)
        alone = len(puzzle.title.orders(line.state, puzzle.seat)) == 1
        assert play(client, puzzle, before) == attempt_url(puzzle, whole if alone else before)
        assert alone == ("That is my answer" in client.get(attempt_url(puzzle, before)).text)
        # What is undone is what was chosen.
        undo = f'href="{attempt_url(puzzle, before[:-1] if alone else before)}"'
        assert undo in client.get(attempt_url(puzzle, whole)).text
        found += alone
    assert found


@each_title
def test_the_first_answer_counts(client: Client, title: str) -> None:
    user, puzzle = UserFactory(), first(title)
    client.force_login(user)
    page = answer(client, puzzle, puzzle.usual.orders)
    assert "Not the best turn." in page
    text = unescape(page)
    assert f"Here is what the best turn does. {in_words(puzzle, puzzle.usual.why[0])}" in text
    reply = in_words(puzzle, puzzle.usual.reply)
    assert f"<b>The reply to your turn:</b> {reply}" in text
    assert "Your turn is the usual mistake, and lowers your chance to win by" in text
    assert "Right!" in answer(client, puzzle, puzzle.turns[0].orders)
    assert rows() == [(title, puzzle.number, False)]
    assert "first answer was wrong" in client.get(puzzle_url(puzzle)).text
    listed = client.get(reverse("study:puzzles")).text
    assert "solved 0 of 1 on the first try" in " ".join(listed.split())


@each_title
def test_the_order_of_steps_does_not_matter(client: Client, title: str) -> None:
    """Two turns that lead to the same position are one answer, worth the same."""
    found = 0
    for puzzle in islice(daily.puzzles_by_title()[title].values(), 12):
        best, strategy = puzzle.turns[0], STRATEGIES[title]
        swapped = (*best.orders[1:2], best.orders[0], *best.orders[2:])
        try:
            Line(puzzle.title, puzzle.state, puzzle.seat, strategy).read(swapped)
        except IllegalOrder:
            continue
        page = answer(client, puzzle, swapped)
        found += "Right!" in page
    assert found >= (title == "teutonica")


@each_title
def test_one_plans_from_a_puzzle_that_one_has_answered(client: Client, title: str) -> None:
    client.force_login(UserFactory())
    puzzle = first(title)
    url = puzzle_url(puzzle)
    assert f"{url}plan" not in client.get(url).text
    assert "Answer the puzzle first" in client.post(f"{url}plan", follow=True).text
    assert not Plan.objects.exists()
    answer(client, puzzle, puzzle.usual.orders)
    assert f"{url}plan" in client.get(url).text
    assert f"{url}plan" in client.get(f"{url}answer/").text
    for _ in range(2):
        page = client.post(f"{url}plan", follow=True)
        plan = Plan.objects.get()
        assert page.request["PATH_INFO"] == f"/plans/{plan.pk}/m0/"
    assert (plan.seat, plan.open, plan.name) == (
        puzzle.seat,
        False,
        f"{puzzle.title.name} puzzle {puzzle.number}",
    )
    assert puzzle.title.view(puzzle.title.load(plan.root), puzzle.seat) == puzzle.view


@each_title
def test_another_turn_is_judged_by_playing_on(client: Client, title: str) -> None:
    client.force_login(UserFactory())
    puzzle, strategy, rng = first(title), STRATEGIES[title], random.Random(5)
    line = Line(puzzle.title, puzzle.state, puzzle.seat, strategy)
    while not line.over:
        view = puzzle.title.view(line.state, puzzle.seat)
        line.order(any_order(view, puzzle.title.orders(line.state, puzzle.seat), rng))
    page = answer(client, puzzle, line.texts)
    (kept,) = PuzzleAnswer.objects.all()
    assert kept.orders == [*line.texts]
    assert kept.right == puzzle.is_right(kept.chance)
    assert ("Right!" if kept.right else "Not the best turn.") in page
    assert "% of games" not in page


@each_title
def test_what_cannot_be_ordered_changes_nothing(client: Client, title: str) -> None:
    puzzle = first(title)
    url = puzzle_url(puzzle)
    for wrong in ("", "dance", "x" * 10_000):
        assert client.post(f"{url}order", {"order": wrong})["Location"] == url
    one = puzzle.turns[0].orders[:1]
    after = attempt_url(puzzle, one)
    assert client.post(f"{after}order", {"order": "dance"})["Location"] == after
    # A turn that is not whole is no answer, and what was never legal begins anew.
    assert client.post(f"{after}answer")["Location"] == url
    assert client.get(attempt_url(puzzle, ["dance"]))["Location"] == url
    assert client.post(f"{attempt_url(puzzle, ['dance'])}order")["Location"] == url
    assert client.post(f"{attempt_url(puzzle, ['dance'])}answer")["Location"] == url
    answer = reverse("study:puzzle-answer", args=[title, puzzle.number])
    assert client.get(answer)["Location"] == url
    assert not PuzzleAnswer.objects.exists()


def test_an_answer_ends_where_something_is_drawn(client: Client) -> None:
    puzzles = daily.puzzles_by_title()["hansa"].values()
    puzzle = next(
        each for each in puzzles if "replenish" in each.title.orders(each.state, each.seat).groups
    )
    page = client.get(attempt_url(puzzle, ["replenish"])).text
    assert "can't be known, so your answer ends here" in unescape(page)


def test_an_address_holds_a_turn() -> None:
    for title, puzzles in daily.puzzles_by_title().items():
        for puzzle in puzzles.values():
            for turn in puzzle.turns:
                line = attempt_url(puzzle, turn.orders).split("/turn/")[1].rstrip("/")
                assert attempted(line.replace("%3E", ">")) == [*turn.orders], title


def test_a_turn_may_have_as_many_orders_as_are_allowed(client: Client) -> None:
    """The longest addresses that players come to are of moves of one piece to and fro."""
    puzzle = first("teutonica")
    orders = ["move gottingen-quedlinburg.1 > hildesheim-paderborn.1"] * MOST_ORDERS
    # None of these is legal here, so the puzzle begins again.
    assert client.get(attempt_url(puzzle, orders))["Location"] == puzzle_url(puzzle)
    assert client.post(f"{attempt_url(puzzle, orders)}order")["Location"] == puzzle_url(puzzle)
    assert client.post(f"{attempt_url(puzzle, orders)}answer")["Location"] == puzzle_url(puzzle)


def test_no_such_puzzle(client: Client) -> None:
    for title, number in (("teutonica", 9999), ("nim", 1), ("nothing", 1)):
        for name in ("puzzle", "puzzle-picture", "puzzle-answer"):
            assert client.get(reverse(f"study:{name}", args=[title, number])).status_code == 404


def test_who_solved_a_puzzle_that_was_withdrawn_keeps_their_record(client: Client) -> None:
    number = min(withdrawn_from(path_of(STRATEGIES["hansa"])))
    user = UserFactory()
    PuzzleAnswer.objects.create(
        user=user, title="hansa", number=number, orders=["end"], end="x", chance=0.4, right=True
    )
    client.force_login(user)
    for name in ("puzzle", "puzzle-answer"):
        away = client.get(reverse(f"study:{name}", args=["hansa", number]), follow=True)
        assert away.redirect_chain == [(reverse("study:puzzles"), 302)]
        assert f"Hansa puzzle {number} was withdrawn" in away.text
    for name in ("puzzle-order", "plan-puzzle"):
        url = reverse(f"study:{name}", args=["hansa", number])
        assert client.post(url)["Location"] == reverse("study:puzzles")
    listed = " ".join(client.get(reverse("study:puzzles")).text.split())
    assert "solved 1 of 1 on the first try" in listed
    assert f"Hansa {number} (withdrawn)" in listed


@each_title
def test_a_puzzle_shows_its_stars_and_its_theme_once_it_is_answered(
    client: Client, title: str
) -> None:
    puzzle = first(title)
    words = f'aria-label="{puzzle.stars} of 3 stars"'
    assert words in client.get(puzzle_url(puzzle)).text
    assert f"Theme: {theme_of(puzzle)}" not in client.get(puzzle_url(puzzle)).text
    answer(client, puzzle, puzzle.usual.orders)
    listed = client.get(reverse("study:puzzles")).text
    assert words in listed
    assert f'<p class="soft small">{theme_of(puzzle)}</p>' in listed


def test_a_theme_leaves_its_puzzles_only(client: Client) -> None:
    every = [each for puzzles in daily.puzzles_by_title().values() for each in puzzles.values()]
    for theme in {each.theme for each in every}:
        page = client.get(reverse("study:puzzles"), {"theme": theme}).text
        for each in every:
            picture = reverse("study:puzzle-small-picture", args=[each.title.id, each.number])
            assert (picture in page) == (each.theme == theme)


@each_title
def test_each_puzzle_has_a_small_picture(client: Client, title: str) -> None:
    puzzle = first(title)
    answer = client.get(reverse("study:puzzle-small-picture", args=[title, puzzle.number]))
    assert answer["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).width == SMALL
    assert len(answer.content) < 50_000


def test_too_many_answers_wait_a_minute(client: Client) -> None:
    puzzle = first("hansa")
    for _ in range(30):
        answer(client, puzzle, puzzle.usual.orders)
    assert "a lot of answers" in answer(client, puzzle, puzzle.usual.orders)


def test_a_rating_says_how_many_solve_it() -> None:
    assert str(rating_of(0, 0)) == "1500 ± 200"
    easy, even, hard = rating_of(20, 18), rating_of(20, 10), rating_of(20, 2)
    assert easy.rating < even.rating == 1500 < hard.rating
    assert easy.rating + hard.rating == 3000
    assert rating_of(2000, 1000).deviation < even.deviation < rating_of(2, 1).deviation


@each_title
def test_puzzles_without_a_rating_are_listed_by_their_stars(title: str) -> None:
    stars = [row.puzzle.stars for row in rows_of(daily.puzzles_by_title()[title].values(), {})]

    assert stars == sorted(stars)


def test_ratings_come_from_first_answers_of_people() -> None:
    puzzle = first("hansa")
    for right in (True, True, False):
        chance = puzzle.turns[0 if right else -1].chance
        keep_answer(user=UserFactory(), puzzle=puzzle, orders=["end"], end="x", chance=chance)
    number = puzzle.number
    assert ratings_of("hansa", [number, number + 1]) == {number: rating_of(3, 2), number + 1: None}


def test_the_usual_mistake_is_what_people_do() -> None:
    puzzle = first("hansa")
    wrong = puzzle.turns[-2 if puzzle.turns[-1].usual else -1]
    for _ in range(MANY):
        assert usual_mistake(puzzle) == puzzle.usual
        keep_answer(
            user=UserFactory(), puzzle=puzzle, orders=wrong.orders, end="x", chance=wrong.chance
        )
    assert usual_mistake(puzzle).orders == wrong.orders
    PuzzleAnswer.objects.update(orders=["dance"])
    assert usual_mistake(puzzle) == puzzle.usual


def test_days_in_a_row() -> None:
    days = {TODAY - timedelta(days=number) for number in (1, 2, 3, 5)}
    assert streak(days, TODAY) == 3
    assert streak(days | {TODAY}, TODAY) == 4
    assert streak(days, TODAY + timedelta(days=1)) == 0


def test_every_puzzle_has_its_day_before_one_comes_again() -> None:
    titles = daily.puzzles_by_title()
    count = len(titles) * max(map(len, titles.values()))
    shown = [puzzle for _, puzzle in daily.days_before(TODAY, count)]
    assert {id(puzzle) for puzzle in shown} == {
        id(puzzle) for puzzles in titles.values() for puzzle in puzzles.values()
    }
    assert shown[0].title is not shown[1].title


def test_the_feed_has_the_puzzles_of_two_weeks(client: Client) -> None:
    response = client.get(reverse("study:puzzle-feed"))
    root = ET.fromstring(response.content)
    atom = "{http://www.w3.org/2005/Atom}"
    entries = root.findall(f"{atom}entry")
    assert len(entries) == 14
    today = daily.puzzle_of(datetime.now(UTC).date())
    assert question_of(today) in entries[0].findtext(f"{atom}title", "")
    assert entries[0].find(f"{atom}link").get("href").endswith(puzzle_url(today))
    again = client.get(reverse("study:puzzle-feed"), headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304


def test_a_picture_of_each_title(client: Client) -> None:
    for title in daily.puzzles_by_title():
        response = client.get(reverse("study:puzzle-picture", args=[title, first(title).number]))
        assert response.content.startswith(b"\x89PNG")


def morning(day: date, hour: int, zone: str = "UTC") -> datetime:
    return datetime(day.year, day.month, day.day, hour, tzinfo=ZoneInfo(zone))


@pytest.fixture
def reader() -> User:
    user = UserFactory(email="reader@example.org", time_zone="Pacific/Auckland")
    send_daily(user=user, on=True)
    DailyPuzzle.objects.update(last_day=TODAY - timedelta(days=1))
    return user


def test_one_a_day_in_the_morning(reader: User) -> None:
    now = morning(TODAY, 1, "Pacific/Auckland")
    assert queue_daily(now=now) == 1
    assert queue_daily(now=now) == queue_daily(now=now + timedelta(hours=20)) == 0
    (letter,) = Letter.objects.filter(kind="puzzle")
    assert letter.not_before == morning(TODAY, 7, "Pacific/Auckland")
    assert queue_daily(now=now + timedelta(days=1)) == 1
    # Even a run that forgot what it has done sends none twice.
    DailyPuzzle.objects.update(last_day=TODAY - timedelta(days=1))
    queue_daily(now=now)
    assert Letter.objects.filter(kind="puzzle").count() == 2
    queue_daily_puzzles()


def test_the_email_shows_the_board_and_asks(reader: User) -> None:
    queue_daily(now=morning(TODAY, 12, "Pacific/Auckland"))
    puzzle = daily.puzzle_of(TODAY)
    letter = Letter.objects.get(kind="puzzle")
    Letter.objects.update(due_at=timezone.now())
    post.deliver(letter_id=letter.pk)
    (sent,) = mail.outbox
    assert sent.subject == f"Puzzle of the day: {puzzle.title.name}"
    assert question_of(puzzle) in sent.body
    assert puzzle_url(puzzle) in sent.body
    assert "Unsubscribe: " in sent.body
    html = sent.alternatives[0][0]
    assert "cid:puzzle-" in html


def test_one_click_ends_it_and_one_brings_it_back(client: Client, reader: User) -> None:
    assert gets_daily(reader)
    post.unsubscribe(user=reader, topic=PUZZLES)
    assert not gets_daily(reader)
    queue_daily(now=morning(TODAY, 12, "Pacific/Auckland"))
    assert Letter.objects.get(kind="puzzle").state == Letter.State.UNWANTED
    client.force_login(reader)
    url = reverse("study:puzzle-email")
    back = reverse("post:when")
    assert client.post(url, {"daily": "on", "back": back})["Location"] == back
    assert gets_daily(reader)
    assert "Stop the daily email" in client.get(back).text
    for away in ("https://example.org/", "nowhere at all"):
        answer = client.post(url, {"daily": "off", "back": away})
        assert answer["Location"] == reverse("study:puzzles")
    assert not DailyPuzzle.objects.exists()
    assert "Email me one every morning" in client.get(back).text


def test_what_was_queued_is_not_sent_to_someone_who_stopped(reader: User) -> None:
    queue_daily(now=morning(TODAY, 12, "Pacific/Auckland"))
    send_daily(user=reader, on=False)
    letter = Letter.objects.get(kind="puzzle")
    Letter.objects.update(due_at=timezone.now())
    post.deliver(letter_id=letter.pk)
    assert mail.outbox == []
