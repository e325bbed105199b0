"""A whole game of three people through HTTP alone: no JavaScript, only what the pages offer."""

import random
import re

import pytest
from django.core import mail

from games.play.models import Draft, Game, Move
from games.post.models import Letter
from games.post.services import sweep
from tests.play.factories import good_order, play_fast, player_to_move
from tests.play.paper import Paper

pytestmark = pytest.mark.django_db

PASSWORD = "seven-herrings-in-a-row"


def sign_up(name: str) -> Paper:
    """Somebody new, with a confirmed address."""
    paper = Paper()
    paper.get("/")
    paper.follow("Sign up")
    address = f"{name.lower()}@example.org"
    paper.press("Sign up", username=name, email=address, password1=PASSWORD)
    sweep()
    link = re.search(r"http://testserver(\S+confirm-email\S+)", mail.outbox[-1].body)
    assert link, mail.outbox[-1].body
    paper.get(link[1])
    paper.press("Confirm address")
    return paper


def give(paper: Paper, order: str) -> None:
    """Draft an order by what the page offers: a button, a list, or two steps."""
    if send_offered(paper, order):
        return
    table = paper.page.url
    for pick in picks(paper):
        paper.get(f"{table}?pick={pick}")
        if send_offered(paper, order):
            return
        paper.get(table)
    raise AssertionError(f"The page offers no way to {order!r}.")


def send_offered(paper: Paper, order: str) -> bool:
    """Send an order if a button or a list of the page has it."""
    for button in paper.page.buttons:
        if button.name == "order" and button.value == order:
            paper.send(button)
            return True
        if order in button.form.selects.get("order", ()) and not button.name:
            paper.send(button, order=order)
            return True
    return False


def picks(paper: Paper) -> list[str]:
    """The first steps that the lists of the page offer."""
    return [pick for form in paper.page.forms for pick in form.selects.get("pick", ())]


def take_a_turn(game: Game, papers: dict[str, Paper], rng: random.Random) -> None:
    """Play until the player to move has confirmed something."""
    player = player_to_move(game)
    paper = papers[player.user.username]
    paper.get(player.game.get_absolute_url())
    drafted: tuple[str, ...] = ()
    while True:
        closed = "Confirm your draft" in paper.page.text
        order = "" if closed else good_order(player.game, player.seat, rng, drafted)
        if order == "end":
            paper.press("Confirm and end the turn" if drafted else "End the turn")
            return
        if closed:
            paper.press("Confirm")
            return
        give(paper, order)
        drafted = (*drafted, order)
        assert tuple(Draft.objects.get(player=player).orders) == drafted


@pytest.mark.long
@pytest.mark.parametrize(
    ("title", "skipped"),
    [
        pytest.param("hansa", range(0), marks=pytest.mark.long),
        ("teutonica", range(40, 280)),
        pytest.param("teutonica", range(0), marks=pytest.mark.long),
    ],
)
def test_three_people_play_from_sign_up_to_the_score_sheet(title: str, skipped: range) -> None:
    """The moves in `skipped` are made without pages."""
    papers = {name: sign_up(name) for name in ("Anna", "Bertram", "Cecilie")}
    anna, bertram, cecilie = papers.values()
    anna.get("/")
    anna.follow("New game")
    anna.press("Show options", title=title, players="3", name="Three at a table", seat_2="invited")
    assert not Game.objects.exists()
    anna.press("Create game")
    game = Game.objects.get()
    assert game.title == title
    link = re.search(
        r"http://testserver(/join/\S+?)[\"']", anna.client.get(f"/game/{game.pk}/").content.decode()
    )
    bertram.get("/")
    bertram.follow("Three at a table")
    bertram.press("Take my seat")
    cecilie.get(link[1])
    cecilie.press("Take my seat")

    rng = random.Random(5)
    game.refresh_from_db()
    assert game.is_running
    while Game.objects.values_list("status", flat=True).get() == "running":
        if Move.objects.filter(game=game).count() in skipped:
            play_fast(game, skipped.stop)
        else:
            take_a_turn(game, papers, rng)

    page = bertram.get(f"/game/{game.pk}/")
    assert "Score sheet" in page.text
    assert re.search(r"(won|win) with \d+ points|share the win", page.text)
    sweep()
    over = Letter.objects.filter(kind="over", state="sent")
    assert over.count() == 3
    assert not Letter.objects.filter(state__in=["waiting", "failed"]).exists()
