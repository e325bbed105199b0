"""Plans as text: every tree is read back as it was, and a mistake is told with its place."""

import random
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.accounts.intake import UNWANTED
from games.accounts.models import User
from games.play.access import enter
from games.play.errors import PlayError
from games.play.models import Game
from games.rules.errors import BadRecord, IllegalOrder
from games.study import services
from games.study.models import Plan, PlanLine
from games.study.pages.plan_page import Planned, planned_at
from games.study.plan import text as plan_text
from games.study.plan.text import text_of
from games.study.plan.tree import Place
from games.study.services import plans
from tests.factories import UserFactory
from tests.play.factories import game_of, game_of_people, hot_seat_game, play_fast, sitting
from tests.study.test_plan import HIDDEN, bot_turns, planned, random_step

pytestmark = pytest.mark.django_db

notes = st.text(min_size=1, max_size=40).map(lambda text: UNWANTED.sub("", text).strip())


def shape(plan: Plan) -> tuple[Any, ...]:
    """What a plan is, without the numbers of its rows."""
    lines = list(plan.lines.order_by("pk"))

    def below(parent: int | None) -> list[Any]:
        mine = [line for line in lines if line.parent_id == parent]
        return [
            (
                *(line.fork, line.end, line.turns, line.steps, line.name, line.notes),
                below(line.pk),
            )
            # Of lines that leave at different places, none is before the other.
            for line in sorted(mine, key=lambda line: line.fork)
        ]

    root = plan.rules().load(plan.root)
    assert plan.digest == plan.rules().digest(root)
    return plan.title, plan.seat, plan.open, plan.digest, below(None)


def grown(found: Planned, rng: random.Random, texts: list[str], acts: int) -> Plan:
    """A plan after random steps, jumps, deletions, names and notes."""
    place, tried = found.place, [found.place]
    for _ in range(acts):
        act = rng.choice(["step"] * 6 + ["jump", "jump", "delete", "name", "note"])
        step = random_step(place, rng) if act == "step" else None
        try:
            if step is not None:
                place = services.plan_order(
                    place=place, seat=step.seat, order=step.order, names=found.names
                )
                tried.append(place)
            elif act == "jump":
                place = rng.choice(tried)
            elif act == "delete" and rng.random() < 0.3:
                place = services.delete_step(place=place)
            elif act == "name":
                services.name_line(place=place, name=rng.choice(texts))
            elif act == "note":
                services.note_step(place=place, text=rng.choice(texts))
        except (PlayError, IllegalOrder):
            # The place was deleted in the meantime, or leads elsewhere now.
            place = Place.beginning(Plan.objects.first() or found.place.plan)
    return Plan.objects.order_by("pk").first() or found.place.plan


@pytest.mark.parametrize("examples", [10, pytest.param(100, marks=pytest.mark.long)])
def test_every_tree_is_read_back(examples: int) -> None:
    grow = given(st.integers(), st.lists(notes, min_size=1, max_size=5), st.sampled_from(HIDDEN))
    quiet = settings(max_examples=examples, suppress_health_check=list(HealthCheck), deadline=None)
    quiet(grow(check_one_is_read_back))()


def check_one_is_read_back(seed: int, texts: list[str], kind: Any) -> None:
    title, options, players = kind
    rng = random.Random(seed)
    game = play_fast(game_of_people(players, title=title, options=options), rng.randint(0, 60))
    player = rng.choice([None, *game.players.select_related("user")])
    found = planned(game, player)
    plan = grown(found, rng, texts, acts=40)
    if plan.pk is None:
        plan.save()
    text = text_of(plan, found.names, "A plan of mine")
    again = services.read_plan(user=UserFactory(), data=text)
    assert shape(again) == shape(plan)
    assert again.name == "A plan of mine"
    assert text_of(again, found.names, "A plan of mine") == text
    Plan.objects.all().delete()


def test_a_branch_may_begin_where_another_was_cut_off() -> None:
    game = play_fast(game_of_people(3, title="hansa"), 40)
    found = planned(game, game.players.select_related("user").get(seat=0))
    place = bot_turns(found, 2)
    at = Place.on(place.plan, place.line.pk, 2)
    legal = at.walk.orders(2, at.path[2].seat)
    state = at.spot.state
    other = next(
        text for order in legal if (text := at.root.title.write(state, order)) != at.path[2].order
    )
    services.plan_order(place=at, seat=at.path[2].seat, order=other, names=found.names)
    services.delete_step(place=Place.on(place.plan, place.line.pk, 3))
    assert [(line.fork, line.end) for line in place.plan.lines.all()] == [(0, 2), (2, 3)]
    text = text_of(place.plan, found.names, "")
    assert "\n...\n(\n" in text
    assert shape(services.read_plan(user=UserFactory(), data=text)) == shape(place.plan)


@pytest.fixture
def owner() -> User:
    return UserFactory(username="Owner")


