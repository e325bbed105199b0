"""The URLs of people, statistics and leaderboards."""

from django.urls import URLPattern

app_name = "club"

urlpatterns: list[URLPattern] = []
