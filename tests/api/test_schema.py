"""The committed schema is that of the code, and takes nothing away that was promised."""

import json
from copy import deepcopy
from pathlib import Path
from types import ModuleType

import pytest
from ninja import Schema

from games.api import api
from games.api.schema import FILE, text
from tests.api.growth import lost

OURS = {each.__name__ for each in vars(api).values() if isinstance(each, ModuleType)}
PROMISED = json.loads((Path(__file__).parent / "promised.json").read_text("utf-8"))
"""The schema of the last release: it changes with a release, and by additions only."""


def test_the_committed_schema_is_that_of_the_code() -> None:
    assert FILE.read_text("utf-8") == text(), "run manage.py write_api_schema"


def test_nothing_that_was_promised_is_gone() -> None:
    assert lost(PROMISED, json.loads(text())) == []


def test_every_operation_says_what_it_does_and_needs_a_token() -> None:
    schema = json.loads(text())
    for path, methods in schema["paths"].items():
        assert path.startswith("/api/v1/")
        for method, told in methods.items():
            assert told["security"] == [{"Token": []}], (method, path)
            assert told["description"].endswith("."), (method, path)
            assert told["tags"], (method, path)
    numbers = [told["operationId"] for each in schema["paths"].values() for told in each.values()]
    assert len(set(numbers)) == len(numbers)


def test_each_schema_has_a_name_of_its_own() -> None:
    """Of two with the same name, the later would take the place of the other."""
    names = [each.__name__ for each in Schema.__subclasses__() if each.__module__ in OURS]
    assert len(names) == len(set(names)) > 30


def drop(schema, *keys):
    *way, last = keys
    for key in way:
        schema = schema[key]
    del schema[last]


GAME = "/api/v1/games/{game_id}"


@pytest.mark.parametrize(("change", "told"), [
    (lambda now: drop(now, "paths", GAME), f"get {GAME} is gone"),
    (lambda now: drop(now, "paths", f"{GAME}/orders", "post", "responses", "200"),
     f"post {GAME}/orders no longer answers 200"),
    (lambda now: now["paths"]["/api/v1/me"]["get"]["parameters"].append(
        {"in": "query", "name": "x", "required": True, "schema": {}}), "get /api/v1/me needs x"),
    (lambda now: drop(now, "components", "schemas", "GameOut", "properties", "version"),
     "GameOut has no version any more"),
    (lambda now: now["components"]["schemas"]["OrdersIn"]["required"].append("reason"),
     "OrdersIn differs in whether it needs reason"),
    (lambda now: now["components"]["schemas"]["GameOut"]["properties"]["id"].update(type="string"),
     "GameOut has another id"),
])  # fmt: skip
def test_a_change_that_breaks_programs_is_found(change, told) -> None:
    old, now = json.loads(text()), json.loads(text())
    change(now)
    assert told in lost(old, now)
    assert lost(old, deepcopy(old)) == []
