"""The URLs of the site."""

from allauth.account import views as account
from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from games.accounts.requests import asked_again
from games.accounts.views import activate_totp
from hansa_site.home_screen import manifest, offline, worker
from hansa_site.host_pages import PAGES
from hansa_site.middleware import PROVIDERS
from hansa_site.views import host_page, robots, site_health

urlpatterns = [
    path("admin/", admin.site.urls),
    # Ours come first, in place of allauth's: the list of sessions, the setup of an app, and what
    # two clicks could break.
    path("accounts/", include("games.accounts.urls")),
    path("accounts/signup/", asked_again(account.signup), name="account_signup"),
    path("accounts/email/", asked_again(account.email), name="account_email"),
    path("accounts/2fa/totp/activate/", activate_totp, name="mfa_activate_totp"),
    path("accounts/", include("allauth.urls")),
    path("post/", include("games.post.urls")),
    path("staff/health/", site_health, name="staff-health"),
    path("robots.txt", robots, name="robots"),
    path("site.webmanifest", manifest, name="manifest"),
    path("worker.js", worker, name="worker"),
    path("offline/", offline, name="offline"),
    *(path(f"{name}/", host_page, {"name": name}, name=name) for name in PAGES),
    path("api/", include("games.api.urls")),
    path("", include("games.play.urls")),
    path("", include("games.study.urls")),
    path("", include("games.club.urls")),
    path("", include("games.league.urls")),
    path("", include("games.duplicate.urls")),
]

if settings.ANYMAIL.get("WEBHOOK_SECRET"):
    urlpatterns.append(path(PROVIDERS, include("anymail.urls")))

handler500 = "hansa_site.views.server_error"
