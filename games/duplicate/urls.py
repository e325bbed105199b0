"""The URLs of duplicates."""

from django.urls import path

from games.duplicate.views import weeks

app_name = "duplicate"

urlpatterns = [
    path("duplicates/", weeks.weeks, name="weeks"),
    path("duplicates/join", weeks.join, name="join"),
    path("duplicates/<int:year>/<int:week>/", weeks.week, name="week"),
]
