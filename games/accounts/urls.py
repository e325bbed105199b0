"""The addresses of the preferences."""

from django.urls import URLPattern

app_name = "accounts"

urlpatterns: list[URLPattern] = []
