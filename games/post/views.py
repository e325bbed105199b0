"""The pages of notifications, unsubscribing and the test mailbox."""

from datetime import datetime
from typing import Any

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.accounts.intake import takes
from games.accounts.models import User
from games.post import channels, services, topics
from games.post.errors import PostError
from games.post.forms import ScheduleForm, UsualScheduleForm, WebhookForm
from games.post.mailbox import Mail, mail, mails
from games.post.models import BouncedAddress, Letter, Schedule
from games.post.unsubscribe import read

# An email can be framed by our own page, where it can only open links in new windows.
_HARMLESS = {
    "style-src": [UNSAFE_INLINE],
    "img-src": ["data:"],
    "frame-ancestors": [SELF],
    "sandbox": ["allow-popups", "allow-popups-to-escape-sandbox"],
}

RECENT = 60
"""Letters whose topics a person can choose a schedule for."""


@login_required
def letters(request: HttpRequest) -> HttpResponse:
    """Show the delivery of a user's letters; with ?all also unneeded ones."""
    own = Letter.objects.of(_person(request)).filter(bundle=None)
    shown = own if "all" in request.GET else own.exclude(state=Letter.State.SUPERSEDED)
    parts = Prefetch("parts", Letter.objects.order_by("due_at", "pk"))
    page = Paginator(shown.select_related("channel").prefetch_related(parts), 30).get_page(
        request.GET.get("page")
    )
    context = {
        "page": page,
        "names": topics.names_of({letter.topic for letter in page}),
        "aside": own.superseded().count(),
        "all": "all" in request.GET,
        **_address(request),
        "now": timezone.now(),
    }
    return render(request, "post/letters.html", context)


@login_required
@require_POST
def works_again(request: HttpRequest) -> HttpResponse:
    """Start sending to a bounced address again."""
    services.works_again(user=_person(request))
    messages.success(request, gettext("We're sending emails there again."))
    return redirect("post:letters")


@login_required
def when(request: HttpRequest) -> HttpResponse:
    """Show a user's devices, services and schedule, and links to those of single games."""
    if request.method == "POST" and "keep" in request.POST:
        return _make_one(request)
    form = UsualScheduleForm(_person(request), "", request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, gettext("Saved. Waiting emails follow it too."))
        return redirect("post:when")
    return _when(request, form, WebhookForm(label_suffix=""))


@login_required
def about(request: HttpRequest, topic: str) -> HttpResponse:
    """Show and change a user's schedule for one topic."""
    schedules = Schedule.objects.filter(user=_person(request), topic=topic)
    letters = Letter.objects.filter(recipient=_person(request), topic=topic)
    own = schedules.exists()
    if not own and not letters.exists():
        raise Http404("You won't get emails about this any more.")
    name = topics.name_of(topic)
    if request.method == "POST" and "drop" in request.POST:
        services.drop_schedule(user=_person(request), topic=topic)
        said = gettext("%(name)s uses your usual schedule again.") % {"name": name}
        messages.success(request, said)
        return redirect("post:when")
    form = ScheduleForm(_person(request), topic, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, gettext("Saved for %(name)s.") % {"name": name})
        return redirect("post:when")
    return render(request, "post/about.html", {"form": form, "name": name, "own": own})


@login_required
@require_POST
def webhooks(request: HttpRequest) -> HttpResponse:
    """Add a webhook."""
    form = WebhookForm(request.POST, label_suffix="")
    if form.is_valid():
        try:
            services.add_channel(user=_person(request), **form.cleaned_data)
        except PostError as error:
            form.add_error("url", str(error))
        else:
            messages.success(request, gettext("Added. Send a test to see that it works."))
            return redirect("post:when")
    return _when(request, UsualScheduleForm(_person(request), ""), form)


