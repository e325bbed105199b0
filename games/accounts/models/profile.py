"""What people tell about themselves and to whom, whom they follow, and whom they have blocked."""

from django.db import models
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.accounts.models.user import User

LONGEST_ABOUT = 160


class Audience(models.TextChoices):
    """Who sees a part of a person's profile."""

    EVERYONE = "everyone", pgettext_lazy("audience", "Everyone")
    MEMBERS = "members", gettext_lazy("People who are signed in")
    NOBODY = "nobody", gettext_lazy("Only you and the site's staff")


class Profile(models.Model):
    """What a person tells about themselves, and who sees what of their profile.

    `country` is a code of ISO 3166-1, `language` one of ISO 639; both are '' if not given, like
    `about`. `shows_about` covers these three, `shows_games` games and statistics, `shows_pace`
    reliability and answering times. `named_in_open_data` says that open data has their name, not a
    pseudonym. A person without a row has the defaults.
    """

    user = models.OneToOneField(User, models.CASCADE, related_name="profile")
    country = models.CharField(max_length=2, blank=True)
    language = models.CharField(max_length=8, blank=True)
    about = models.CharField(max_length=LONGEST_ABOUT, blank=True)
    shows_about = models.CharField(max_length=8, choices=Audience, default=Audience.EVERYONE)
    shows_games = models.CharField(max_length=8, choices=Audience, default=Audience.EVERYONE)
    shows_pace = models.CharField(max_length=8, choices=Audience, default=Audience.MEMBERS)
    named_in_open_data = models.BooleanField(default=False, db_default=False)

    def __str__(self) -> str:
        return f"Profile of {self.user}"

    @classmethod
    def of(cls, user: User) -> "Profile":
        """Return a person's profile, with the defaults if they have not saved one."""
        try:
            return user.profile
        except cls.DoesNotExist:
            return cls(user=user)


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
    """`user` has blocked `other`, who doesn't learn of it, since a moment."""

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
