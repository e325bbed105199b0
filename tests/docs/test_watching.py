"""The page about watching a site says what is so: its numbers and names are those of the code."""

import json
import re

import pytest
from django.conf import settings
from django.test import Client

from hansa_site import health, metrics

PAGE = (settings.ROOT / "docs" / "watching.md").read_text()


def row(name: str) -> str:
    return next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}`"))


def test_limits() -> None:
    assert f"within {health.PATIENCE:.0f} seconds" in row("database")
    assert f"within {health.PATIENCE:.0f} seconds" in row("redis")
    assert f"more than {health.OLDEST_BEAT.seconds // 60} minutes" in row("beat")
    for name in ("letters", "clocks"):
        assert f"{health.LATE.seconds // 60} minutes after" in row(name)
        assert f"up to {health.MOST_COUNTED} |" in row(name)
    assert f"more than {health.MOST_QUEUED} wait" in row("queue")
    assert f"again within {health.FRESH:.0f} seconds" in PAGE
    assert f"more than {metrics.MOST_ENDED} processes" in PAGE


@pytest.mark.django_db(transaction=True)
def test_the_answer_has_the_shape_of_the_example(client: Client) -> None:
    (example,) = map(json.loads, re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL))
    found = json.loads(client.get("/healthz").text)
    assert {name: set(part) for name, part in found.items() if name != "healthy"} == {
        name: set(part) for name, part in example.items() if name != "healthy"
    }


@pytest.mark.django_db(transaction=True)
def test_each_figure_has_its_row(client: Client, settings, tmp_path) -> None:
    settings.METRICS_TOKEN, settings.METRICS_FOLDER = "token", tmp_path
    page = client.get("/metrics", headers={"Authorization": "Bearer token"})
    names = set(re.findall(r"^# TYPE (\w+)", page.text, re.MULTILINE))
    assert names >= {"site_healthy", "site_count", "site_database_seconds"}
    assert {name for name in names if f"`{name}`" not in PAGE} == set()
