"""A person's devices and services, at which they hear about their turns: change and try each."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.models import User
from games.accounts.requests import UserRequest, number_in
from games.post import services
from games.post.errors import PostError
from games.post.forms import WAITS, ChannelSettingsForm
from games.post.models import Channel, ChannelKind, Letter
from games.post.notifications.notices import Trial
from games.post.transports import transports

PATIENCE = timedelta(seconds=10)
"""How long a page waits for a test before it asks whether it came."""


class ChannelSettings(NamedTuple):
    """A device or service, and what its person can set; `soon` is how soon it gets something."""

    channel: Channel
    form: ChannelSettingsForm
    secret: str
    soon: str | Promise

    @property
    def reconnects(self) -> bool:
        """Whether it is a device that is off, which connects again when it shows the page."""
        return self.channel.kind == ChannelKind.PUSH and not self.channel.active


class Tried(NamedTuple):
    """A test, and what is known of it: `fate` is a key of post/trial.html."""

    letter: Letter
    fate: str


def settings_of(user: User) -> list[ChannelSettings]:
    """Return a person's devices and services, devices first."""
    channels = Channel.objects.filter(user=user).order_by("pk")
    return [
        ChannelSettings(
            channel,
            ChannelSettingsForm(channel),
            transports()[channel.kind].secret(channel),
            WAITS.get(channel.wait, ""),
        )
        for channel in sorted(channels, key=lambda each: each.kind != ChannelKind.PUSH)
    ]


def tried(request: HttpRequest, user: User) -> Tried | None:
    """Return the test that a page is about, or None."""
    number = number_in(request.GET.get("trial", ""))
    if number is None:
        return None
    own = Letter.objects.filter(pk=number, recipient=user, kind=Trial.kind)
    letter = own.select_related("channel").first()
    if letter is None:
        return None
    return _tried(letter, timezone.now(), missing="missing" in request.GET)


@login_required
@require_POST
def try_mail(request: UserRequest) -> HttpResponse:
    """Send a test email to the user."""
    return _try(request, lambda: services.try_mail(user=request.user))


@login_required
@require_POST
def channel(request: UserRequest, number: int) -> HttpResponse:
    """Change a device or service, send a test there, turn it on again, or remove it."""
    found = get_object_or_404(Channel, pk=number, user=request.user)
    if "try" in request.POST:
        return _try(request, lambda: services.try_channel(channel=found))
    if "remove" in request.POST:
        services.remove_channel(channel=found)
        messages.success(request, gettext("Removed."))
        # The browser that shows the page may be the one that no longer gets anything.
        return redirect(f"{reverse('post:when')}?removed")
    if "on" in request.POST:
        services.switch_on(channel=found)
        messages.success(request, gettext("Turned on."))
        return redirect("post:when")
    form = ChannelSettingsForm(found, request.POST)
    if form.is_valid():
        services.set_channel(channel=found, **form.cleaned_data)
        messages.success(request, gettext("Saved."))
    return redirect("post:when")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def trial(request: UserRequest, number: int) -> HttpResponseBase:
    """Tell what is known of a test; a POST says whether it came."""
    own = Letter.objects.filter(recipient=request.user, kind=Trial.kind)
    letter = get_object_or_404(own.select_related("channel"), pk=number)
    if request.method == "POST":
        if "came" in request.POST and letter.channel is not None:
            services.arrived(channel=letter.channel)
        return redirect(_page_of(letter) + ("" if "came" in request.POST else "&missing"))
    response = render(request, "post/trial.html", {"trial": _tried(letter, timezone.now())})
    response["X-Fragment"] = "yes"
    return response


def _tried(letter: Letter, now: datetime, *, missing: bool = False) -> Tried:
    """Return what is known of a test; a device has got it if it has reported a message since.

    A visit says nothing: the page that waits for the test is one itself.
    """
    device = letter.channel if letter.channel and letter.channel.kind == ChannelKind.PUSH else None
    sent = letter.state == Letter.State.SENT
    if device and device.reported_at and device.reported_at > letter.created_at:
        fate = "arrived"
    elif letter.error:
        fate = "failed"
    elif sent and device is None:
        fate = "taken"
    elif missing:
        fate = "missing"
    elif now - letter.created_at < PATIENCE:
        fate = "waits"
    else:
        fate = "silent" if sent else "late"
    return Tried(letter, fate)


def _try(request: UserRequest, order: Callable[[], Letter]) -> HttpResponse:
    """Order a test, and show what becomes of it."""
    try:
        letter = order()
    except PostError as error:
        messages.error(request, str(error))
        return redirect("post:when")
    return redirect(_page_of(letter))


def _page_of(letter: Letter) -> str:
    return f"{reverse('post:when')}?trial={letter.pk}"
