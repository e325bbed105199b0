"""The pages of a person's own account, besides those of django-allauth."""

from dataclasses import asdict
from http import HTTPStatus

from allauth.account.decorators import reauthentication_required
from allauth.account.utils import passthrough_next_redirect_url
from allauth.mfa.totp import views as totp
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts import bot_accounts as bots
from games.accounts import deletion, exporting, languages, people, services, tokens
from games.accounts import sessions as browsers
from games.accounts.display import Display
from games.accounts.forms.profile import (
    AboutForm,
    BotAccountForm,
    DisplayForm,
    ProfileForm,
    RestForm,
    VacationForm,
)
from games.accounts.forms.token import TokenForm
from games.accounts.models import Closing, Profile, User
from games.accounts.refusals import refusal, reported
from games.accounts.requests import PageRequest, UserRequest, asked_again, way_back

_NO_BOT = gettext_lazy("This bot was closed already.")


@asked_again
@login_required
def profile(request: UserRequest) -> HttpResponse:
    """Show and change the person's name and time zone."""
    # A separate copy, so that a refused name does not show in the page's header.
    person = User.objects.get(pk=request.user.pk)
    form = ProfileForm(request.POST or None, instance=person)
    if request.method == "POST" and form.is_valid():
        services.change_profile(user=person, **form.cleaned_data)
        messages.success(request, gettext("Saved."))
        return redirect("accounts:profile")
    about = AboutForm(instance=Profile.of(person))
    return render(request, "accounts/profile.html", {"form": form, "about": about})


