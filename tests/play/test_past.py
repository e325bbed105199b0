"""Looking back at a game: every move shows its own position, and costs as little as any other."""

import gzip
import random
import re
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.drawing import DRAWINGS
from games.play import services
from games.play.engine.rewinding import rewind
from games.play.history import STRIDE, state_after, walk
from games.play.models import Game, Log, Player
from games.rules import record
from tests.cases import first
from tests.play.factories import (
    every_title,
    game_of_people,
    play_on,
    play_until,
    player_to_move,
    recorded,
)
from tests.telling import describe

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
STEP_LIMIT = 10
"""Kilobytes that a step may have on its way."""

RECORDS = Path(__file__).parents[1] / "records"


def longest(title: str) -> list[Path]:
    """The records of a title, the longest game first."""
    files = (RECORDS / title).glob("*.txt")
    return sorted(files, key=lambda file: -len(file.read_text().splitlines()))


LONGEST = [longest(title)[0] for title in DRAWINGS]
OTHERS = [file for title in DRAWINGS for file in longest(title)[1:]]


def names(file: Path) -> str:
    return f"{file.parent.name}-{file.stem}"


def game_of_record(file: Path) -> Game:
    return recorded(record.read(file.read_bytes()))


def step(game: Game, number: int, client: Client | None = None) -> str:
    """What travels to a page that goes to a move."""
    url = f"/game/{game.pk}/move/?number={number}"
    answer = (client or Client()).get(url, headers=HTMX)
    assert answer["X-Fragment"]
    return answer.content.decode()


