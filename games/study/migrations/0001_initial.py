import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("play", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DailyPuzzle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField(auto_now_add=True)),
                ("last_day", models.DateField()),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="daily_puzzle",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Plan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(default=0)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("title", models.CharField(max_length=20)),
                ("name", models.CharField(blank=True, max_length=80)),
                ("open", models.BooleanField(default=False)),
                ("root", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("shared_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="plans",
                        to="play.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="plans",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="PlanLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fork", models.PositiveSmallIntegerField(default=0)),
                ("end", models.PositiveSmallIntegerField(default=0)),
                ("turns", models.PositiveSmallIntegerField(default=0)),
                ("steps", models.JSONField(default=list)),
                ("label", models.CharField(max_length=200)),
                ("name", models.CharField(blank=True, max_length=80)),
                ("notes", models.JSONField(default=dict)),
                ("changed", models.DateTimeField(auto_now=True)),
                (
                    "parent",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="forks",
                        to="study.planline",
                    ),
                ),
                (
                    "plan",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to="study.plan",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Comment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("depth", models.PositiveSmallIntegerField(default=0)),
                ("text", models.CharField(max_length=2000)),
                ("sent", models.DateTimeField()),
                ("token", models.CharField(blank=True, max_length=22)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="comments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "plan",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to="study.plan",
                    ),
                ),
                (
                    "line",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to="study.planline",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="PuzzleAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=20)),
                ("number", models.PositiveSmallIntegerField()),
                ("orders", models.JSONField(default=list)),
                ("end", models.CharField(max_length=32)),
                ("chance", models.FloatField()),
                ("right", models.BooleanField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzle_answers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
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
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asked", "asked for"),
                            ("running", "being worked out"),
                            ("done", "done"),
                            ("failed", "failed"),
                        ],
                        default="asked",
                        max_length=8,
                    ),
                ),
                ("turns", models.JSONField(default=list)),
                ("total", models.PositiveIntegerField(default=0)),
                ("worked_at", models.DateTimeField()),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("method", models.PositiveSmallIntegerField(default=2)),
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
        migrations.CreateModel(
            name="GuideProgress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=20)),
                ("step", models.PositiveSmallIntegerField()),
                ("finished", models.BooleanField(default=False)),
                ("changed", models.DateTimeField(auto_now=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="guides",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-changed", "-pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "title"), name="one_progress_per_guide")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="plan",
            index=models.Index(fields=["user", "game"], name="plans_of_people"),
        ),
        migrations.AddConstraint(
            model_name="comment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("token", ""), _negated=True),
                fields=("token",),
                name="one_comment_per_form",
            ),
        ),
        migrations.AddIndex(
            model_name="puzzleanswer",
            index=models.Index(fields=["title", "number", "right"], name="answers_of_a_puzzle"),
        ),
        migrations.AddConstraint(
            model_name="puzzleanswer",
            constraint=models.UniqueConstraint(
                fields=("user", "title", "number"), name="first_answer_counts"
            ),
        ),
    ]