@login_required
@require_POST
def about(request: UserRequest) -> HttpResponse:
    """Change what the person tells about themselves, and who sees what of their profile."""
    person = User.objects.get(pk=request.user.pk)
    form = AboutForm(request.POST, instance=Profile.of(person))
    if form.is_valid():
        people.change_about(profile=form.instance)
        messages.success(request, gettext("Saved."))
        return redirect("accounts:profile")
    context = {"form": ProfileForm(instance=person), "about": form}
    return render(request, "accounts/profile.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def display(request: PageRequest) -> HttpResponse:
    """Show and change how the site looks and behaves in this browser, for anyone."""
    form = DisplayForm(request.POST or None, initial=asdict(Display.of(request)))
    if request.method == "POST" and form.is_valid():
        response = redirect("accounts:display")
        form.display().keep(response)
        messages.success(request, gettext("Saved for this browser."))
        return response
    return render(request, "accounts/display.html", {"form": form})


@require_POST
def language(request: PageRequest) -> HttpResponse:
    """Speak another language in this browser, and to the person who is signed in."""
    code, user = request.POST.get("language", ""), request.user
    response = HttpResponseRedirect(languages.plain(way_back(request, "/")))
    if code in languages.listed():
        languages.keep(response, code)
        if user.is_authenticated:
            services.change_language(user=user, language=code)
    return response


@never_cache
@require_safe
def here(request: PageRequest) -> HttpResponse:
    """Return what a page for everyone lacks: who is signed in, and the token of forms."""
    response = render(request, "accounts/here.html")
    response["X-Fragment"] = "yes"
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rest(request: UserRequest) -> HttpResponse:
    """Show and change the person's hours of sleep and weekends off."""
    person = User.objects.get(pk=request.user.pk)
    form = RestForm(request.POST or None, instance=person)
    if request.method == "POST" and form.is_valid():
        services.change_rest(user=person, **form.cleaned_data)
        messages.success(request, gettext("Saved. Running clocks are updated too."))
        return redirect("accounts:rest")
    return _rest_page(request, form, VacationForm())


@login_required
@require_POST
def book_vacation(request: UserRequest) -> HttpResponse:
    """Book a vacation."""
    form = VacationForm(request.POST)
    if form.is_valid():
        with refusal() as refused:
            services.book_vacation(user=request.user, **form.cleaned_data)
        if not refused:
            messages.success(request, gettext("Vacation booked. Your clocks stop on these days."))
            return redirect("accounts:rest")
        form.add_error(None, refused.reason)
    return _rest_page(request, RestForm(instance=request.user), form)


@login_required
@require_POST
def cancel_vacation(request: UserRequest, vacation_id: int) -> HttpResponseBase:
    """Cancel the remaining days of a vacation."""
    with reported(
        request, gettext("Vacation cancelled. Your clocks run again on the remaining days.")
    ):
        services.cancel_vacation(user=request.user, vacation_id=vacation_id)
    return redirect("accounts:rest")


@login_required
@require_safe
def sessions(request: UserRequest) -> HttpResponse:
    """Show in which browsers and by which programs the person is signed in."""
    context = {
        "sessions": browsers.signed_in(request.user, request.session.session_key),
        "tokens": tokens.tokens_of(request.user),
    }
    return render(request, "accounts/sessions.html", context)


@login_required
@require_POST
def end_session(request: UserRequest, number: int) -> HttpResponse:
    """Sign the person out of one browser."""
    if browsers.end(user=request.user, number=number):
        messages.success(request, gettext("Signed out there."))
    else:
        messages.error(request, gettext("You were already signed out there."))
    return redirect("accounts:sessions")


@login_required
@require_POST
def end_other_sessions(request: UserRequest) -> HttpResponse:
    """Sign the person out of all browsers but this one."""
    browsers.end_others(user=request.user, but=request.session.session_key)
    messages.success(request, gettext("Signed out everywhere else."))
    return redirect("accounts:sessions")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required  # type: ignore[untyped-decorator]
@never_cache
def new_token(request: UserRequest, number: int | None = None) -> HttpResponse:
    """Ask what a new token is for, after the password; then show its secret, this once.

    It is the person's own, or with a `number` one of a bot account of theirs.
    """
    bot = None if number is None else _bot_of(request, number)
    account = bot or request.user
    form = TokenForm(account, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusal() as refused:
            token, secret = tokens.create(user=account, **form.cleaned_data)
        if not refused:
            context = {"token": token, "secret": secret, "bot": bot}
            return render(request, "accounts/token.html", context)
        form.add_error(None, refused.reason)
    return render(request, "accounts/new_token.html", {"form": form, "bot": bot})


@login_required
@require_POST
def revoke_token(request: UserRequest, number: int) -> HttpResponse:
    """End one of the person's tokens."""
    if tokens.revoke(user=request.user, number=number):
        messages.success(request, gettext("The token is revoked."))
    else:
        messages.error(request, gettext("This token was revoked already."))
    return redirect("accounts:sessions")


@asked_again
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bot_accounts(request: UserRequest) -> HttpResponse:
    """Show the person's bot accounts; the form makes one more."""
    form = BotAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusal() as refused:
            bot = bots.create(owner=request.user, name=form.cleaned_data["username"])
        if not refused:
            messages.success(
                request,
                gettext("{name} is there. Now make a token for it.").format(name=bot.called),
            )
            return redirect("accounts:bot-accounts")
        form.add_error(None, refused.reason)
    own = bots.bots_of(request.user)
    context = {"form": form, "bots": own, "full": len(own) >= bots.MOST, "most": bots.MOST}
    return render(request, "accounts/bot_accounts.html", context)


@login_required
@require_POST
def seat_bot(request: UserRequest, number: int) -> HttpResponse:
    """Let everyone seat a bot account of the person's, or only them."""
    allowed = request.POST.get("by") == "all"
    if bots.set_seated_by_all(owner=request.user, number=number, allowed=allowed):
        messages.success(request, gettext("Saved."))
    else:
        messages.error(request, _NO_BOT)
    return redirect("accounts:bot-accounts")


@login_required
@require_POST
def close_bot(request: UserRequest, number: int) -> HttpResponse:
    """Close a bot account of the person's for good."""
    if bots.close(owner=request.user, number=number):
        messages.success(request, gettext("The bot is closed. Its running games go on without it."))
    else:
        messages.error(request, _NO_BOT)
    return redirect("accounts:bot-accounts")


def _bot_of(request: UserRequest, number: int) -> User:
    """Return an open bot account of the person's; raises Http404."""
    bot = bots.bot_of(request.user, number)
    if bot is None or not bot.is_active:
        raise Http404("You have no such bot.")
    return bot


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def data(request: UserRequest) -> HttpResponseBase:
    """Show how to get and delete the person's data; the button asks for an export."""
    if request.method == "POST":
        with reported(request):
            exporting.ask(user=request.user)
        return redirect("accounts:data")
    context = {
        "export": exporting.latest(request.user),
        "again_at": exporting.may_ask_at(request.user),
        "closing": Closing.objects.filter(user=request.user).first(),
        "days": exporting.LASTS.days,
        "address": request.user.confirmed_address(),
    }
    response = render(request, "accounts/data.html", context)
    # While the copy is made, the page asks for its own part about it; play.js inserts nothing else.
    response["X-Fragment"] = "yes"
    return response


@login_required
@require_safe
@never_cache
def download(request: UserRequest, number: int) -> HttpResponseBase:
    """Send an export to its owner; to others, and once it has expired, it is not there."""
    export = exporting.ready(request.user, number)
    if export is None:
        return render(request, "accounts/no_export.html", status=404)
    response = StreamingHttpResponse(exporting.content_of(export), content_type="application/zip")
    response["Content-Length"] = str(export.size)
    name = f"{settings.SITE_NAME.lower()}-{export.made_at:%Y-%m-%d}.zip"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(enabled=lambda request: request.method == "POST")  # type: ignore[untyped-decorator]
def delete(request: UserRequest) -> HttpResponse:
    """Show what deleting the account means; the button plans it, after the password."""
    if request.method == "POST":
        deletion.ask(user=request.user)
        return redirect("accounts:delete")
    context = {
        "closing": Closing.objects.filter(user=request.user).first(),
        "days": deletion.WAIT.days,
        "address": request.user.confirmed_address(),
    }
    return render(request, "accounts/delete.html", context)


@login_required
@require_POST
def keep(request: UserRequest) -> HttpResponse:
    """Stop the deletion of the account."""
    deletion.keep(user=request.user)
    messages.success(request, deletion.KEPT)
    return redirect("accounts:delete")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def keep_by_link(request: PageRequest, token: str) -> HttpResponse:
    """Stop the deletion of an account with the link in its email, without signing in.

    Opening the link changes nothing, because mail scanners open links too.
    """
    if deletion.number_in(token) is None:
        raise Http404("This link is incomplete.")
    user = deletion.read(token)
    if user is None:
        return render(request, "accounts/keep.html", {"gone": True}, status=HTTPStatus.GONE)
    if request.method == "POST":
        deletion.keep(user=user)
    closing = Closing.objects.filter(user=user).first()
    return render(request, "accounts/keep.html", {"closing": closing})


def _rest_page(request: UserRequest, form: RestForm, vacation_form: VacationForm) -> HttpResponse:
    person = User.objects.get(pk=request.user.pk)
    today = services.today_of(person)
    context = {
        "form": form,
        "vacation_form": vacation_form,
        "vacations": person.vacations.filter(last__gte=today),
        "today": today,
        "days": services.VACATION_DAYS,
        "years": [
            (year, services.days_left(person, year)) for year in (today.year, today.year + 1)
        ],
    }
    return render(request, "accounts/rest.html", context)


def activate_totp(request: HttpRequest) -> HttpResponseBase:
    """Set up an authenticator app as allauth does; the page with the codes leads on to `next`."""
    response: HttpResponseBase = totp.activate_totp(request)
    codes = reverse("mfa_view_recovery_codes")
    if isinstance(response, HttpResponseRedirect) and response.url == codes:
        return redirect(passthrough_next_redirect_url(request, codes, REDIRECT_FIELD_NAME))
    return response
