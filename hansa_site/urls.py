"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("accounts/", include("games.accounts.urls")),
    path("post/", include("games.post.urls")),
    path("", include("games.play.urls")),
]

handler500 = "hansa_site.views.server_error"
