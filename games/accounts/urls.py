"""The URLs of a person's own account, besides those of django-allauth."""

from django.urls import path

from games.accounts import views

app_name = "accounts"

urlpatterns = [
    path("profile/", views.profile, name="profile"),
    path("rest/", views.rest, name="rest"),
    path("rest/vacation", views.book_vacation, name="book-vacation"),
    path("rest/vacation/<int:vacation_id>/cancel", views.cancel_vacation, name="cancel-vacation"),
]
