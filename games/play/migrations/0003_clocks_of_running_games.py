"""Games that ran before there were clocks get theirs now."""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone

BUDGET = timedelta(hours=72)


def start_clocks(apps, schema_editor):
    """Give everybody whom play waits for three days from now, the usual time for a turn."""
    now = timezone.now()
    apps.get_model("play", "Player").objects.filter(
        wait_move__isnull=False,
        user__isnull=False,
        deadline=None,
        game__status="running",
        game__paused=None,
    ).update(clock_since=now, budget=BUDGET, deadline=now + BUDGET, attend=now + BUDGET)


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0002_slow_play"),
    ]

    operations = [
        migrations.RunPython(start_clocks, migrations.RunPython.noop),
    ]
