import datetime

import django.db.models.deletion
import django.db.models.functions.comparison
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.play.models.game
from games.accounts.postgres import FindsParts


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("terms", models.JSONField(default=dict)),
            ],
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=20)),
                ("name", models.CharField(max_length=80)),
                ("found_by", models.TextField(blank=True, editable=False)),
                ("options", models.JSONField(default=dict)),
                ("rules_version", models.PositiveSmallIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "waiting for players"),
                            ("running", "running"),
                            ("over", "over"),
                            ("cancelled", "cancelled"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("private", models.BooleanField(default=False)),
                (
                    "token",
                    models.CharField(
                        default=games.play.models.game.new_token, max_length=32, unique=True
                    ),
                ),
                ("rated", models.BooleanField(default=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("started", models.DateTimeField(null=True)),
                ("ended", models.DateTimeField(null=True)),
                ("ended_by", models.CharField(blank=True, max_length=40)),
                ("version", models.PositiveIntegerField(default=0)),
                ("beginning", models.JSONField(null=True)),
                ("state", models.JSONField(null=True)),
                ("turn", models.PositiveIntegerField(default=0)),
                ("moves_made", models.PositiveIntegerField(default=0)),
                ("last_move_at", models.DateTimeField(null=True)),
                ("packed", models.BooleanField(default=False)),
                ("result", models.JSONField(null=True)),
                (
                    "pace",
                    models.CharField(
                        choices=[
                            ("days", "the same time for each turn"),
                            ("bank", "a time bank, plus a little per turn"),
                        ],
                        default="days",
                        max_length=4,
                    ),
                ),
                ("hours", models.PositiveSmallIntegerField(default=72)),
                ("bank_hours", models.PositiveSmallIntegerField(default=0)),
                ("reaction_hours", models.PositiveSmallIntegerField(default=24)),
                ("grace_hours", models.PositiveSmallIntegerField(default=24)),
                (
                    "on_timeout",
                    models.CharField(
                        choices=[("vote", "the others vote"), ("bot", "a bot plays the turn")],
                        default="vote",
                        max_length=4,
                    ),
                ),
                (
                    "agreement",
                    models.CharField(
                        choices=[("majority", "more than half"), ("unanimous", "everyone")],
                        default="majority",
                        max_length=9,
                    ),
                ),
                ("least_reliability", models.PositiveSmallIntegerField(default=0)),
                ("newcomers", models.BooleanField(default=True)),
                ("handovers", models.PositiveSmallIntegerField(default=0)),
                ("paused", models.DateTimeField(null=True)),
                ("paused_until", models.DateTimeField(null=True)),
                ("pause_check_at", models.DateTimeField(null=True)),
                ("pauses", models.PositiveSmallIntegerField(default=0)),
                ("thinking_since", models.DateTimeField(null=True)),
                ("set_aside_at", models.DateTimeField(null=True)),
                ("idle_since", models.DateTimeField(default=django.utils.timezone.now)),
                ("asked_at", models.DateTimeField(null=True)),
                ("hot_seat", models.BooleanField(default=False)),
                ("at_screen", models.PositiveSmallIntegerField(null=True)),
                (
                    "creator",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="games_created",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="games",
                        to="play.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PackedLog",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="packed_log",
                        serialize=False,
                        to="play.game",
                    ),
                ),
                ("moves", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="FollowedGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="followed_games",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="followers",
                        to="play.game",
                    ),
                ),
            ],
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
                ("nickname", models.CharField(blank=True, max_length=40)),
                ("first_move", models.PositiveIntegerField(default=1)),
                ("end_move", models.PositiveIntegerField(null=True)),
                ("since", models.DateTimeField()),
                ("until", models.DateTimeField(null=True)),
                (
                    "came",
                    models.CharField(
                        choices=[
                            ("seated", "seated when the game was created"),
                            ("joined", "joined"),
                            ("invited", "joined by the invitation link"),
                            ("taken", "took over an offered seat"),
                            ("voted", "given to a bot by vote"),
                            ("left", "left"),
                            ("closed", "account closed"),
                            ("staff", "given to a bot by staff"),
                        ],
                        max_length=7,
                    ),
                ),
                (
                    "went",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("seated", "seated when the game was created"),
                            ("joined", "joined"),
                            ("invited", "joined by the invitation link"),
                            ("taken", "took over an offered seat"),
                            ("voted", "given to a bot by vote"),
                            ("left", "left"),
                            ("closed", "account closed"),
                            ("staff", "given to a bot by staff"),
                        ],
                        max_length=7,
                    ),
                ),
                ("excused", models.BooleanField(default=False)),
                ("hinted", models.DateTimeField(null=True)),
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
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.CharField(blank=True, max_length=254)),
                ("address_hash", models.CharField(blank=True, db_index=True, max_length=64)),
                ("at", models.DateTimeField(db_index=True)),
                ("times", models.PositiveSmallIntegerField(default=1)),
                ("accepted_at", models.DateTimeField(null=True)),
                ("withdrawn_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="play.game",
                    ),
                ),
                (
                    "guest",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invited",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=2000)),
                ("sent", models.DateTimeField()),
                ("token", models.CharField(blank=True, max_length=22)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="play.game",
                    ),
                ),
                (
                    "holder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="play.holder",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("turn", models.PositiveIntegerField()),
                ("on_turn", models.PositiveSmallIntegerField(null=True)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("order", models.CharField(max_length=200)),
                ("events", models.JSONField(default=list)),
                ("when", models.DateTimeField()),
                ("digest", models.CharField(max_length=64)),
                (
                    "played_by",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "the player"),
                            ("standing", "a standing order"),
                            ("planned", "a conditional turn"),
                            ("clock", "the bot, as time had run out"),
                            ("site", "the site, as nothing else was left to do"),
                        ],
                        max_length=8,
                    ),
                ),
                ("reason", models.JSONField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="moves",
                        to="play.game",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(blank=True, max_length=20)),
                ("nickname", models.CharField(blank=True, max_length=40)),
                (
                    "door",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "taken"),
                            ("open", "anyone may join"),
                            ("invited", "by invitation"),
                        ],
                        max_length=10,
                    ),
                ),
                ("last_move", models.PositiveIntegerField(default=0)),
                ("confirmed_version", models.PositiveIntegerField(null=True)),
                ("score", models.SmallIntegerField(null=True)),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("bank", models.DurationField(default=datetime.timedelta)),
                ("banked_turn", models.PositiveIntegerField(null=True)),
                ("timeouts", models.PositiveSmallIntegerField(default=0)),
                ("timed_out_turn", models.PositiveIntegerField(null=True)),
                ("bot_turn", models.PositiveIntegerField(null=True)),
                ("offered_at", models.DateTimeField(null=True)),
                ("seen_message", models.PositiveBigIntegerField(default=0)),
                ("mailed_message", models.PositiveBigIntegerField(default=0)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="play.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(blank=True, max_length=5000)),
                ("changed", models.DateTimeField(auto_now=True)),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="note",
                        to="play.player",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="holder",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="holders",
                to="play.player",
            ),
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("base", models.PositiveIntegerField(default=0)),
                ("version", models.PositiveIntegerField(default=0)),
                ("orders", models.JSONField(default=list)),
                ("hint", models.JSONField(null=True)),
                ("changed", models.DateTimeField(auto_now=True)),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draft",
                        to="play.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ConditionalLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("parts", models.JSONField()),
                ("free", models.BooleanField(default=False)),
                ("begun", models.PositiveIntegerField()),
                ("followed", models.PositiveIntegerField()),
                ("part", models.PositiveSmallIntegerField(default=0)),
                ("came", models.JSONField(default=list)),
                ("given", models.PositiveSmallIntegerField(default=0)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("broken", "broken"),
                            ("done", "played"),
                            ("rewound", "ended, as the staff took the game back"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("broken_by", models.PositiveIntegerField(null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="conditional_lines",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="conditional_lines",
                        to="play.player",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="ReadPrimer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=20)),
                ("name", models.CharField(max_length=40)),
                ("read", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="read_primers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Rewind",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("reason", models.CharField(max_length=500)),
                ("moves", models.JSONField(default=list)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rewinds",
                        to="play.game",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="StandingOrder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asked", models.CharField(max_length=20)),
                ("wish", models.JSONField(default=dict)),
                ("changed", models.DateTimeField(auto_now=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standing_orders",
                        to="play.player",
                    ),
                ),
            ],
            options={
                "ordering": ["asked"],
            },
        ),
        migrations.CreateModel(
            name="Vote",
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
                            ("absent", "what to do about an absent player"),
                            ("pause", "pause the game"),
                            ("resume", "go on with the game"),
                            ("cancel", "cancel the game"),
                            ("end", "end the game now, as it stands"),
                        ],
                        max_length=8,
                    ),
                ),
                ("opened", models.DateTimeField()),
                ("closes", models.DateTimeField()),
                ("closed", models.DateTimeField(null=True)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "no agreement"),
                            ("yes", "yes"),
                            ("no", "no"),
                            ("wait", "more time for the absent player"),
                            ("replace", "offer the absent player's seat to others"),
                            ("bot", "let a bot play for the absent player from now on"),
                            ("cancel", "cancel the game"),
                            ("extended", "staff gave the absent player more time"),
                            ("replaced", "staff gave the absent player's seat to a bot"),
                            ("left", "the absent player left before it was decided"),
                            ("moved", "the absent player moved before it was decided"),
                            ("paused", "the game was paused before it was decided"),
                            ("over", "the game was over before it was decided"),
                            ("rewound", "staff took the game back before it was decided"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "about",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="votes_about",
                        to="play.player",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="votes",
                        to="play.game",
                    ),
                ),
                (
                    "opened_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="votes_opened",
                        to="play.player",
                    ),
                ),
            ],
            options={
                "ordering": ["opened"],
            },
        ),
        migrations.CreateModel(
            name="Ballot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "choice",
                    models.CharField(
                        choices=[
                            ("", "no agreement"),
                            ("yes", "yes"),
                            ("no", "no"),
                            ("wait", "more time for the absent player"),
                            ("replace", "offer the absent player's seat to others"),
                            ("bot", "let a bot play for the absent player from now on"),
                            ("cancel", "cancel the game"),
                            ("extended", "staff gave the absent player more time"),
                            ("replaced", "staff gave the absent player's seat to a bot"),
                            ("left", "the absent player left before it was decided"),
                            ("moved", "the absent player moved before it was decided"),
                            ("paused", "the game was paused before it was decided"),
                            ("over", "the game was over before it was decided"),
                            ("rewound", "staff took the game back before it was decided"),
                        ],
                        max_length=12,
                    ),
                ),
                ("cast", models.DateTimeField(auto_now=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ballots",
                        to="play.player",
                    ),
                ),
                (
                    "vote",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ballots",
                        to="play.vote",
                    ),
                ),
            ],
        ),
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
                ("planned_at", models.DateTimeField(null=True)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("seen_at", models.DateTimeField(null=True)),
                ("reminders", models.PositiveSmallIntegerField(default=0)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "ended_by",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("answered", "the player answered"),
                            ("standing", "a standing order of the player answered"),
                            ("clock", "time ran out, and a bot answered"),
                            ("bot", "the seat was given to a bot"),
                            ("left", "the player left the game"),
                            ("taken", "another person took the offered seat"),
                            ("over", "the game ended without the answer"),
                            ("rewound", "staff took the game back"),
                        ],
                        max_length=8,
                    ),
                ),
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
            },
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["status", "private", "-created"], name="play_game_status_275b12_idx"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("pause_check_at__isnull", False)),
                fields=["pause_check_at"],
                name="pauses_to_check",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("thinking_since__isnull", False)),
                fields=["thinking_since"],
                name="games_of_thinking_bots",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("set_aside_at__isnull", False)),
                fields=["set_aside_at"],
                name="games_set_aside",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("status", "open")), fields=["idle_since"], name="open_games"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("status", "over")), fields=["-ended"], name="finished_games"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("status", "running")),
                fields=["-last_move_at"],
                name="running_games",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                django.db.models.functions.comparison.Coalesce("ended", "last_move_at"),
                condition=models.Q(("packed", False), ("status__in", ["over", "cancelled"])),
                name="games_to_pack",
            ),
        ),
        migrations.AddConstraint(
            model_name="followedgame",
            constraint=models.UniqueConstraint(fields=("user", "game"), name="game_followed_once"),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.UniqueConstraint(
                condition=models.Q(("token", ""), _negated=True),
                fields=("token",),
                name="one_message_per_form",
            ),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.UniqueConstraint(
                fields=("game", "number"), name="one_move_per_number"
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("offered_at__isnull", False)),
                fields=["offered_at"],
                name="seats_on_offer",
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("door", "open")), fields=["game"], name="seats_with_open_doors"
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(fields=["user", "-id"], name="seats_of_people"),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("bot", ""), _negated=True),
                fields=["bot", "-id"],
                name="seats_of_bots",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(fields=("game", "seat"), name="one_player_per_seat"),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(fields=("game", "user"), name="one_seat_per_user"),
        ),
        migrations.AddIndex(
            model_name="holder",
            index=models.Index(fields=["user", "-id"], name="holders_by_person"),
        ),
        migrations.AddConstraint(
            model_name="holder",
            constraint=models.UniqueConstraint(
                condition=models.Q(("end_move__isnull", True)),
                fields=("player",),
                name="one_holder_at_a_time",
            ),
        ),
        migrations.AddIndex(
            model_name="conditionalline",
            index=models.Index(fields=["player", "status"], name="lines_that_wait"),
        ),
        migrations.AddConstraint(
            model_name="readprimer",
            constraint=models.UniqueConstraint(
                fields=("user", "title", "name"), name="primer_read_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="standingorder",
            constraint=models.UniqueConstraint(
                fields=("player", "asked"), name="one_wish_per_question"
            ),
        ),
        migrations.AddIndex(
            model_name="vote",
            index=models.Index(
                condition=models.Q(("closed__isnull", True)),
                fields=["closes"],
                name="votes_to_close",
            ),
        ),
        migrations.AddConstraint(
            model_name="vote",
            constraint=models.UniqueConstraint(
                condition=models.Q(("about__isnull", True), ("closed__isnull", True)),
                fields=("game", "kind"),
                name="one_open_vote_of_a_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="vote",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed__isnull", True)),
                fields=("game", "about"),
                name="one_open_vote_about_a_player",
            ),
        ),
        migrations.AddConstraint(
            model_name="ballot",
            constraint=models.UniqueConstraint(
                fields=("vote", "player"), name="one_ballot_per_player"
            ),
        ),
        migrations.AddIndex(
            model_name="wait",
            index=models.Index(
                condition=models.Q(("next_check_at__isnull", False)),
                fields=["next_check_at"],
                name="waits_to_check",
            ),
        ),
        migrations.AddConstraint(
            model_name="wait",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at__isnull", True)),
                fields=("player",),
                name="one_wait_at_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="wait",
            constraint=models.CheckConstraint(
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
        ),
        FindsParts("parts_of_game_spellings", "play_game", "found_by"),
    ]
