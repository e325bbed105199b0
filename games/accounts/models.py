"""Players as people."""

from collections.abc import Iterable
from typing import Any
from zoneinfo import available_timezones

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower

from games.accounts.names import check_alphabet, look_of

NAME_IS_TAKEN = (
    "Somebody already goes by this name, or one that looks like it; please take another."
)

LONGEST_SLEEP = 12
TOO_MUCH_SLEEP = (
    "Choose the hour you go to sleep and the hour you get up, at most twelve hours later, "
    "or neither of them."
)

check_name = RegexValidator(
    r"^\w+(?:[ .-]\w+)*\.?\Z",
    "A name is made of letters and figures, with single spaces, dots or dashes between them.",
)


def check_time_zone(name: str) -> None:
    """Raise a ValidationError unless the name is one of the world's time zones."""
    if name not in available_timezones():
        raise ValidationError(
            "%(name)s is no time zone; one looks like Europe/Berlin.", params={"name": name}
        )


class PlayerManager(UserManager["User"]):
    """Finds people by their names, however they are capitalised."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username__iexact=username)


class User(AbstractUser):
    """A person who plays; the username is the name that others see, `look` what it looks like.

    From `sleeps_from` to `sleeps_to`, hours of the day in their own time zone, and on weekends if
    these are off, their clocks stand still. `feed_secret` stands in the addresses of their feeds
    and is made when they first ask for them. `mail_came_back` tells that mail to an address of
    theirs did, and that they have not said since that it works.
    """

    username = models.CharField(
        "name",
        max_length=30,
        unique=True,
        validators=[check_name, check_alphabet],
        error_messages={"unique": NAME_IS_TAKEN},
    )
    look = models.CharField(max_length=120, blank=True, editable=False)
    first_name = None
    last_name = None
    time_zone = models.CharField(
        max_length=64, default=settings.TIME_ZONE, validators=[check_time_zone]
    )
    language = models.CharField(max_length=8, default=settings.LANGUAGE_CODE)
    sleeps_from = models.PositiveSmallIntegerField(null=True, blank=True)
    sleeps_to = models.PositiveSmallIntegerField(null=True, blank=True)
    weekends_off = models.BooleanField(default=False)
    feed_secret = models.CharField(max_length=40, blank=True)
    mail_came_back = models.BooleanField(default=False, editable=False)

    objects = PlayerManager()

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
        """Keep what the name looks like with the name."""
        self.look = look_of(self.username)
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "look"}
        super().save(*args, update_fields=update_fields, **kwargs)

    def get_full_name(self) -> str:
        """Return the one name a person has here."""
        return self.username

    def get_short_name(self) -> str:
        """Return the one name a person has here."""
        return self.username

    def confirmed_address(self) -> str | None:
        """Return the primary address if its owner has confirmed it."""
        return (
            EmailAddress.objects.filter(user=self, primary=True, verified=True)
            .values_list("email", flat=True)
            .first()
        )


class Vacation(models.Model):
    """Days on which a person's clocks stand still, both ends included, in his own time zone."""

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
