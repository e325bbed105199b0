"""Users and all that is kept about them: time off, profile, ties, exports, closing."""

from collections.abc import Iterable
from typing import Any, ClassVar
from zoneinfo import available_timezones

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import models as auth
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower

from games.accounts.errors import AppendOnly
from games.accounts.names import check_alphabet, look_of

NAME_IS_TAKEN = "That name is taken, or looks like one that is. Choose another."

LONGEST_SLEEP = 12
LONGEST_ABOUT = 160
TOO_MUCH_SLEEP = "Set a bedtime and a wake-up time at most 12 hours apart, or leave both unset."

check_name = RegexValidator(
    r"^\w+(?:[ .-]\w+)*\.?\Z",
    "Use letters and digits, with single spaces, dots or hyphens between them.",
)


def check_time_zone(name: str) -> None:
    """Raise a ValidationError unless the name is a time zone."""
    if name not in available_timezones():
        raise ValidationError(
            "'%(name)s' is not a time zone. Try one like Europe/Berlin.", params={"name": name}
        )


class UserManager(auth.UserManager["User"]):
    """Find users by name, ignoring case."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username__iexact=username)


class User(auth.AbstractUser):
    """A person who plays. Others see the username; `look` is the key that similar names share.

    Their clocks stop from `sleeps_from` to `sleeps_to`, hours of the day in their time zone, and on
    weekends if `weekends_off`. `feed_secret` is part of the URLs of their feeds and made when they
    first ask for these. `mail_came_back` is set when an email to them bounced, until they say that
    the address works.
    """

    username = models.CharField(
        "name",
        max_length=30,
        unique=True,
        validators=[check_name, check_alphabet],
        error_messages={"unique": NAME_IS_TAKEN},
    )
    look = models.CharField(max_length=120, blank=True, editable=False)
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    time_zone = models.CharField(
        max_length=64, default=settings.TIME_ZONE, validators=[check_time_zone]
    )
    language = models.CharField(max_length=8, default=settings.LANGUAGE_CODE)
    sleeps_from = models.PositiveSmallIntegerField(null=True, blank=True)
    sleeps_to = models.PositiveSmallIntegerField(null=True, blank=True)
    weekends_off = models.BooleanField(default=False)
    feed_secret = models.CharField(max_length=40, blank=True)
    mail_came_back = models.BooleanField(default=False, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="username_ignoring_case",
                violation_error_message=NAME_IS_TAKEN,
            ),
            models.UniqueConstraint(
                fields=["look"],
                condition=~models.Q(look=""),
                name="names_look_different",
                violation_error_message=NAME_IS_TAKEN,
            ),
            models.CheckConstraint(
                condition=models.Q(sleeps_from__isnull=True, sleeps_to__isnull=True)
                | models.Q(sleeps_from__isnull=False, sleeps_to__isnull=False)
                & models.Q(sleeps_from__lt=24, sleeps_to__lt=24)
                & (
                    models.Q(
                        sleeps_to__gt=models.F("sleeps_from"),
                        sleeps_to__lte=models.F("sleeps_from") + LONGEST_SLEEP,
                    )
                    | models.Q(sleeps_to__lte=models.F("sleeps_from") + LONGEST_SLEEP - 24)
                ),
                name="sleep_of_twelve_hours_at_most",
                violation_error_message=TOO_MUCH_SLEEP,
            ),
        ]

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Update `look` with the name."""
        self.look = look_of(self.username)
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "look"}
        super().save(*args, update_fields=update_fields, **kwargs)

    def get_full_name(self) -> str:
        """Return the username: people have one name here."""
        return self.username

    def get_short_name(self) -> str:
        """Return the username: people have one name here."""
        return self.username

    def confirmed_address(self) -> str | None:
        """Return the primary address if its owner has confirmed it."""
        confirmed = EmailAddress.objects.filter(user=self, primary=True, verified=True)
        address: str | None = confirmed.values_list("email", flat=True).first()
        return address


