import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Anchor",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=20)),
                ("bot", models.CharField(max_length=20)),
                ("mean", models.FloatField()),
                ("deviation", models.FloatField()),
                ("games", models.PositiveIntegerField()),
                ("computed_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("title", "bot"), name="one_anchor_per_bot")
                ],
            },
        ),
        migrations.CreateModel(
            name="Flag",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=60, unique=True)),
                (
                    "suspicion",
                    models.CharField(
                        choices=[
                            (
                                "feeding",
                                "they meet far more often than chance, and one nearly always wins",
                            ),
                            ("giving", "one of them keeps leaving games that the other wins"),
                        ],
                        max_length=7,
                    ),
                ),
                ("title", models.CharField(max_length=20)),
                ("detail", models.CharField(max_length=200)),
                ("first_seen", models.DateTimeField()),
                ("last_seen", models.DateTimeField()),
                ("looked_at", models.DateTimeField(null=True)),
                ("note", models.CharField(blank=True, max_length=500)),
                (
                    "people",
                    models.ManyToManyField(related_name="flags", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "ordering": ["-first_seen", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Ladder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=20)),
                (
                    "pool",
                    models.CharField(
                        choices=[
                            ("people", "games among people"),
                            ("bots", "games against bots only"),
                        ],
                        max_length=6,
                    ),
                ),
                ("computed_at", models.DateTimeField(null=True)),
                ("computed_from", models.CharField(blank=True, max_length=64)),
                ("games", models.PositiveIntegerField(default=0)),
                ("calibration", models.JSONField(default=dict)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("title", "pool"), name="one_ladder_per_pool")
                ],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.PositiveBigIntegerField(unique=True)),
                ("title", models.CharField(max_length=20)),
                ("board", models.CharField(blank=True, max_length=20)),
                ("players", models.PositiveSmallIntegerField()),
                ("ended", models.DateTimeField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("people", "rated"),
                            ("bots", "rated apart, against bots only"),
                            ("none", "not rated"),
                        ],
                        max_length=6,
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "it is rated"),
                            ("cancelled", "the game was cancelled"),
                            ("agreed", "the players agreed to end it early"),
                            ("friendly", "it was a friendly game"),
                            ("hint", "a hint was asked for"),
                            ("alone", "fewer than two players played from beginning to end"),
                        ],
                        max_length=9,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["title", "kind", "ended", "game"],
                        name="ratings_res_title_404ab3_idx",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Effect",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=20)),
                (
                    "pool",
                    models.CharField(
                        choices=[
                            ("people", "games among people"),
                            ("bots", "games against bots only"),
                        ],
                        max_length=6,
                    ),
                ),
                ("board", models.CharField(blank=True, max_length=20)),
                ("players", models.PositiveSmallIntegerField(default=0)),
                ("starts", models.PositiveSmallIntegerField(default=0)),
                ("mean", models.FloatField()),
                ("deviation", models.FloatField()),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="affinities",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("user", None)),
                        fields=("title", "pool", "board", "players", "starts"),
                        name="one_effect_per_seat",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("user__isnull", False)),
                        fields=("title", "pool", "board", "user"),
                        name="one_affinity_per_board",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=20)),
                (
                    "pool",
                    models.CharField(
                        choices=[
                            ("people", "games among people"),
                            ("bots", "games against bots only"),
                        ],
                        max_length=6,
                    ),
                ),
                ("mean", models.FloatField()),
                ("deviation", models.FloatField()),
                ("strength", models.FloatField(null=True)),
                ("strength_deviation", models.FloatField(null=True)),
                ("games", models.PositiveIntegerField()),
                ("last", models.DateField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["title", "pool", "-mean"], name="ratings_rat_title_bba705_idx"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("title", "pool", "user"), name="one_rating_per_person"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ResultSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("starts", models.PositiveSmallIntegerField()),
                ("person", models.PositiveBigIntegerField(null=True)),
                ("bot", models.CharField(blank=True, max_length=20)),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("score", models.SmallIntegerField(null=True)),
                (
                    "part",
                    models.CharField(
                        choices=[
                            ("whole", "played from beginning to end"),
                            ("left", "left or was replaced"),
                            ("took", "took over the seat"),
                        ],
                        max_length=5,
                    ),
                ),
                ("gave_up", models.DateTimeField(null=True)),
                ("mean_before", models.FloatField(null=True)),
                ("deviation_before", models.FloatField(null=True)),
                ("mean_after", models.FloatField(null=True)),
                ("deviation_after", models.FloatField(null=True)),
                ("expected", models.FloatField(null=True)),
                (
                    "result",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="ratings.result",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="results",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["seat", "pk"],
                "indexes": [
                    models.Index(fields=["person"], name="ratings_res_person_a3cd71_idx"),
                    models.Index(fields=["user", "-id"], name="results_by_person"),
                ],
            },
        ),
    ]
