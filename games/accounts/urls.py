"""The addresses of one's own account, beside those of django-allauth."""

from django.urls import path

from games.accounts import views

app_name = "accounts"

urlpatterns = [path("profile/", views.profile, name="profile")]