class Vacation(models.Model):
    """Days on which a person's clocks stop, both ends included, in their time zone."""

    user = models.ForeignKey(User, models.CASCADE, related_name="vacations")
    first = models.DateField()
    last = models.DateField()

    class Meta:
        ordering = ["first"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(last__gte=models.F("first")), name="vacation_ends_after_it_began"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"


class Closing(models.Model):
    """An account that its owner has asked to delete, which happens at `due_at`.

    Until then they can stop it, which deletes this row. `reminded_at` is when they were reminded.
    """

    user = models.OneToOneField(User, models.CASCADE, related_name="closing")
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    reminded_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"due {self.due_at:%Y-%m-%d}"


class DataExport(models.Model):
    """All of a person's data as a zip, made by a worker after they ask for it.

    It can be downloaded from `made_at` to `expires_at`, when it is deleted. `size` is in bytes.
    `problem` is a sentence that says why there is none. A worker that begins to make it adds an
    attempt and moves `next_try_at` past the time that this may take.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="exports")
    asked_at = models.DateTimeField()
    next_try_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True, db_index=True)
    size = models.PositiveIntegerField(default=0)
    problem = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"asked for on {self.asked_at:%Y-%m-%d}"


class ExportChunk(models.Model):
    """A piece of an export; in the database, every web process on every host can send it."""

    export = models.ForeignKey(DataExport, models.CASCADE, related_name="chunks")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["export", "number"], name="one_chunk_per_number"),
        ]

    def __str__(self) -> str:
        return f"chunk {self.number}"


class StaffActQuerySet(models.QuerySet["StaffAct"]):
    """The staff log, which only grows."""

    def update(self, **kwargs: Any) -> int:
        """Raise AppendOnly: the log never changes."""
        raise AppendOnly("The staff log never changes.")

    def delete(self) -> Any:
        """Raise AppendOnly: the log never changes."""
        raise AppendOnly("The staff log never changes.")


class StaffAct(models.Model):
    """Something that staff did, and why. Acts are only ever added.

    `game` is the id of the game and `about` the person that it concerned, if any. `by` and `about`
    are None once their accounts are gone; `by_name` stays.
    """

    LONGEST_REASON = 500

    class Kind(models.TextChoices):
        """What was done."""

        PAUSE = "pause", "paused the game"
        RESUME = "resume", "ended the pause"
        EXTEND = "extend", "gave more time"
        REPLACE = "replace", "gave the seat to a bot"
        REWIND = "rewind", "rewound the game"
        SUSPEND = "suspend", "closed the account"
        REOPEN = "reopen", "reopened the account"
        SEE_AS = "see_as", "saw the site as this person"
        ANSWER = "answer", "answered a report"

    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="staff_acts")
    by_name = models.CharField(max_length=30)
    game = models.PositiveBigIntegerField(null=True)
    about = models.ForeignKey(User, models.SET_NULL, null=True, related_name="acts_of_staff")
    reason = models.CharField(max_length=LONGEST_REASON)
    details = models.CharField(max_length=200, blank=True)

    objects = StaffActQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["game"], name="staff_acts_by_game")]

    def __str__(self) -> str:
        return f"{self.by_name} {self.get_kind_display()}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the act; raises AppendOnly if it was saved before."""
        if self.pk is not None:
            raise AppendOnly("The staff log never changes.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        """Raise AppendOnly: the log never changes."""
        raise AppendOnly("The staff log never changes.")


class Audience(models.TextChoices):
    """Who sees a part of a person's profile."""

    EVERYONE = "everyone", "Everyone"
    MEMBERS = "members", "People who are signed in"
    NOBODY = "nobody", "Only you and the site's staff"


class Profile(models.Model):
    """What a person tells about themselves, and who sees what of their profile.

    `country` is a code of ISO 3166-1, `language` one of ISO 639; both are '' if not told, and so is
    `about`. `shows_about` covers these three, `shows_games` games and statistics, `shows_pace`
    reliability and answering times. A person without a row has the defaults.
    """

    user = models.OneToOneField(User, models.CASCADE, related_name="profile")
    country = models.CharField(max_length=2, blank=True)
    language = models.CharField(max_length=8, blank=True)
    about = models.CharField(max_length=LONGEST_ABOUT, blank=True)
    shows_about = models.CharField(max_length=8, choices=Audience, default=Audience.EVERYONE)
    shows_games = models.CharField(max_length=8, choices=Audience, default=Audience.EVERYONE)
    shows_pace = models.CharField(max_length=8, choices=Audience, default=Audience.MEMBERS)

    def __str__(self) -> str:
        return f"Profile of {self.user}"

    @classmethod
    def of(cls, user: User) -> "Profile":
        """Return a person's profile, with the defaults if they have not saved one."""
        return cls.objects.filter(user=user).first() or cls(user=user)


class Follow(models.Model):
    """`user` follows `other`."""

    user = models.ForeignKey(User, models.CASCADE, related_name="follows")
    other = models.ForeignKey(User, models.CASCADE, related_name="followers")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "other"], name="followed_once"),
            models.CheckConstraint(
                condition=~models.Q(user=models.F("other")), name="nobody_follows_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} follows {self.other}"


class Block(models.Model):
    """`user` has blocked `other`, who is not told, since a moment."""

    user = models.ForeignKey(User, models.CASCADE, related_name="blocks")
    other = models.ForeignKey(User, models.CASCADE, related_name="blocked_by")
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "other"], name="blocked_once"),
            models.CheckConstraint(
                condition=~models.Q(user=models.F("other")), name="nobody_blocks_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} has blocked {self.other}"
