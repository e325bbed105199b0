import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.accounts.models.user
import games.accounts.names
from games.accounts.postgres import FindsParts


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="email address"),
                ),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="date joined"
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={
                            "unique": "That name is taken, or looks like one that is. Choose another."
                        },
                        max_length=30,
                        unique=True,
                        validators=[
                            games.accounts.names.check_name,
                            games.accounts.names.check_alphabet,
                        ],
                        verbose_name="name",
                    ),
                ),
                ("look", models.CharField(blank=True, editable=False, max_length=120)),
                ("found_by", models.CharField(blank=True, editable=False, max_length=122)),
                (
                    "time_zone",
                    models.CharField(
                        default="UTC",
                        max_length=64,
                        validators=[games.accounts.models.user.check_time_zone],
                    ),
                ),
                ("language", models.CharField(default="en", max_length=8)),
                ("sleeps_from", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("sleeps_to", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("weekends_off", models.BooleanField(default=False)),
                ("guest", models.BooleanField(default=False, editable=False)),
                ("feed_secret", models.CharField(blank=True, max_length=40)),
                ("mail_came_back", models.BooleanField(default=False, editable=False)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            managers=[
                ("objects", games.accounts.models.user.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField()),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocked_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Closing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("due_at", models.DateTimeField(db_index=True)),
                ("reminded_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="closing",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="DataExport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("next_try_at", models.DateTimeField()),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("made_at", models.DateTimeField(null=True)),
                ("expires_at", models.DateTimeField(db_index=True, null=True)),
                ("size", models.PositiveIntegerField(default=0)),
                ("problem", models.TextField(blank=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ExportChunk",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("content", models.BinaryField()),
                (
                    "export",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chunks",
                        to="accounts.dataexport",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Follow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="followers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="follows",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FormerName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name_hash", models.CharField(db_index=True, max_length=64)),
                ("look_hash", models.CharField(db_index=True, max_length=64)),
                ("free_at", models.DateTimeField(db_index=True)),
                (
                    "heir",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="inherited_names",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Profile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("country", models.CharField(blank=True, max_length=2)),
                ("language", models.CharField(blank=True, max_length=8)),
                ("about", models.CharField(blank=True, max_length=160)),
                (
                    "shows_about",
                    models.CharField(
                        choices=[
                            ("everyone", "Everyone"),
                            ("members", "People who are signed in"),
                            ("nobody", "Only you and the site's staff"),
                        ],
                        default="everyone",
                        max_length=8,
                    ),
                ),
                (
                    "shows_games",
                    models.CharField(
                        choices=[
                            ("everyone", "Everyone"),
                            ("members", "People who are signed in"),
                            ("nobody", "Only you and the site's staff"),
                        ],
                        default="everyone",
                        max_length=8,
                    ),
                ),
                (
                    "shows_pace",
                    models.CharField(
                        choices=[
                            ("everyone", "Everyone"),
                            ("members", "People who are signed in"),
                            ("nobody", "Only you and the site's staff"),
                        ],
                        default="members",
                        max_length=8,
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="profile",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="StaffAct",
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
                            ("pause", "paused the game"),
                            ("resume", "ended the pause"),
                            ("extend", "gave more time"),
                            ("replace", "gave the seat to a bot"),
                            ("rewind", "rewound the game"),
                            ("put_back", "resumed the game that was set aside"),
                            ("suspend", "closed the account"),
                            ("reopen", "reopened the account"),
                            ("see_as", "saw the site as this person"),
                            ("answer", "answered a report"),
                            ("look", "looked at a pair of players"),
                            ("merge", "merged two accounts"),
                        ],
                        max_length=10,
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("by_name", models.CharField(max_length=30)),
                ("game", models.PositiveBigIntegerField(null=True)),
                ("reason", models.CharField(max_length=500)),
                ("details", models.CharField(blank=True, max_length=200)),
                (
                    "about",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="acts_of_staff",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="staff_acts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.DateField()),
                ("last", models.DateField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["first"],
            },
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("username"),
                name="username_ignoring_case",
                violation_error_message="That name is taken, or looks like one that is. Choose another.",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                condition=models.Q(("look", ""), _negated=True),
                fields=("look",),
                name="names_look_different",
                violation_error_message="That name is taken, or looks like one that is. Choose another.",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("sleeps_from__isnull", True), ("sleeps_to__isnull", True)),
                    models.Q(
                        ("sleeps_from__isnull", False),
                        ("sleeps_to__isnull", False),
                        ("sleeps_from__lt", 24),
                        ("sleeps_to__lt", 24),
                        models.Q(
                            models.Q(
                                ("sleeps_to__gt", models.F("sleeps_from")),
                                (
                                    "sleeps_to__lte",
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("sleeps_from"), "+", models.Value(12)
                                    ),
                                ),
                            ),
                            (
                                "sleeps_to__lte",
                                django.db.models.expressions.CombinedExpression(
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("sleeps_from"), "+", models.Value(12)
                                    ),
                                    "-",
                                    models.Value(24),
                                ),
                            ),
                            _connector="OR",
                        ),
                    ),
                    _connector="OR",
                ),
                name="sleep_of_twelve_hours_at_most",
                violation_error_message="Set a bedtime and a wake-up time at most 12 hours apart, or leave both unset.",
            ),
        ),
        migrations.AddConstraint(
            model_name="block",
            constraint=models.UniqueConstraint(fields=("user", "other"), name="blocked_once"),
        ),
        migrations.AddConstraint(
            model_name="block",
            constraint=models.CheckConstraint(
                condition=models.Q(("user", models.F("other")), _negated=True),
                name="nobody_blocks_themselves",
            ),
        ),
        migrations.AddConstraint(
            model_name="exportchunk",
            constraint=models.UniqueConstraint(
                fields=("export", "number"), name="one_chunk_per_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="follow",
            constraint=models.UniqueConstraint(fields=("user", "other"), name="followed_once"),
        ),
        migrations.AddConstraint(
            model_name="follow",
            constraint=models.CheckConstraint(
                condition=models.Q(("user", models.F("other")), _negated=True),
                name="nobody_follows_themselves",
            ),
        ),
        migrations.AddIndex(
            model_name="staffact",
            index=models.Index(fields=["game"], name="staff_acts_by_game"),
        ),
        migrations.AddConstraint(
            model_name="vacation",
            constraint=models.CheckConstraint(
                condition=models.Q(("last__gte", models.F("first"))),
                name="vacation_ends_after_it_began",
            ),
        ),
        FindsParts("parts_of_looks", "accounts_user", "look"),
        FindsParts("parts_of_spellings", "accounts_user", "found_by"),
    ]
