"""Copy games within the database: all their rows, with new ids, other people and other times."""

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from django.core.management.color import no_style
from django.db import connection, models
from django.db.models import BigIntegerField, F, Max
from django.db.models.functions import Cast, Substr

from games.accounts.models import User
from games.club.models import GameFigures, SeatFigures
from games.play.models import Game, Holder, Message, Move, Player, Wait
from games.post.models import Letter
from games.ratings.models import Result, ResultSeat

GAME_OF: dict[type[models.Model], Any] = {
    Game: F("pk"),
    Player: F("game"),
    Holder: F("player__game"),
    Move: F("game"),
    Wait: F("player__game"),
    Message: F("game"),
    Letter: Cast(Substr("topic", len("game:") + 1), BigIntegerField()),
    Result: F("game"),
    ResultSeat: F("result__game"),
    GameFigures: F("game"),
    SeatFigures: F("figures__game"),
}
"""What is copied, in an order in which nothing refers to what comes later; the game of each row."""

COPIES = "population_copies"
"""The temporary table of copies: the game, what to add to times and ids, and who plays."""
MANY = 10_000


@dataclass(frozen=True)
class Copy:
    """A copy to make of the game `example`, with times moved by `seconds`.

    `people` are those who play instead of the people of the examples, in the same order.
    """

    example: int
    seconds: int
    people: Sequence[int]


@dataclass
class Originals:
    """The rows to copy: the ids of the games and of their people.

    `spans` has the first and last id of the rows of each table and game.
    """

    games: Sequence[int]
    people: Sequence[int]
    spans: dict[type[models.Model], dict[int, tuple[int, int]]] = field(default_factory=dict)

    def set_apart(self) -> None:
        """Gather the rows in temporary tables, which joins can read quickly."""
        for model, game in GAME_OF.items():
            rows = model._default_manager.order_by().annotate(example=game)
            if model is Letter:
                rows = rows.filter(topic__in=[Game.topic_of(pk) for pk in self.games])
            else:
                rows = rows.filter(example__in=self.games)
            columns = [each.attname for each in model._meta.concrete_fields]
            sql, params = rows.values("example", *columns).query.sql_with_params()
            with connection.cursor() as cursor:
                cursor.execute(f"CREATE TEMPORARY TABLE {_apart(model)} AS {sql}", params)
                cursor.execute(
                    f"SELECT example, MIN(id), MAX(id) FROM {_apart(model)} GROUP BY example"
                )
                self.spans[model] = {game: (low, high) for game, low, high in cursor.fetchall()}


def copy_games(originals: Originals, copies: Iterable[Copy]) -> None:
    """Make copies, within the caller's transaction; listing them may not ask the database.

    If they are MANY, nobody else can use these tables on PostgreSQL meanwhile: their indexes and
    references are made anew at the end, which is quicker than keeping them up to date.
    """
    originals.set_apart()
    number = _list_copies(originals, copies)
    quick = connection.vendor == "postgresql" and number >= MANY
    tables = [model._meta.db_table for model in GAME_OF]
    with _without_indexes(tables) if quick else nullcontext():
        for model in GAME_OF:
            with connection.cursor() as cursor:
                cursor.execute(_insert(model, originals.people))
    with connection.cursor() as cursor:
        for table in (COPIES, *map(_apart, GAME_OF)):
            cursor.execute(f"DROP TABLE {table}")
        for sql in connection.ops.sequence_reset_sql(no_style(), list(GAME_OF)):
            cursor.execute(sql)


def draw_people(people: range, number: int, rng: random.Random, *, alike: bool) -> list[int]:
    """Draw different people. If not all of them play `alike`, the first ones play far more."""
    drawn: dict[int, None] = {}
    while len(drawn) < number:
        part = rng.random() if alike else rng.random() ** 2
        drawn[people[int(part * len(people))]] = None
    return list(drawn)


def _apart(model: type[models.Model]) -> str:
    """Return the temporary table with the rows of a model that are copied."""
    return f"population_{model._meta.db_table}"


