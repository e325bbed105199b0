"""What accounts themselves know about a person."""

from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import F
from django.forms import model_to_dict
from django.utils.translation import gettext_lazy

from games.accounts.contribution import Contribution, File
from games.accounts.models import Closing, PersonalToken, Profile, StaffAct, User

SECRET = {"password", "look", "feed_secret"}
"""Columns of a user that are not exported: what opens something, and a key made of the name."""


def write(user: User) -> Iterator[File]:
    """Yield the files about a person's account."""
    row = User.objects.values().get(pk=user.pk)
    account: dict[str, Any] = {name: value for name, value in row.items() if name not in SECRET}
    closing = Closing.objects.filter(user=user).first()
    account["will_be_deleted"] = closing and closing.due_at
    bots = user.bot_accounts.order_by("pk")
    account["bot_accounts"] = list(bots.values("username", "date_joined", "seated_by_all"))
    yield "account.json", account
    yield "vacations.json", list(user.vacations.values("first", "last"))
    profile = model_to_dict(Profile.of(user), exclude=["id", "user"])
    followed = user.follows.order_by("pk").values_list("other__username", flat=True)
    blocked = user.blocks.order_by("pk").values("since", name=F("other__username"))
    yield "profile.json", profile | {"follows": list(followed), "blocks": list(blocked)}
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    yield "email-addresses.json", list(addresses.values("email", "primary", "verified"))
    yield (
        "sessions.json",
        list(
            UserSession.objects.filter(user=user)
            .order_by("pk")
            .values("created_at", "last_seen_at", "ip", "user_agent")
        ),
    )
    tokens = PersonalToken.objects.of_person(user).annotate(account=F("user__username"))
    columns = ("account", "name", "scopes", "created_at", "expires_at", "last_used_at")
    yield "tokens.json", list(tokens.order_by("pk").values(*columns))
    factors = Authenticator.objects.filter(user=user).order_by("pk")
    yield "second-factors.json", list(factors.values("type", "created_at", "last_used_at"))
    acts = StaffAct.objects.filter(about=user).order_by("pk")
    yield "staff.json", list(acts.values("kind", "at", "game"))
    asked = user.exports.order_by("pk").values("asked_at", "made_at", "expires_at", "size")
    yield "exports.json", list(asked)


ACCOUNTS = Contribution(
    files={
        "account.json": gettext_lazy(
            "Your name, address, time zone, sleep and the other settings of your account, and your "
            "bot accounts."
        ),
        "vacations.json": gettext_lazy("The vacations you booked."),
        "profile.json": gettext_lazy(
            "What your profile tells and to whom, and whom you follow and block."
        ),
        "email-addresses.json": gettext_lazy(
            "Your email addresses, and whether you confirmed them."
        ),
        "sessions.json": gettext_lazy(
            "Where you are signed in: since when, from which network address, with which browser."
        ),
        "tokens.json": gettext_lazy(
            "Your programs' tokens: what each may do, until when, and when it was last used."
        ),
        "second-factors.json": gettext_lazy("Your second factors, without their keys."),
        "staff.json": gettext_lazy(
            "What the people who run the site did about you, and when. Their reasons may name "
            "others and are left out."
        ),
        "exports.json": gettext_lazy("When you asked for your data."),
    },
    write=write,
)
