"""The addresses of the API, each version under its own prefix."""

from django.urls import path

from games.api.api import api

urlpatterns = [path("v1/", api.urls)]
