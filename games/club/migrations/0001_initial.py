import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("play", "0001_initial"),
        ("study", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SavedSearch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("wanted", models.JSONField(default=dict)),
                ("since", models.DateTimeField(auto_now_add=True)),
                ("checked_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="saved_searches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="TableWish",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("tables", models.JSONField(default=list)),
                ("players", models.JSONField(default=list)),
                ("paces", models.JSONField(default=list)),
                ("rated", models.BooleanField(default=True)),
                ("since", models.DateTimeField()),
                ("expired_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_wish",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["since", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Variant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=20)),
                ("board", models.CharField(max_length=40)),
                ("players", models.PositiveSmallIntegerField()),
                ("options", models.CharField(blank=True, max_length=200)),
                (
                    "crowd",
                    models.CharField(
                        choices=[
                            ("people", "people only"),
                            ("mixed", "people and bots"),
                            ("bots", "bots only"),
                        ],
                        max_length=6,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("title", "board", "players", "options", "crowd"),
                        name="variants_are_unique",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="GameFigures",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveSmallIntegerField()),
                ("ended_by", models.CharField(blank=True, max_length=40)),
                ("data", models.JSONField(default=dict)),
                ("counted", models.PositiveSmallIntegerField(default=0)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="figures",
                        to="play.game",
                    ),
                ),
                (
                    "variant",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games",
                        to="club.variant",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "about",
                    models.CharField(
                        choices=[
                            ("message", "a message"),
                            ("comment", "a comment"),
                            ("study", "a study"),
                            ("person", "a player"),
                            ("game", "a game"),
                        ],
                        max_length=7,
                    ),
                ),
                ("quoted", models.TextField(blank=True)),
                ("text", models.TextField()),
                ("at", models.DateTimeField()),
                (
                    "answer",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("nothing", "We looked into it and found nothing against our rules."),
                            ("talked", "Thank you. We've talked to the people involved."),
                            ("mended", "Thank you. We've put the game right."),
                            ("closed", "Thank you. We've closed an account."),
                        ],
                        max_length=7,
                    ),
                ),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "comment",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="study.comment",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="play.game",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="play.message",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reported",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("answer", "")), fields=["at"], name="open_reports"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SeatFigures",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(blank=True, max_length=20)),
                ("starts", models.PositiveSmallIntegerField()),
                ("first", models.CharField(blank=True, max_length=40)),
                ("won", models.FloatField(null=True)),
                ("points", models.JSONField(default=dict)),
                (
                    "figures",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="club.gamefigures",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="figures",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("user__isnull", False)),
                        fields=["user", "-id"],
                        name="figures_of_people",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("figures", "seat"), name="one_row_per_seat")
                ],
            },
        ),
        migrations.CreateModel(
            name="Standing",
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
                ("month", models.CharField(blank=True, max_length=7)),
                ("place", models.PositiveIntegerField()),
                ("value", models.IntegerField()),
                ("deviation", models.PositiveIntegerField(null=True)),
                ("games", models.PositiveIntegerField()),
                ("won", models.PositiveIntegerField(default=0)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["place", "pk"],
                "indexes": [
                    models.Index(
                        fields=["title", "pool", "board", "players", "month", "place"],
                        name="leaderboards_by_place",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("title", "pool", "board", "players", "month", "user"),
                        name="one_place_on_a_leaderboard",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("first", "the ability developed first"),
                            ("start", "the place in the order of play"),
                            ("end", "how the game ended"),
                            ("source", "a source of points"),
                        ],
                        max_length=6,
                    ),
                ),
                ("key", models.CharField(blank=True, max_length=40)),
                (
                    "band",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "everyone"),
                            ("new", "not listed yet"),
                            ("low", "below 1400"),
                            ("middle", "1400 to 1599"),
                            ("high", "1600 or more"),
                        ],
                        max_length=6,
                    ),
                ),
                ("games", models.PositiveIntegerField(default=0)),
                ("seats", models.PositiveIntegerField(default=0)),
                ("winners", models.PositiveIntegerField(default=0)),
                ("wins", models.FloatField(default=0)),
                ("expected", models.FloatField(default=0)),
                ("points", models.BigIntegerField(default=0)),
                ("winner_points", models.BigIntegerField(default=0)),
                (
                    "variant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to="club.variant",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "tallies",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("variant", "kind", "key", "band"), name="tallies_are_unique"
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="gamefigures",
            index=models.Index(
                condition=models.Q(("counted", 0)), fields=["id"], name="figures_not_counted_yet"
            ),
        ),
    ]