def _list_copies(originals: Originals, copies: Iterable[Copy]) -> int:
    """Fill the table of copies, each with ids of its own in every table; return how many."""
    people = [f"person{number}" for number in range(len(originals.people))]
    added = [_added(model) for model in GAME_OF]
    columns = ["example", "seconds", *people, *added]
    with connection.cursor() as cursor:
        types = ", ".join(f"{column} bigint" for column in columns)
        cursor.execute(f"CREATE TEMPORARY TABLE {COPIES} ({types})")
        # Asked before, as the connection is busy while rows are sent.
        free = {
            model: (model._default_manager.aggregate(last=Max("pk"))["last"] or 0) + 1
            for model in GAME_OF
        }
        rows = _numbered(originals, copies, free)
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {COPIES} ({', '.join(columns)}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            for table in (COPIES, *map(_apart, GAME_OF)):
                cursor.execute(f"ANALYZE {table}")
        else:
            marks = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {COPIES} VALUES ({marks})", list(rows))
        cursor.execute(f"SELECT COUNT(*) FROM {COPIES}")
        (number,) = cursor.fetchone()
    return int(number)


def _numbered(
    originals: Originals, copies: Iterable[Copy], free: dict[type[models.Model], int]
) -> Iterator[list[int]]:
    """Yield the rows of the table of copies; `free` are the first free ids."""
    for copy in copies:
        row = [copy.example, copy.seconds, *copy.people]
        for model, spans in originals.spans.items():
            low, high = spans.get(copy.example, (0, -1))
            row.append(free[model] - low)
            free[model] += high - low + 1
        yield row


def _added(model: type[models.Model]) -> str:
    """Return the column that says what to add to the ids of a table."""
    return f"to_{model._meta.db_table}"


def _insert(model: type[models.Model], people: Sequence[int]) -> str:
    """Return the statement that makes all copies of the rows of a table."""
    fields = model._meta.concrete_fields
    columns = ", ".join(f'"{each.column}"' for each in fields)
    values = ", ".join(_value(model, each, people) for each in fields)
    return (
        f"INSERT INTO {model._meta.db_table} ({columns}) SELECT {values} "
        f"FROM {COPIES} c JOIN {_apart(model)} t ON t.example = c.example"
    )


def _value(model: type[models.Model], column: Any, people: Sequence[int]) -> str:
    """Return what a column of a copy has, as SQL."""
    special = {
        (Game, "token"): _token(),
        (Game, "name"): f"t.name || ' ' || {_new('t.id', Game)}",
        (Game, "found_by"): f"t.found_by || ' ' || {_new('t.id', Game)}",
        (Letter, "topic"): f"'game:' || {_new('t.example', Game)}",
        (Letter, "key"): f"t.key || ':' || {_new('t.example', Game)}",
        (Letter, "payload"): _payload(),
        (Letter, "sent_to"): f"'player' || {_person('recipient_id', people)} || '@example.org'",
        (Result, "game"): _new("t.game", Game),
        (ResultSeat, "person"): _person("person", people),
    }
    if found := special.get((model, column.name)):
        return found
    name = f't."{column.column}"'
    if column.primary_key:
        return _new(name, model)
    if column.related_model is User:
        return _person(column.column, people)
    if column.related_model in GAME_OF:
        return _new(name, column.related_model)
    if isinstance(column, models.DateTimeField):
        return _moved(name)
    return name


def _new(old: str, model: type[models.Model]) -> str:
    """Return the id of a copy of a row."""
    return f"({old} + c.{_added(model)})"


def _person(column: str, people: Sequence[int]) -> str:
    """Return who plays instead of a person."""
    cases = " ".join(f"WHEN {person} THEN c.person{n}" for n, person in enumerate(people))
    return f'(CASE t."{column}" {cases} END)'


def _moved(name: str) -> str:
    """Return a moved time."""
    if connection.vendor == "postgresql":
        return f"{name} + make_interval(secs => c.seconds)"
    return f"strftime('%Y-%m-%d %H:%M:%f', {name}, c.seconds || ' seconds')"


def _token() -> str:
    if connection.vendor == "postgresql":
        return "replace(gen_random_uuid()::text, '-', '')"
    return "lower(hex(randomblob(12)))"


def _payload() -> str:
    """Return the payload of a letter, which names its game and perhaps its wait."""
    game, wait = _new("t.example", Game), f"c.{_added(Wait)}"
    if connection.vendor == "postgresql":
        moved = f"jsonb_build_object('wait', (t.payload->>'wait')::bigint + {wait})"
        return (
            f"t.payload || jsonb_build_object('game', {game}) || "
            f"CASE WHEN t.payload->>'wait' IS NULL THEN '{{}}' ELSE {moved} END"
        )
    moved = f"json_replace(t.payload, '$.wait', json_extract(t.payload, '$.wait') + {wait})"
    return f"json_set({moved}, '$.game', {game})"


@contextmanager
def _without_indexes(tables: Sequence[str]) -> Iterator[None]:
    """Let tables do without foreign keys and plain indexes for the time; PostgreSQL only."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(
            "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) "
            "FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY(%s::regclass[])",
            [list(tables)],
        )
        keys = cursor.fetchall()
        cursor.execute(
            "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index "
            "WHERE indrelid = ANY(%s::regclass[]) AND NOT indisprimary AND NOT EXISTS "
            "(SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)",
            [list(tables)],
        )
        indexes = cursor.fetchall()
        for table, name, _ in keys:
            cursor.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
        for name, _ in indexes:
            cursor.execute(f"DROP INDEX {name}")
        yield
        cursor.execute("SET LOCAL maintenance_work_mem = '512MB'")
        made = (definition for _, definition in indexes)
        kept = (f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {rule}' for table, name, rule in keys)
        for statement in chain(made, kept):
            cursor.execute(statement)
