"""What browsers tell about themselves: that they want pushes, are here, or have got one."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import User
from games.accounts.sessions import browser_of
from games.post import push_key, services
from games.post.errors import PostError
from games.post.reports import channel_of
from games.post.transports import webpush

LONGEST_ENDPOINT = 1000
"""Characters, as `Channel.url` has them."""

UNREADABLE = gettext_lazy("Your browser told us something that we can't read.")


@require_safe
@login_required
@never_cache
def key(request: HttpRequest) -> HttpResponse:
    """Tell a browser which key to subscribe to."""
    return JsonResponse({"key": push_key.public_key()})


@login_required
@require_POST
def connect(request: HttpRequest) -> HttpResponse:
    """Send pushes to the browser that asks; a refusal is one sentence."""
    endpoint = request.POST.get("endpoint", "")
    keys = {name: request.POST.get(name, "") for name in ("p256dh", "auth")}
    if len(endpoint) > LONGEST_ENDPOINT:
        return _refused(UNREADABLE)
    try:
        webpush.DeviceKeys.read(**keys)
        services.connect_device(
            user=_person(request),
            endpoint=endpoint,
            keys=keys,
            session_key=request.session.session_key or "",
            label=browser_of(request.headers.get("User-Agent", "")),
        )
    except webpush.BadKeys:
        return _refused(UNREADABLE)
    except PostError as error:
        return _refused(error)
    return HttpResponse(status=204)


@login_required
@require_POST
def here(request: HttpRequest) -> HttpResponse:
    """Note that a device is at the site, in this session.

    It connects again if it is not `known`, or is `off` because its pushes failed.
    """
    device = services.visited(
        user=_person(request),
        endpoint=request.POST.get("endpoint", "")[:LONGEST_ENDPOINT],
        session_key=request.session.session_key or "",
    )
    off = device is not None and not device.active
    return JsonResponse({"known": device is not None, "off": off})


@csrf_exempt
@require_POST
def arrived(request: HttpRequest, token: str) -> HttpResponse:
    """Note that a device has got a push; its worker says so without signing in."""
    channel = channel_of(token)
    if channel is not None:
        services.arrived(channel=channel)
    return HttpResponse(status=204)


def _refused(why: object) -> HttpResponse:
    return HttpResponse(str(why), status=400, content_type="text/plain; charset=utf-8")


def _person(request: HttpRequest) -> User:
    """Return the signed-in user, who is no guest: guests get no notifications."""
    if not request.user.is_authenticated or request.user.guest:
        raise PermissionDenied
    return request.user
