"""Analyses of finished games."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

STATES = [
    ("asked", "asked for"),
    ("running", "being worked out"),
    ("done", "done"),
    ("failed", "failed"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0029_plans"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Analysis",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("state", models.CharField(choices=STATES, default="asked", max_length=8)),
                ("turns", models.JSONField(default=list)),
                ("total", models.PositiveIntegerField(default=0)),
                ("worked_at", models.DateTimeField()),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("method", models.PositiveSmallIntegerField(default=1)),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="analyses",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="analysis",
                        to="play.game",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "analyses",
                "indexes": [
                    models.Index(
                        condition=models.Q(("state__in", ["asked", "running"])),
                        fields=["worked_at"],
                        name="unfinished_analyses",
                    )
                ],
            },
        ),
    ]
