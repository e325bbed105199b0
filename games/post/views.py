"""The pages of the mail room."""

from typing import Any

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.accounts.models import User
from games.post import services, subjects
from games.post.errors import PostError
from games.post.forms import CadenceForm, ChannelForm, UsualCadenceForm
from games.post.mailbox import Mail, mail, mails
from games.post.models import BouncedAddress, Cadence, Channel, Letter
from games.post.unsubscribe import read
from games.post.webhooks import secret

# A mail may be shown inside our own page, and do nothing there but open its links in a new one.
_HARMLESS = {
    "style-src": [UNSAFE_INLINE],
    "img-src": ["data:"],
    "frame-ancestors": [SELF],
    "sandbox": ["allow-popups", "allow-popups-to-escape-sandbox"],
}

RECENT = 60
"""Letters among which a person finds the subjects that he may have a wish for."""


@login_required
def letters(request: HttpRequest) -> HttpResponse:
    """Show a person what became of his letters; with ?all those too that were not needed."""
    own = Letter.objects.of(request.user).filter(bundle=None)
    shown = own if "all" in request.GET else own.exclude(state=Letter.State.SUPERSEDED)
    parts = Prefetch("parts", Letter.objects.order_by("due_at", "pk"))
    address = request.user.confirmed_address()
    page = Paginator(shown.select_related("channel").prefetch_related(parts), 30).get_page(
        request.GET.get("page")
    )
    context = {
        "page": page,
        "names": subjects.names_of({letter.subject_of for letter in page}),
        "aside": own.superseded().count(),
        "all": "all" in request.GET,
        "address": address,
        "bounced": BouncedAddress.objects.filter(address__iexact=address or "").first(),
        "now": timezone.now(),
    }
    return render(request, "post/letters.html", context)


@login_required
@require_POST
def try_mail(request: HttpRequest) -> HttpResponse:
    """Send a person a letter that only says that letters arrive."""
    return _done(
        request,
        lambda: services.try_mail(user=request.user),
        "A test letter is on its way; below you see what becomes of it.",
    )


@login_required
@require_POST
def works_again(request: HttpRequest) -> HttpResponse:
    """Write to an address again that mail came back from."""
    services.works_again(user=request.user)
    messages.success(request, "Your letters go there again.")
    return redirect("post:letters")


@login_required
def when(request: HttpRequest) -> HttpResponse:
    """Show and change how a person wants to be told: for all, for some games, through webhooks."""
    if request.method == "POST" and "keep" in request.POST:
        return _make_one(request)
    form = UsualCadenceForm(request.user, "", request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, "Saved, also for the letters that wait.")
        return redirect("post:when")
    return _when(request, form, ChannelForm(label_suffix=""))


@login_required
def about(request: HttpRequest, subject_of: str) -> HttpResponse:
    """Show and change how a person wants to be told of one subject."""
    wishes = Cadence.objects.filter(user=request.user, subject_of=subject_of)
    told = Letter.objects.filter(recipient=request.user, subject_of=subject_of)
    own = wishes.exists()
    if not own and not told.exists():
        raise Http404("You get no letters about this.")
    name = subjects.name_of(subject_of)
    if request.method == "POST" and "drop" in request.POST:
        services.drop_cadence(user=request.user, subject_of=subject_of)
        messages.success(request, f"Letters about {name} come as all others do.")
        return redirect("post:when")
    form = CadenceForm(request.user, subject_of, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, f"Saved for {name}.")
        return redirect("post:when")
    return render(request, "post/about.html", {"form": form, "name": name, "own": own})


@login_required
@require_POST
def webhooks(request: HttpRequest) -> HttpResponse:
    """Add a webhook."""
    form = ChannelForm(request.POST, label_suffix="")
    if form.is_valid():
        try:
            services.add_channel(user=request.user, **form.cleaned_data)
        except PostError as error:
            form.add_error("url", str(error))
        else:
            messages.success(request, "Added. Try it out to see that it works.")
            return redirect("post:when")
    return _when(request, UsualCadenceForm(request.user, ""), form)


