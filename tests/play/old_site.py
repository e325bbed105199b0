"""A site as it ran before waits had rows of their own: all its rows, and how to load them.

`site_before_waits.json.gz` was made by the services of that time (commit fad2cb9) in three weeks of
simulated time: games of both titles in every state that a wait can be in. `games` has their numbers
by what they are there for, `mails` the addresses that its letters could be answered to, and
`clocks` what its clocks would have ordered while nobody came any more: `letters` (kind, game, seat,
ordered at, due at), of each game until a bot first played for somebody, which `played` tells.
"""

import gzip
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from tests.migrations import state_at

SITE: dict[str, Any] = json.loads(
    gzip.decompress(Path(__file__).with_name("site_before_waits.json.gz").read_bytes())
)
MOMENT = datetime.fromisoformat(SITE["moment"])
OLD = list(SITE["migrations"].items())

SECRET_KEY = "only-for-tests"
REPLY_DOMAIN = "reply.example.org"


def game(name: str) -> int:
    """Return the number of the game that is there for something."""
    number: int = SITE["games"][name]
    return number


def rows(label: str) -> list[dict[str, Any]]:
    """Return the rows of a table as they were, by column."""
    table = SITE["tables"][label]
    return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


def migrate(nodes: list[tuple[str, str]]) -> Callable[[str], Any]:
    """Migrate to some state, and return what finds its models by their labels."""
    MigrationExecutor(connection).migrate(nodes)
    return state_at(nodes).apps.get_model


def load(model: Callable[[str], Any]) -> None:
    """Write all rows into the empty tables of that time."""
    models = [model(label) for label in SITE["tables"]]
    with transaction.atomic(), connection.cursor() as cursor:
        for table, kept in zip(models, SITE["tables"].values(), strict=True):
            fields = {field.attname: field for field in table._meta.concrete_fields}
            columns = [fields[name] for name in kept["columns"]]
            names = ", ".join(connection.ops.quote_name(field.column) for field in columns)
            marks = ", ".join(["%s"] * len(columns))
            cursor.executemany(
                f"INSERT INTO {table._meta.db_table} ({names}) VALUES ({marks})",
                [
                    [
                        field.get_db_prep_save(field.to_python(value), connection)
                        for field, value in zip(columns, row, strict=True)
                    ]
                    for row in kept["rows"]
                ],
            )
        for sql in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(sql)


def dumped(model: Any) -> list[dict[str, Any]]:
    """Return the rows of a model as `rows` has them."""
    fields = model._meta.concrete_fields
    return [
        {field.attname: _plain(field, row) for field in fields}
        for row in model._base_manager.order_by("pk")
    ]


def _plain(field: Any, row: Any) -> Any:
    value = getattr(row, field.attname)
    kept = value is None or isinstance(value, bool | int | float | str | list | dict)
    return value if kept else field.value_to_string(row)
