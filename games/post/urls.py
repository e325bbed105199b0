"""The addresses of the mail room."""

from django.urls import URLPattern

app_name = "post"

urlpatterns: list[URLPattern] = []
