"""The pages of one's own account, beside those of django-allauth."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts import services
from games.accounts.errors import NoVacation
from games.accounts.forms import ProfileForm, RestForm, VacationForm
from games.accounts.models import User


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """Show and change one's name and time zone."""
    # A copy of one's own, so that a refused name does not stand in the page's head.
    person = User.objects.get(pk=request.user.pk)
    form = ProfileForm(request.POST or None, instance=person)
    if request.method == "POST" and form.is_valid():
        services.change_profile(user=person, **form.cleaned_data)
        messages.success(request, "Saved.")
        return redirect("accounts:profile")
    return render(request, "accounts/profile.html", {"form": form})


@login_required
@require_http_methods(["GET", "POST"])
def rest(request: HttpRequest) -> HttpResponse:
    """Show and change the hours and days on which one's clocks stand still."""
    person = User.objects.get(pk=request.user.pk)
    form = RestForm(request.POST or None, instance=person)
    if request.method == "POST" and form.is_valid():
        services.change_rest(user=person, **form.cleaned_data)
        messages.success(request, "Saved. Clocks that run keep to it too.")
        return redirect("accounts:rest")
    return _rest_page(request, form, VacationForm())


@login_required
@require_POST
def book_vacation(request: HttpRequest) -> HttpResponse:
    """Book days off."""
    form = VacationForm(request.POST)
    if form.is_valid():
        try:
            services.book_vacation(user=request.user, **form.cleaned_data)
        except NoVacation as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, "Your clocks stand still on these days.")
            return redirect("accounts:rest")
    return _rest_page(request, RestForm(instance=request.user), form)


@login_required
@require_POST
def cancel_vacation(request: HttpRequest, vacation_id: int) -> HttpResponse:
    """Give back days off that are still to come."""
    try:
        services.cancel_vacation(user=request.user, vacation_id=vacation_id)
    except NoVacation as error:
        messages.error(request, str(error))
    else:
        messages.success(request, "The days that were still to come count again.")
    return redirect("accounts:rest")


def _rest_page(request: HttpRequest, form: RestForm, vacation_form: VacationForm) -> HttpResponse:
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
