"""Waits get rows of their own. Those that are open move there next."""

import datetime

import django.db.models.deletion
from django.db import migrations, models

ENDED_BY = [
    ("answered", "the player answered"),
    ("standing", "a standing order of the player answered"),
    ("clock", "time ran out, and a bot answered"),
    ("bot", "the others gave the seat to a bot"),
    ("left", "the player left the game"),
    ("taken", "another person took the offered seat"),
    ("over", "the game ended without the answer"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0011_votes_outcomes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Wait",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("move", models.PositiveIntegerField()),
                ("since", models.DateTimeField()),
                ("budget", models.DurationField(default=datetime.timedelta)),
                ("used", models.DurationField(default=datetime.timedelta)),
                ("clock_since", models.DateTimeField(null=True)),
                ("deadline", models.DateTimeField(null=True)),
                ("warned_at", models.DateTimeField(null=True)),
                ("grace_until", models.DateTimeField(null=True)),
                ("next_check_at", models.DateTimeField(null=True)),
                ("reminders", models.PositiveSmallIntegerField(default=0)),
                ("ended_at", models.DateTimeField(null=True)),
                ("ended_by", models.CharField(blank=True, choices=ENDED_BY, max_length=8)),
                (
                    "holder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="waits",
                        to="play.holder",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="waits",
                        to="play.player",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("next_check_at__isnull", False)),
                        fields=["next_check_at"],
                        name="waits_to_check",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("player",),
                        name="one_wait_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at__isnull", True), ("ended_by", "")),
                            models.Q(
                                ("ended_at__isnull", False),
                                ("next_check_at__isnull", True),
                                models.Q(("ended_by", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="ended_waits_tell_how",
                    ),
                ],
            },
        ),
    ]
