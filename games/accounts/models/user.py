"""Users: the people who play."""

from collections.abc import Iterable
from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import models as auth
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Lower
from django.db.models.lookups import Exact
from django.utils.translation import gettext_lazy

from games.accounts.direction import isolated
from games.accounts.names import check_alphabet, check_name, look_of, stored
from games.accounts.spellings import parts_of, spellings
from games.accounts.zones import known_zones

NAME_IS_TAKEN = gettext_lazy("That name is taken, or looks like one that is. Choose another.")

LONGEST_NAME = 30
LONGEST_SPELLINGS = 4 * LONGEST_NAME + 2
"""Two lines, in which each letter of a name becomes two at most."""

LONGEST_SLEEP = 12
TOO_MUCH_SLEEP = gettext_lazy(
    "Set a bedtime and a wake-up time at most 12 hours apart, or leave both unset."
)


def check_time_zone(name: str) -> None:
    """Raise a ValidationError unless the name is a time zone."""
    if name not in known_zones():
        raise ValidationError(
            gettext_lazy("'%(name)s' is not a time zone. Try one like Europe/Berlin."),
            params={"name": name},
        )


def has_name(name: str) -> Exact:
    """Return the condition that a user has this name, whatever its case: an index serves it."""
    return Exact(Lower("username"), Lower(Value(stored(name))))


class UserManager(auth.UserManager["User"]):
    """Find users by name, ignoring case."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(has_name(username or ""))

    def members(self) -> models.QuerySet["User"]:
        """Return the people who have an account, open or closed: no guests, no bot accounts."""
        return self.filter(guest=False, owner=None)

    def shown(self) -> models.QuerySet["User"]:
        """Return members and bot accounts with what their pages show of them, and profiles."""
        of_profile = [f"profile__{name}" for name in ("user", "country", "language", "about")]
        audiences = [f"profile__shows_{part}" for part in ("about", "games", "pace")]
        of_user = ("username", "is_active", "date_joined", "time_zone", "owner", "seated_by_all")
        names = (*of_user, *of_profile, *audiences)
        return self.filter(guest=False).select_related("profile").only(*names)


class User(auth.AbstractUser):
    """A person who plays. Others see the username, which is stored composed (NFC).

    `look` is the key that similar names share, `found_by` what parts of the name are searched in.

    Their clocks stop from `sleeps_from` to `sleeps_to`, hours of the day in their time zone, and on
    weekends if `weekends_off`. A `guest` plays bots without an account. A bot account has an
    `owner`, whose program plays with its tokens; `seated_by_all` says that everyone may seat it at
    their tables (games.accounts.bot_accounts). `feed_secret` is part of the URLs of their feeds and
    made when they first ask for these. `mail_came_back` is set when an email to them bounced, until
    they say that the address works, and `channel_fails` while nothing arrives at one of their
    devices or services.
    """

    username = models.CharField(
        "name",
        max_length=LONGEST_NAME,
        unique=True,
        validators=[check_name, check_alphabet],
        error_messages={"unique": NAME_IS_TAKEN},
    )
    look = models.CharField(max_length=120, blank=True, editable=False)
    found_by = models.CharField(max_length=LONGEST_SPELLINGS, blank=True, editable=False)
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    time_zone = models.CharField(
        max_length=64, default=settings.TIME_ZONE, validators=[check_time_zone]
    )
    language = models.CharField(max_length=8, default=settings.LANGUAGE_CODE)
    sleeps_from = models.PositiveSmallIntegerField(null=True, blank=True)
    sleeps_to = models.PositiveSmallIntegerField(null=True, blank=True)
    weekends_off = models.BooleanField(default=False)
    guest = models.BooleanField(default=False, editable=False)
    owner = models.ForeignKey(
        "self", models.CASCADE, null=True, editable=False, related_name="bot_accounts"
    )
    seated_by_all = models.BooleanField(default=False, db_default=False, editable=False)
    feed_secret = models.CharField(max_length=40, blank=True)
    mail_came_back = models.BooleanField(default=False, editable=False)
    channel_fails = models.BooleanField(default=False, db_default=False, editable=False)

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
        """Compose the name, and update `look`, `found_by` and its parts with it."""
        self.username = stored(self.username)
        self.look, self.found_by = look_of(self.username), spellings(self.username)
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "look", "found_by"}
        is_new = self._state.adding
        super().save(*args, update_fields=update_fields, **kwargs)
        if update_fields is None or {"username", "guest"}.intersection(update_fields):
            NamePart.objects.keep(self, is_new=is_new)

    @property
    def is_bot_account(self) -> bool:
        """Whether a program of another person's plays under this name."""
        return self.owner_id is not None

    @property
    def gets_letters(self) -> bool:
        """Whether there is a person to write to: not for guests and bot accounts."""
        return not (self.guest or self.is_bot_account)

    @property
    def called(self) -> str:
        """The name as it stands in sentences, isolated."""
        return isolated(self.username)

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


class NamePartManager(models.Manager["NamePart"]):
    """Keep what members are found by."""

    def keep(self, user: User, *, is_new: bool) -> None:
        """Keep the parts of a member's name as it is now; a new user has none yet."""
        is_member = not user.guest and user.owner_id is None
        wanted = parts_of(user.found_by, user.look) if is_member else set()
        if not is_new:
            rows = self.filter(user=user).values_list("is_whole", "part")
            if {(is_whole, bytes(part)) for is_whole, part in rows} == wanted:
                return
            self.filter(user=user).delete()
        self.bulk_create(
            NamePart(user=user, is_whole=is_whole, part=part) for is_whole, part in wanted
        )


class NamePart(models.Model):
    """A member's name as people search for it, or the end of it.

    See `games.accounts.spellings.parts_of`. It is kept as bytes, which all databases sort alike.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="name_parts")
    part = models.BinaryField()
    is_whole = models.BooleanField()

    objects = NamePartManager()

    class Meta:
        indexes = [
            models.Index(fields=["part"], condition=Q(is_whole=True), name="whole_names"),
            models.Index(fields=["part"], condition=Q(is_whole=False), name="ends_of_names"),
        ]

    def __str__(self) -> str:
        return bytes(self.part).decode()
