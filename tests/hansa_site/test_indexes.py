"""No page and no sweep reads a large table from end to end: for each query there is an index."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import NamePart, User
from games.accounts.tasks import sweep_accounts
from games.club.models import Standing
from games.club.services import searches, seating
from games.club.services.leaderboards import rank_everyone
from games.club.services.openings import count_openings
from games.club.services.statistics import fill_statistics
from games.club.staff.finding import Found
from games.play import export, services
from games.play.models import Draft, Game, PackedLog
from games.play.services import packing
from games.play.services.results import record_results
from games.post.tasks import sweep_letters
from games.ratings import collusion
from games.ratings.models import Rating
from games.ratings.services import recompute_all
from games.study import services as study
from games.study.services import puzzles
from tests.bench.population.command import Command
from tests.bench.population.copying import GAME_OF
from tests.play.factories import draft_turn, player_to_move

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]

LARGE = {
    model._meta.db_table
    for model in (*GAME_OF, EmailAddress, NamePart, PackedLog, Rating, Standing, User)
}
"""The tables that grow with people and games."""
KNOWN = "Player1"
YEAR = timedelta(days=365)
PAGES = (
    "/",
    "/games/",
    "/games/running/",
    "/games/running/?who=strong",
    "/games/finished/",
    "/games/finished/?page=2",
    "/games/finished/?name=rematch",
    f"/games/finished/?person={KNOWN}&result=won",
    "/people/",
    "/people/?q=play",
    f"/people/{KNOWN}/",
    f"/people/{KNOWN}/games/",
    f"/people/{KNOWN}/ratings/",
    f"/people/{KNOWN}/results/",
    f"/people/{KNOWN}/style/",
    f"/people/{KNOWN}/reliability/",
    f"/people/{KNOWN}/answering/",
    "/bots/journeyman/",
    "/bots/journeyman/style/",
    "/bots/journeyman/games/",
    "/leaderboards/teutonica/",
    "/statistics/teutonica/",
    "/explorer/teutonica/",
    "/learn/games/",
    "/calibration/teutonica/",
    "/tables/",
    "/positions/",
    "/plans/",
    "/feeds/",
    "/accounts/profile/",
    "/accounts/data/",
)
BEGUN = ("", "poll", "chat/", "log/", "move/1/", "record.txt")
PARTS = {"open": ("", "poll", "chat/"), "running": BEGUN, "over": (*BEGUN, "statistics/")}
"""Pages of games, by how these stand."""


def pack_one() -> None:
    """Pack the oldest game, as the night does with all."""
    packing.pack(float("-inf"))


SWEEPS = (
    services.sweep,
    study.sweep_analyses,
    study.sweep_post_mortems,
    study.choose_game_of_the_week,
    services.sweep_open_games,
    sweep_letters,
    sweep_accounts,
    seating.form_tables,
    searches.tell_searchers,
    puzzles.queue_daily,
    pack_one,
)


NIGHTLY = (
    record_results,
    partial(fill_statistics, seconds=60),
    partial(count_openings, seconds=60),
    rank_everyone,
    partial(recompute_all, force=True),
    collusion.mark,
)
NOT_IN_LIST = re.compile(r'NOT \("\w+"\."\w+" IN \(SELECT')
"""A list that PostgreSQL searches from end to end for each row once it is too long to be hashed."""


def rather_by_index() -> None:
    """Let PostgreSQL read whole tables, to join them too, only if nothing else helps."""
    with connection.cursor() as cursor:
        for way in ("seqscan", "hashjoin", "mergejoin", "material"):
            cursor.execute(f"SET LOCAL enable_{way} = off")


def whole_reads(act: Callable[[], object]) -> set[str]:
    """Return what the queries of an action read from end to end, with the query."""
    with CaptureQueriesContext(connection) as captured:
        act()
    found = set()
    with connection.cursor() as cursor:
        for query in {each["sql"] for each in captured}:
            if query.startswith(("SELECT", "UPDATE", "DELETE", "WITH")):
                cursor.execute(f"EXPLAIN (FORMAT JSON) {query}")
                (plan,) = cursor.fetchone()
                found |= {f"{table}: {query}" for table in reads(plan[0]["Plan"])}
    return found


def reads(node: dict[str, Any], *, limited: bool = False) -> Iterator[str]:
    """Yield the large tables that a plan reads from end to end.

    An index helps if it is asked for something, holds only some rows, or gives the first rows in
    order, as many as wanted.
    """
    limited = limited or node["Node Type"] == "Limit"
    if node.get("Relation Name") in LARGE:
        helped = "Index Cond" in node or limited or _is_partial(node.get("Index Name", ""))
        by_index = node["Node Type"].startswith("Index") and helped
        if not by_index and node["Node Type"] not in ("Bitmap Heap Scan", "ModifyTable"):
            yield node["Relation Name"]
    for child in node.get("Plans", []):
        yield from reads(child, limited=limited and node["Node Type"] not in ("Sort", "Aggregate"))


def _is_partial(index: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = %s", [index])
        return any(" WHERE " in definition for (definition,) in cursor.fetchall())


def good(site: Client, page: str) -> None:
    assert site.get(page).status_code == 200, page


def test_every_query_of_pages_and_sweeps_has_an_index(capsys: pytest.CaptureFixture[str]):
    call_command(Command(), people=1500, open=200, finished=2000, moves=0, lines=2, ask=False)
    rather_by_index()
    games = {status: Game.objects.filter(status=status).latest("pk") for status in PARTS}
    site = Client(headers={"HX-Request": "true"})
    person = player_to_move(games["running"]).person
    site.force_login(person)
    idle = Game.objects.filter(pk=Game.objects.filter(status="open").earliest("pk").pk)
    idle.update(idle_since=timezone.now() - YEAR, asked_at=timezone.now() - YEAR)
    pages = [*PAGES]
    for status, game in games.items():
        pages += [game.get_absolute_url() + part for part in PARTS[status]]
    found = {page: whole_reads(partial(good, site, page)) for page in pages}
    found |= {sweep.__name__: whole_reads(sweep) for sweep in SWEEPS}
    found["staff search"] = whole_reads(partial(Found.of, "Player1"))
    found["export"] = whole_reads(lambda: list(export.write(person)))
    game = games["running"]
    orders = draft_turn(game)
    url = reverse("play:confirm", args=[game.pk])
    draft = Draft.objects.get(player__game=game)
    versions = {"version": game.version, "draft_version": draft.version}
    found[url] = whole_reads(lambda: site.post(url, versions))

    assert Game.objects.get(pk=game.pk).moves_made >= game.moves_made + len(orders)
    assert PackedLog.objects.count() == 1
    assert idle.get().status == "cancelled"
    assert not {where: reads for where, reads in found.items() if reads}


def test_a_query_without_an_index_is_found():
    rather_by_index()
    assert whole_reads(lambda: list(Game.objects.filter(turn=7)))


def test_no_nightly_task_searches_a_list_that_grows_for_each_row():
    call_command(Command(), people=30, open=20, finished=40, moves=0, lines=1, ask=False)
    for task in NIGHTLY:
        with CaptureQueriesContext(connection) as captured:
            task()
        assert captured.captured_queries
        assert [each["sql"] for each in captured if NOT_IN_LIST.search(each["sql"])] == []


def test_a_list_that_is_searched_is_found():
    known = Game.objects.exclude(pk__in=Rating.objects.values("user"))
    assert NOT_IN_LIST.search(str(known.query))
