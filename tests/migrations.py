"""What tests of migrations share."""

from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

Node = tuple[str, str]


def newest() -> list[Node]:
    """Return the newest migrations of all apps."""
    return MigrationExecutor(connection).loader.graph.leaf_nodes()


def state_at(nodes: Sequence[Node]) -> Any:
    """Return the state of models at migrations that the database has just been migrated to.

    Apps that are not named are as they are. Those that need newer tables are not there any more.
    """
    loader = MigrationExecutor(connection).loader
    others = [
        node
        for node in loader.graph.leaf_nodes()
        if node[0] not in dict(nodes) and node in loader.applied_migrations
    ]
    return loader.project_state([*others, *nodes])
