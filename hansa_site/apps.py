"""The configuration of the site as a Django app."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Let every process measure its pages and tasks."""

    name = "hansa_site"

    def ready(self) -> None:
        """Import what measures; it must know the settings first."""
        from hansa_site import metrics  # noqa: PLC0415

        metrics.forget_ended()