@pytest.fixture
def place(owner: User) -> Place:
    """The end of a branch in a plan of a running game."""
    game = play_fast(game_of(owner, UserFactory(), title="hansa", name="The Herring Table"), 40)
    place = bot_turns(planned_at(enter(user=owner, game_id=game.pk), 40), 2)
    services.name_line(place=place, name="Booths first")
    return services.note_step(place=place, text="The ship is slow.")


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_plan_goes_out_as_text_and_comes_back_where_records_do(owner: User, place: Place) -> None:
    client = client_of(owner)
    path = f"/plans/{place.plan.pk}/plan.txt"
    assert path in client.get(f"/game/{place.plan.game_id}/plan/{place.line.pk}-1/").text
    text = client.get(path).text
    assert "{Booths first}" in text
    assert "{The ship is slow.}" in text
    reader = UserFactory()
    answer = client_of(reader).post("/records/new/", {"text": text})
    again = Plan.objects.get(user=reader)
    assert answer["Location"] == f"/plans/{again.pk}/m0/"
    assert shape(again) == shape(place.plan)
    assert (again.game, again.name) == (None, "The Herring Table, from move 40")
    assert client_of(reader).get(answer["Location"]).status_code == 200
    assert client_of(reader).get(f"/plans/{again.pk}/plan.txt").status_code == 200


def test_nobody_else_gets_the_text(owner: User, place: Place) -> None:
    path = f"/plans/{place.plan.pk}/plan.txt"
    other = place.plan.game.players.get(seat=1)
    for client in (sitting(other), client_of(UserFactory())):
        assert client.get(path).status_code == 404
    assert Client().get(path).status_code == 302
    # Nor its owner, while another has the screen, or once they may not see the game.
    game = hot_seat_game(owner, title="hansa")
    Game.objects.filter(pk=game.pk).update(at_screen=0)
    mine = bot_turns(planned_at(enter(user=owner, game_id=game.pk), 0), 1).plan
    own = f"/plans/{mine.pk}/plan.txt"
    assert client_of(owner).get(own).status_code == 200
    Game.objects.filter(pk=game.pk).update(at_screen=1)
    assert client_of(owner).get(own).status_code == 404


def test_a_study_goes_out_as_text_without_its_comments(owner: User, place: Place) -> None:
    game = place.plan.game
    path = f"/game/{game.pk}/study/{place.plan.pk}/study.txt"
    Plan.objects.update(shared_at=game.created)
    assert Client().get(path).status_code == 404
    Game.objects.update(status="over")
    services.comment(place=place, user=UserFactory(), text="Not with this wind.")
    text = Client().get(path).text
    assert "{Booths first}" in text
    assert "wind" not in text
    assert text == client_of(owner).get(f"/plans/{place.plan.pk}/plan.txt").text


HEAD = """[Title "hansa"]
[Player "Ann"]
[Player "Ben"]
"""


@pytest.mark.parametrize(
    ("head", "body", "line", "column", "says"),
    [
        ('[View "seat 3"]', "*: remove blue {x}", 4, 8, "or that of a seat"),
        ('[View "seat 1"]', "*: dance", 5, 4, "'dance' is not an order"),
        ("", "*: remove blue\n(\n*: remove blue )", 7, 4, "Make them one"),
        ("", "*: remove blue\n(*: remove red)(*: remove red)", 6, 20, "Make them one"),
        ("", "1: end {x}", 5, 4, ""),
        ("", "*: remove blue {" + "x" * 1001 + "}", 5, 16, "at most 1,000 letters"),
        ("", "{" + "x" * 81 + "}\n*: remove blue", 5, 1, "at most 80 letters"),
        ('[Position "title: hansa"]', "{x}\n*: remove blue", 4, 12, "players"),
    ],
)
def test_a_mistake_is_told_with_its_place(
    owner: User, head: str, body: str, line: int, column: int, says: str
) -> None:
    text = f"{HEAD}{head}\n{body}"
    page = client_of(owner).post("/records/new/", {"text": text})
    mistake = page.context["mistake"]
    assert says in mistake.sentence
    assert f"Line {line}, column {column}: " in mistake.sentence
    assert text.split("\n", maxsplit=1)[0] in page.context["form"].data["text"]
    assert not Plan.objects.exists()
    assert not Game.objects.filter(hot_seat=True).exists()


def test_characters_that_nobody_can_read_are_left_out(owner: User) -> None:
    body = "{One\\u0000 way}\n*: remove blue {Not \\u001bseen\0}"
    plan = services.read_plan(user=owner, data=f'{HEAD}[Name "\\u0000Mine"]\n\n{body}'.encode())
    line = plan.lines.get()
    assert (plan.name, line.name, line.notes) == ("Mine", "One way", {"1": "Not seen"})


def test_there_are_limits(owner: User, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of(place.plan, ["A", "B"], "")
    monkeypatch.setattr(plan_text, "MOST_TURNS", 1)
    with pytest.raises(BadRecord, match="at most 1 turns"):
        services.read_plan(user=owner, data=text)
    monkeypatch.setattr(plan_text, "MOST_LINES", 0)
    with pytest.raises(BadRecord, match="at most 0 branches"):
        services.read_plan(user=owner, data=text)
    with pytest.raises(BadRecord, match="at most 1,000,000 characters"):
        services.read_plan(user=owner, data=" " * 1_000_001)
    monkeypatch.undo()
    monkeypatch.setattr(plans, "MOST_POSITIONS", 0)
    page = client_of(owner).post("/records/new/", {"text": text})
    assert "You can keep" in page.text
    assert PlanLine.objects.count() == 1