@pytest.mark.parametrize("file", first(2, [*LONGEST, *OTHERS]), ids=names)
def test_every_move_has_the_position_that_the_log_leads_to(file):
    game = game_of_record(file)
    title = game.rules()
    numbers = [0, *range(1, game.moves_made + 1)]
    digests = [title.digest(state_after(game, 0)), *(title.digest(s) for _, s in walk(game))]
    random.Random(1).shuffle(numbers)
    for number in [game.moves_made, *numbers[:: len(numbers) // 40]]:
        assert title.digest(state_after(game, number)) == digests[number]
    assert title.dump(state_after(game, game.moves_made)) == game.state


@pytest.mark.parametrize(
    ("file", "every"),
    first(2, [*((file, 23) for file in LONGEST), *((file, 5) for file in [*LONGEST, *OTHERS])]),
)
def test_a_step_is_light(file, every):
    game = game_of_record(file)
    numbers = [*range(0, game.moves_made, every), game.moves_made]
    weights = {number: len(gzip.compress(step(game, number).encode(), 6)) for number in numbers}

    assert max(weights.values()) < STEP_LIMIT * 1024, weights


@pytest.mark.parametrize("file", LONGEST, ids=names)
def test_any_move_is_as_cheap_as_the_last(file, monkeypatch):
    game = game_of_record(file)
    step(game, game.moves_made)
    applied = []
    rules = type(game.rules())
    apply = rules.apply
    monkeypatch.setattr(
        rules, "apply", lambda *args: applied.append(args) or apply(*args), raising=True
    )
    queries = set()
    for number in (10, 200, game.moves_made - 1, game.moves_made):
        with CaptureQueriesContext(connection) as captured:
            step(game, number)
        queries.add(len(captured))
        assert len(applied) <= STRIDE
        applied.clear()

    # Game, players, turns, moves since the snapshot, moves of the turn.
    assert queries == {5}


def test_a_rewound_game_shows_what_was_played_instead():
    game = play_until(game_of_people(), lambda session: session.number >= 3 * STRIDE, 1000)
    old, played = (
        state_after(game, 2 * STRIDE + 10),
        dict(game.moves.values_list("number", "order")),
    )
    rewind(Game.objects.get(pk=game.pk), STRIDE + 10, "A test.", timezone.now())
    game = Game.objects.get(pk=game.pk)
    player, rules = player_to_move(game), game.rules()
    groups = rules.orders(game.position(), player.seat).groups.values()
    texts = (rules.write(game.position(), order) for group in groups for order in group)
    other = next(text for text in texts if text != played[game.moves_made + 1])
    game = services.confirm(player=player, version=game.version, orders=[other])
    game = play_until(game, lambda session: session.number >= 3 * STRIDE, 1000)
    title = game.rules()
    for move, state in walk(game):
        assert title.digest(state_after(game, move.number)) == title.digest(state)
    assert title.digest(old) != title.digest(state_after(game, 2 * STRIDE + 10))


@every_title
def test_the_page_and_the_step_show_the_same(title):
    game = play_until(game_of_people(title=title), lambda session: session.number >= 60, 1000)
    for number in (0, 1, 30, game.moves_made):
        page = Client().get(f"/game/{game.pk}/move/{number}/").content.decode()
        part = step(game, number)
        for element in ("div", "nav", "svg"):
            found = {"div": "step", "nav": "steps", "svg": "live"}[element]
            pattern = rf'<{element}\b[^>]*id="{found}".*?(?=<(?:nav|svg)\b[^>]*id=|\Z)'
            assert inner(re.search(pattern, part, re.DOTALL)[0]) in inner(page)
        assert 'class="map"' in page
        assert 'class="map"' not in part


def inner(html: str) -> str:
    """The text of some HTML, without the attribute that sends it to its place."""
    return re.sub(r"\s+", " ", html.replace(' hx-swap-oob="morph"', "")).strip()


@every_title
def test_turns_are_gone_through_by_links(title):
    game = play_until(game_of_people(title=title), lambda session: session.number >= 60, 1000)
    numbers = dict(game.moves.order_by("number").values_list("turn", "number"))
    ends = [0, *numbers.values()]

    assert followed(game, 0, "turn-after") == ends
    assert followed(game, game.moves_made, "turn-before") == ends[::-1]
    assert followed(game, 0, "move-after") == [*range(game.moves_made + 1)]
    assert followed(game, game.moves_made, "move-before") == [*range(game.moves_made, -1, -1)]


def followed(game: Game, number: int, link: str) -> list[int]:
    """The moves that a link leads to, one after another."""
    numbers = [number]
    while found := re.search(rf'id="{link}"[^>]*href="[^"]*/(\d+)/"', step(game, numbers[-1])):
        numbers.append(int(found[1]))
    return numbers


def test_a_form_leads_to_the_page_of_a_move():
    game = play_on(game_of_people(), 5)
    answer = Client().get(f"/game/{game.pk}/move/", {"number": 3})

    assert answer["Location"] == f"/game/{game.pk}/move/3/"


@pytest.mark.parametrize("number", ["", "x", "-1", "99999", "9" * 30, "٣"])
def test_a_move_that_was_not_made_is_not_found(number):
    game = play_on(game_of_people(), 5)
    for headers in ({}, HTMX):
        answer = Client().get(f"/game/{game.pk}/move/", {"number": number}, headers=headers)
        assert answer.status_code == 404


def test_what_happened_since_my_last_move_plays_on_the_board():
    game = game_of_people()
    seat = player_to_move(game).seat
    game = play_on(game, 12)
    player = Player.objects.at_table(game)[seat]
    client = Client()
    client.force_login(player.user)
    page = client.get(game.get_absolute_url()).content.decode()
    fresh = Log(game).news_after(player.last_move)[0]

    assert f'href="/game/{game.pk}/move/{fresh.number}/?until={game.moves_made}"' in page


def test_a_player_looks_back_from_their_own_seat():
    game = game_of_people(options={"missions": "on"})
    rules = game.rules()
    for deal in game.moves.filter(order__startswith="deal "):
        seat = int(deal.order.split()[1]) - 1
        for player in Player.objects.at_table(game):
            client = Client()
            client.force_login(player.user)
            people = [each.name for each in Player.objects.at_table(game)]
            told = describe(
                rules, game.position(), -1, deal.order, deal.events, people, seat
            ).replace("'", "&#x27;")
            assert (told in step(game, deal.number, client)) == (player.seat == seat)
