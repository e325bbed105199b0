"""Connect chat apps in one step: ntfy, Telegram and Discord, where the host has set them up."""

import base64
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlencode, urlsplit

import qrcode
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from qrcode.image.svg import SvgPathImage

from games.accounts.models import User
from games.post import chat_tokens, services
from games.post.errors import PostError
from games.post.inbound import chat
from games.post.models import ChannelKind
from games.post.transports import discord_app

TELEGRAM_HEADER = "X-Telegram-Bot-Api-Secret-Token"

LONGEST_CODE = 200
"""Characters of the code that Discord sends back; its own have 30."""

Given = ParamSpec("Given")


def offered() -> set[str]:
    """Return the names of the services that the host has set up."""
    telegram = settings.TELEGRAM_BOT and settings.TELEGRAM_TOKEN and settings.TELEGRAM_SECRET
    ready = {
        ChannelKind.NTFY: bool(settings.NTFY_URL),
        ChannelKind.TELEGRAM: bool(telegram),
        ChannelKind.DISCORD: discord_app.is_set_up(),
    }
    return {kind.value for kind, is_ready in ready.items() if is_ready}


def _of_service(
    kind: ChannelKind,
) -> Callable[
    [Callable[Concatenate[HttpRequest, User, Given], HttpResponse]],
    Callable[Concatenate[HttpRequest, Given], HttpResponse],
]:
    """Let a view be there only where a service is set up, for people who are no guests."""

    def decorate(
        view: Callable[Concatenate[HttpRequest, User, Given], HttpResponse],
    ) -> Callable[Concatenate[HttpRequest, Given], HttpResponse]:
        @wraps(view)
        def respond(
            request: HttpRequest, *args: Given.args, **kwargs: Given.kwargs
        ) -> HttpResponse:
            if kind not in offered():
                raise Http404
            if not request.user.is_authenticated or request.user.guest:
                raise PermissionDenied
            return view(request, request.user, *args, **kwargs)

        # A wrapped function names its first argument, which this type does not.
        return login_required(never_cache(respond))  # type: ignore[return-value]

    return decorate


@require_http_methods(["GET", "HEAD", "POST"])
@_of_service(ChannelKind.NTFY)
def ntfy(request: HttpRequest, user: User) -> HttpResponse:
    """Make a topic that only this person and the site know; show how to follow it on a phone."""
    if request.method == "POST":
        try:
            services.connect_ntfy(user=user)
        except PostError as error:
            messages.error(request, str(error))
            return redirect("post:when")
        return redirect("post:connect-ntfy")
    channel = services.ntfy_of(user)
    if channel is None:
        return redirect("post:when")
    server, _, topic = channel.url.rpartition("/")
    fields = {"display": settings.SITE_NAME}
    if server.startswith("http://"):
        fields["secure"] = "false"
    link = f"ntfy://{urlsplit(server).netloc}/{topic}?{urlencode(fields)}"
    context = {"channel": channel, "link": link, "qr": qr(link), "server": server, "topic": topic}
    return render(request, "post/connect/ntfy.html", context)


@require_safe
@_of_service(ChannelKind.TELEGRAM)
def telegram(request: HttpRequest, user: User) -> HttpResponse:
    """Show the link that connects a person's chat with the bot."""
    token = chat_tokens.token_of(user)
    link = f"https://t.me/{settings.TELEGRAM_BOT}?{urlencode({'start': token})}"
    return render(request, "post/connect/telegram.html", {"link": link, "qr": qr(link)})


@require_safe
@_of_service(ChannelKind.DISCORD)
def discord(request: HttpRequest, user: User) -> HttpResponse:
    """Lead to Discord, where a person chooses a channel."""
    return redirect(discord_app.ask_url(user, request.session.session_key or ""))


@require_safe
@_of_service(ChannelKind.DISCORD)
def discord_back(request: HttpRequest, user: User) -> HttpResponse:
    """Add the webhook of the channel that a person has chosen at Discord.

    Discord leads here by GET; the state tells that this session has asked for it.
    """
    state, code = (request.GET.get(name, "") for name in ("state", "code"))
    if not discord_app.is_from(user, request.session.session_key or "", state):
        messages.error(request, str(discord_app.REFUSED))
    elif not 0 < len(code) <= LONGEST_CODE:
        messages.info(request, gettext("You haven't connected Discord."))
    else:
        try:
            url, name = discord_app.webhook_of(code)
            services.add_channel(user=user, kind=ChannelKind.DISCORD, url=url, label=name)
        except PostError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, gettext("Added. Send a test to see that it works."))
    return redirect("post:when")


@csrf_exempt
@require_POST
def updates(request: HttpRequest) -> HttpResponse:
    """Take what people write to the bot; Telegram proves itself by a secret in the header.

    It is answered 200 in any case, or it would come again.
    """
    if ChannelKind.TELEGRAM not in offered():
        raise Http404
    secret = request.headers.get(TELEGRAM_HEADER, "")
    if not constant_time_compare(secret, settings.TELEGRAM_SECRET):
        raise PermissionDenied
    # The server has read as much as the header says, and no more.
    if int(request.META.get("CONTENT_LENGTH") or 0) > chat.LONGEST_UPDATE:
        return HttpResponse()
    update = chat.read(request.body)
    said = chat.receive(update) if update else ""
    if update is None or not said:
        return HttpResponse()
    return JsonResponse(
        {
            "method": "sendMessage",
            "chat_id": update.chat,
            "text": said,
            "link_preview_options": {"is_disabled": True},
        }
    )


def qr(link: str) -> str:
    """Return a link as a QR code: the address of a picture that holds it itself."""
    svg = qrcode.make(link, image_factory=SvgPathImage).to_string()
    return f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}"


def updates_url() -> str:
    """Return the address to which Telegram posts what people write to the bot."""
    return settings.SITE_URL + reverse("post:telegram")
