import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.accounts.trace
import games.post.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="BouncedAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.EmailField(max_length=254, unique=True)),
                ("bounced_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("reason", models.TextField(blank=True)),
            ],
        ),
        migrations.CreateModel(
            name="Channel",
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
                            ("discord", "Discord"),
                            ("slack", "Slack"),
                            ("json", "Plain JSON"),
                        ],
                        max_length=20,
                    ),
                ),
                ("url", models.URLField(max_length=500)),
                ("active", models.BooleanField(default=True)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("error", models.TextField(blank=True)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="channels",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FormerReader",
            fields=[
                ("number", models.BigIntegerField(primary_key=True, serialize=False)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_readers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Letter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(help_text="The kind of notification.", max_length=40)),
                (
                    "address",
                    models.EmailField(
                        blank=True,
                        help_text="Where it goes if not to the recipient.",
                        max_length=254,
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        help_text="Idempotency key: at most one letter per key.",
                        max_length=200,
                        unique=True,
                    ),
                ),
                (
                    "topic",
                    models.CharField(
                        db_index=True, help_text="What it is about, such as game:12.", max_length=80
                    ),
                ),
                ("payload", models.JSONField(blank=True, default=dict)),
                (
                    "sealed",
                    models.TextField(
                        blank=True,
                        help_text="What only its reader may know; emptied once sent or given up.",
                    ),
                ),
                (
                    "urgent",
                    models.BooleanField(
                        default=False, help_text="Sent without waiting for quiet or a digest."
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("sent", "Sent"),
                            ("failed", "Not sent"),
                            ("superseded", "Not needed"),
                            ("unwanted", "Turned off"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "not_before",
                    models.DateTimeField(blank=True, help_text="Not sent before.", null=True),
                ),
                (
                    "until",
                    models.DateTimeField(
                        blank=True, help_text="When what it asks for ends.", null=True
                    ),
                ),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                (
                    "sent_to",
                    models.EmailField(
                        blank=True,
                        help_text="The address it went to, once sent by mail.",
                        max_length=254,
                    ),
                ),
                (
                    "subject",
                    models.CharField(
                        blank=True, help_text="Its subject line, once sent.", max_length=200
                    ),
                ),
                ("error", models.TextField(blank=True, help_text="Why it has not been sent.")),
                (
                    "request_id",
                    models.CharField(
                        blank=True,
                        default=games.accounts.trace.current,
                        editable=False,
                        help_text="The id of the request or task that caused it, as in the log.",
                        max_length=64,
                    ),
                ),
                (
                    "bundle",
                    models.ForeignKey(
                        blank=True,
                        help_text="The digest that it is part of.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="parts",
                        to="post.letter",
                    ),
                ),
                (
                    "channel",
                    models.ForeignKey(
                        blank=True,
                        help_text="Where it goes; by email if empty.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="letters",
                        to="post.channel",
                    ),
                ),
                (
                    "recipient",
                    models.ForeignKey(
                        blank=True,
                        help_text="Empty for emails about accounts, which go to an address.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="letters",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Received",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("message_id", models.CharField(max_length=250, unique=True)),
                ("received_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("topic", models.CharField(blank=True, max_length=80)),
                ("outcome", models.CharField(max_length=40)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="received",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Schedule",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("topic", models.CharField(blank=True, max_length=80)),
                (
                    "mode",
                    models.CharField(
                        choices=[
                            ("unseen", "Soon, unless I've seen it here"),
                            ("now", "At once, every time"),
                            ("quiet", "When play slows down"),
                            ("digest", "Once a day"),
                            ("none", "Never"),
                        ],
                        default="unseen",
                        max_length=6,
                    ),
                ),
                ("minutes", models.PositiveSmallIntegerField(default=15)),
                ("hour", models.PositiveSmallIntegerField(default=7)),
                ("quiet_from", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("quiet_to", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("reminders", models.JSONField(default=games.post.models.usual_reminders)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="schedules",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="channel",
            constraint=models.UniqueConstraint(
                fields=("user", "url"), name="one_channel_per_address"
            ),
        ),
        migrations.AddIndex(
            model_name="letter",
            index=models.Index(
                condition=models.Q(("state", "waiting")), fields=["due_at"], name="letters_to_send"
            ),
        ),
        migrations.AddIndex(
            model_name="letter",
            index=models.Index(fields=["recipient", "-created_at"], name="letters_of_a_person"),
        ),
        migrations.AddIndex(
            model_name="letter",
            index=models.Index(fields=["kind", "-created_at"], name="letters_of_a_kind"),
        ),
        migrations.AddIndex(
            model_name="received",
            index=models.Index(fields=["received_at"], name="received_by_age"),
        ),
        migrations.AddConstraint(
            model_name="schedule",
            constraint=models.UniqueConstraint(
                fields=("user", "topic"), name="one_schedule_per_topic"
            ),
        ),
    ]
