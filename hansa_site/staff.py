"""The staff pages, open only to staff who signed in with a second factor."""

from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from games.accounts.staff import has_passed_second_factor

SET_IT_UP = "You need a second factor to open the staff pages. Set one up first."


class StaffSite(AdminSite):
    """Django's admin behind the site's own sign-in."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether a staff member has passed the second factor in this session."""
        return super().has_permission(request) and has_passed_second_factor(request)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to what is missing: the sign-in, the setup of a second factor, or its code."""
        wanted = request.GET.get(REDIRECT_FIELD_NAME, "")
        if not url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
            wanted = reverse("admin:index")
        if not request.user.is_authenticated:
            return redirect_to_login(wanted)
        if not super().has_permission(request):
            raise PermissionDenied
        if not is_mfa_enabled(request.user):
            messages.warning(request, SET_IT_UP)
            return redirect_to_login(wanted, reverse("mfa_activate_totp"))
        if not has_passed_second_factor(request):
            return redirect_to_login(wanted, reverse("mfa_reauthenticate"))
        return redirect(wanted)
