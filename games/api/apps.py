"""The configuration of the doors for programs as a Django app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The doors for programs."""

    name = "games.api"
    verbose_name = "API"
