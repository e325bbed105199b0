"""The addresses of lobby and table."""

from django.urls import URLPattern

app_name = "play"

urlpatterns: list[URLPattern] = []
