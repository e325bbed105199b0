"""Whatever the schema lets programs send is answered as the schema says, and never fails.

schemathesis makes requests from the committed schema, good and bad ones, for programs of several
people.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
import schemathesis.openapi
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.failures import FailureGroup

from games.accounts.models import PersonalToken, Scope
from games.api.schema import FILE
from games.play.models import Game
from tests.api.programs import Program
from tests.factories import UserFactory
from tests.league.factories import SeasonFactory, division_of
from tests.play.bot_accounts import bot_account
from tests.play.factories import game_of_people, play_fast, player_to_move

pytestmark = pytest.mark.django_db

ROLES = ("player", "watcher", "member", "bot", "expired", "nobody")

load_all_checks()
# What is well-formed may still be refused: an illegal order, an older version.
CHECKED = [check for check in CHECKS.get_all() if check.__name__ != "positive_data_acceptance"]
"""What schemathesis checks of each answer."""


def operations_of(schema: dict[str, Any]) -> list[Any]:
    """Return what schemathesis makes of the operations of a schema, to be sent to this site."""
    found = schemathesis.openapi.from_dict(schema)
    found.app = get_wsgi_application()
    # Programs have their own; a check of each answer asks again without, and with a wrong one.
    found.config.generation.update(with_security_parameters=False)
    return [operation.ok() for operation in found.get_all_operations()]


class Site:
    """A site with a game and a private cup, and the schema of its API."""

    def __init__(self) -> None:
        self.game = play_fast(game_of_people(3, title="hansa"), 20)
        self.player = player_to_move(self.game).person
        people = [self.player, *UserFactory.create_batch(2)]
        self.cup = SeasonFactory(
            league__kind="cup", league__private=True, league__creator=people[1]
        )
        division_of(self.cup, people, [[0, 1, 2]])
        self.watcher, self.member = people[2], people[1]
        self.bot = bot_account("Robo", self.member)
        legal = Program(self.player).get(f"/games/{self.game.pk}/legal").json()
        self.order = next(orders[0] for orders in legal["orders"].values() if orders)
        self.operations = operations_of(json.loads(FILE.read_text("utf-8")))

    def headers_of(self, role: str) -> dict[str, str]:
        """Return the headers with which a program of somebody's is let in, or not."""
        headers = {"Accept-Encoding": "identity"}
        if role == "nobody":
            return headers
        scopes = [Scope.LEAGUE_READ] if role == "member" else []
        program = Program(getattr(self, role, self.player), *scopes, name=role)
        if role == "expired":
            day_ago = timezone.now() - timedelta(days=1)
            PersonalToken.objects.filter(pk=program.token.pk).update(expires_at=day_ago)
        return headers | {"Authorization": f"Bearer {program.secret}"}

    def known(self, operation: Any) -> list[dict[str, Any]]:
        """Return what stands in requests beside what is made up: nothing, or what there is."""
        there = {
            "game_id": self.game.pk, "name": self.player.username, "title": "hansa",
            "league": self.cup.league.slug, "number": self.cup.number,
        }  # fmt: skip
        inside = {name: value for name, value in there.items() if f"{{{name}}}" in operation.path}
        if "orders" in operation.path:
            right = {
                "path_parameters": inside,
                "headers": {"If-Match": f'"{self.game.version}"'},
            }
            return [{}, right, {**right, "body": {"orders": [self.order]}}]
        if operation.label == "POST /api/v1/games":
            seats = [{"bot": "journeyman"}, {"account": self.bot.username}]
            return [{}, {"body": {"title": "hansa", "seats": seats}}]
        return [{}, {"path_parameters": inside}] if inside else [{}]


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    signals = (request_started, request_finished)
    # As Django's test client does: the connection is that of the test.
    found = [signal for signal in signals if signal.disconnect(close_old_connections)]
    yield made
    for signal in found:
        signal.connect(close_old_connections)


def send(site: Site, role: str, modes: Sequence[GenerationMode], examples: int) -> None:
    """Send requests of all operations, and check what they are answered; each is undone."""
    headers = site.headers_of(role)

    def answered(case: Any) -> None:
        cache.clear()
        with transaction.atomic():
            case.call_and_validate(headers=headers, checks=CHECKED)
            transaction.set_rollback(True)

    for operation in site.operations:
        for mode, known in product(modes, site.known(operation)):
            cases = operation.as_strategy(generation_mode=mode, **known)
            few = settings(max_examples=examples, database=None, suppress_health_check=HealthCheck)
            # Where a request has no parts but those that are known, none can be bad.
            # Since Python 3.12, `suppress` would make a group of failures a new one.
            with suppress(Unsatisfiable) if mode.is_negative else nullcontext():
                few(given(cases)(answered))()
    assert Game.objects.get(pk=site.game.pk).version == site.game.version


@pytest.mark.parametrize("role", ROLES)
def test_what_programs_send_is_answered_as_the_schema_says(site: Site, role: str) -> None:
    modes = list(GenerationMode) if role == "player" else [GenerationMode.POSITIVE]
    send(site, role, modes, 2)


@pytest.mark.parametrize(
    ("role", "status", "form", "schema", "found"),
    [
        ("player", "200", "application/json", {"required": ["shoes"]}, "violates schema"),
        ("player", "200", "text/plain", {}, "Undocumented Content-Type"),
        ("player", "202", "application/json", {}, "Undocumented status code"),
        ("nobody", "4XX", "application/problem+json", {"required": ["shoes"]}, "violates schema"),
    ],
)
def test_an_answer_other_than_the_schema_says_is_found(
    site: Site, role: str, status: str, form: str, schema: dict[str, Any], found: str
) -> None:
    wrong = json.loads(FILE.read_text("utf-8"))
    path = "/api/v1/me"
    wrong["paths"] = {path: wrong["paths"][path]}
    answer = {"description": "Planted", "content": {form: {"schema": schema}}}
    wrong["paths"][path]["get"]["responses"] = {status: answer}
    site.operations = operations_of(wrong)
    with pytest.raises(FailureGroup, match=found):
        send(site, role, [GenerationMode.POSITIVE], 1)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("role", ROLES)
def test_whatever_programs_send_is_answered_as_the_schema_says(site: Site, role: str) -> None:
    send(site, role, list(GenerationMode), 100)