@takes(parts=True)
@never_cache
@csrf_exempt
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe a user from a topic on POST; on GET show the button to do or undo it.

    Works for mail programs and without signing in: the token is signed. Some of them send their
    form in parts (RFC 8058).
    """
    subscription = read(token)
    if subscription is None:
        raise Http404("This address is incomplete.")
    user, topic = subscription
    context = {"about": topics.emails_of(topic), "person": user}
    if request.method == "POST":
        undo = "undo" in request.POST
        change = services.subscribe_again if undo else services.unsubscribe
        change(user=user, topic=topic)
        context["done"] = "again" if undo else "ended"
    elif user.schedules.filter(topic=topic, mode=Schedule.Mode.NONE).exists():
        context["done"] = "ended"
    return render(request, "post/unsubscribe.html", context)


def mailbox(request: HttpRequest) -> HttpResponse:
    """List the stored emails of a site without a mail server."""
    _only_here()
    return render(request, "post/mailbox.html", {"mails": mails()})


def one_mail(request: HttpRequest, file: str, number: int) -> HttpResponse:
    """Show one stored email."""
    return render(request, "post/mail.html", {"mail": _find(file, number)})


@xframe_options_sameorigin
@csp_replace(_HARMLESS)  # type: ignore[arg-type] # it passes URL arguments on
def mail_html(request: HttpRequest, file: str, number: int) -> HttpResponse:
    """Return the HTML of a stored email."""
    html = _find(file, number).html
    return HttpResponse(html.replace("<head>", '<head><base target="_blank">', 1))


def _person(request: HttpRequest) -> User:
    """Return the signed-in user, on pages that require one."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


def _make_one(request: HttpRequest) -> HttpResponse:
    """Make a user's quiet hours and sleep the same."""
    person = User.objects.get(pk=_person(request).pk)
    try:
        services.make_one(user=person, keep=request.POST["keep"])
    except PostError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, gettext("Your quiet hours and your sleep now match."))
    return redirect("post:when")


def _when(request: HttpRequest, form: ScheduleForm, webhook_form: WebhookForm) -> HttpResponse:
    own = Schedule.objects.filter(user=_person(request)).exclude(topic="")
    modes = {schedule.topic: schedule.get_mode_display() for schedule in own}
    names = _topics(request)
    connected = channels.settings_of(_person(request))
    context: dict[str, Any] = {
        "form": form,
        "apart": services.hours_apart(_person(request)),
        **_address(request),
        "webhook_form": webhook_form,
        "channels": connected,
        "check": "removed" in request.GET or any(each.reconnects for each in connected),
        "trial": channels.tried(request, _person(request)),
        "last_sent": _last_sent(_person(request)),
        "topics": [(topic, name, modes.get(topic)) for topic, name in names.items()],
    }
    return render(request, "post/when.html", context)


def _address(request: HttpRequest) -> dict[str, Any]:
    """Return where the user's emails go, and what came back from there, for post/address.html."""
    address = _person(request).confirmed_address()
    bounced = BouncedAddress.objects.filter(address__iexact=address or "").first()
    return {"late": services.mail_is_late(), "address": address, "bounced": bounced}


def _last_sent(user: User) -> datetime | None:
    """Return when a user was last sent an email, or None."""
    sent = Letter.objects.of(user).filter(channel=None, state=Letter.State.SENT)
    return sent.values_list("sent_at", flat=True).first()


def _topics(request: HttpRequest) -> dict[str, str]:
    """Return the names of the topics of a user's letters, the newest first."""
    recent = Letter.objects.of(_person(request)).values_list("topic", flat=True)[:RECENT]
    schedules = Schedule.objects.filter(user=_person(request)).order_by("-pk")
    wished = schedules.values_list("topic", flat=True)
    return topics.names_of(list(filter(None, dict.fromkeys([*recent, *wished]))))


def _find(file: str, number: int) -> Mail:
    _only_here()
    found = mail(file, number)
    if found is None:
        raise Http404("There is no such email.")
    return found


def _only_here() -> None:
    if not settings.DEBUG:
        raise Http404("Emails are shown only where DEBUG is on.")
