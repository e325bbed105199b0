"""Seats get a history: rows for who held them. They are filled next."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

CHANGES = [
    ("seated", "seated when the game was created"),
    ("joined", "joined"),
    ("invited", "joined by the invitation link"),
    ("taken", "took over an offered seat"),
    ("voted", "given to a bot by vote"),
    ("left", "left"),
    ("closed", "account closed"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0006_time_of_turns"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="handovers",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.CreateModel(
            name="Holder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("bot", models.CharField(blank=True, max_length=20)),
                ("first_move", models.PositiveIntegerField(default=1)),
                ("end_move", models.PositiveIntegerField(null=True)),
                ("since", models.DateTimeField()),
                ("until", models.DateTimeField(null=True)),
                ("came", models.CharField(choices=CHANGES, max_length=7)),
                ("went", models.CharField(blank=True, choices=CHANGES, max_length=7)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="holders",
                        to="play.player",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="held",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["first_move", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("end_move__isnull", True)),
                        fields=("player",),
                        name="one_holder_at_a_time",
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="message",
            name="holder",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="messages",
                to="play.holder",
            ),
        ),
    ]
