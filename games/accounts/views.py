"""The pages of one's own account, beside those of django-allauth."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.accounts import services
from games.accounts.forms import ProfileForm
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