@login_required
@require_POST
def webhook(request: HttpRequest, number: int) -> HttpResponse:
    """Try a webhook, switch it on again, or remove it."""
    channel = get_object_or_404(Channel, pk=number, user=request.user)
    if "remove" in request.POST:
        services.remove_channel(channel=channel)
        messages.success(request, "Removed.")
        return redirect("post:when")
    if "on" in request.POST:
        services.switch_on(channel=channel)
        messages.success(request, "Switched on again.")
        return redirect("post:when")
    return _done(
        request,
        lambda: services.try_channel(channel=channel),
        "A test is on its way; below you see what becomes of it.",
    )


@never_cache
@csrf_exempt
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End a person's letters about a subject; a mere GET only shows the button for it.

    Where they are ended already, it shows the button to undo that.

    Open to mail programs and people who are not signed in: who has the address may do it, and undo
    it.
    """
    subscription = read(token)
    if subscription is None:
        raise Http404("This address is not whole.")
    user, subject_of = subscription
    context = {"name": subjects.name_of(subject_of) if subject_of else "", "person": user}
    if request.method == "POST":
        undo = "undo" in request.POST
        change = services.subscribe_again if undo else services.unsubscribe
        change(user=user, subject_of=subject_of)
        context["done"] = "again" if undo else "ended"
    elif user.cadences.filter(subject_of=subject_of, mode=Cadence.Mode.NONE).exists():
        context["done"] = "ended"
    return render(request, "post/unsubscribe.html", context)


def mailbox(request: HttpRequest) -> HttpResponse:
    """List the mails of this machine."""
    _only_here()
    return render(request, "post/mailbox.html", {"mails": mails()})


def one_mail(request: HttpRequest, file: str, number: int) -> HttpResponse:
    """Show a mail of this machine."""
    return render(request, "post/mail.html", {"mail": _find(file, number)})


@xframe_options_sameorigin
@csp_replace(_HARMLESS)
def mail_html(request: HttpRequest, file: str, number: int) -> HttpResponse:
    """Answer with the HTML of a mail, as a mail program would show it."""
    html = _find(file, number).html
    return HttpResponse(html.replace("<head>", '<head><base target="_blank">', 1))


def _make_one(request: HttpRequest) -> HttpResponse:
    """Make a person's quiet hours and sleep the same."""
    person = User.objects.get(pk=request.user.pk)
    try:
        services.make_one(user=person, keep=request.POST["keep"])
    except PostError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, "Your quiet hours and your sleep are the same now.")
    return redirect("post:when")


def _when(request: HttpRequest, form: CadenceForm, channel_form: ChannelForm) -> HttpResponse:
    channels = list(Channel.objects.filter(user=request.user).order_by("pk"))
    own = Cadence.objects.filter(user=request.user).exclude(subject_of="")
    modes = {wish.subject_of: wish.get_mode_display() for wish in own}
    names = _subjects(request)
    context: dict[str, Any] = {
        "form": form,
        "apart": services.hours_apart(request.user),
        "channel_form": channel_form,
        "channels": [(channel, secret(channel)) for channel in channels],
        "subjects": [(subject, name, modes.get(subject)) for subject, name in names.items()],
    }
    return render(request, "post/when.html", context)


def _subjects(request: HttpRequest) -> dict[str, str]:
    """Return the names of what a person's letters are about, the newest first."""
    recent = Letter.objects.of(request.user).values_list("subject_of", flat=True)[:RECENT]
    wishes = Cadence.objects.filter(user=request.user).order_by("-pk")
    wished = wishes.values_list("subject_of", flat=True)
    return subjects.names_of(list(filter(None, dict.fromkeys([*recent, *wished]))))


def _done(request: HttpRequest, change: Any, success: str) -> HttpResponse:
    """Do what is asked, say how it went, and go to the letters."""
    try:
        change()
    except PostError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, success)
    return redirect("post:letters")


def _find(file: str, number: int) -> Mail:
    _only_here()
    found = mail(file, number)
    if found is None:
        raise Http404("There is no such mail.")
    return found


def _only_here() -> None:
    if not settings.DEBUG:
        raise Http404("Mails are shown only on a machine where DEBUG is on.")
