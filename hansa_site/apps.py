"""The configuration of the site as a Django app."""

import logging

from django.apps import AppConfig
from django.core.checks import register

from hansa_site import checks, constants
from hansa_site.languages import DOMAINS, is_stale

log = logging.getLogger(__name__)


class SiteConfig(AppConfig):
    """Let every process measure its pages and tasks, and speak every language."""

    name = "hansa_site"

    def ready(self) -> None:
        """Import what measures; it must know the settings first."""
        from hansa_site import metrics  # noqa: PLC0415

        metrics.forget_ended()
        register(checks.languages)
        register(checks.pushes, deploy=True)
        constants.register()
        if any(is_stale(path) for domain in DOMAINS for path in domain.files()):
            _compile()


def _compile() -> None:
    from hansa_site import catalogues  # noqa: PLC0415 - most processes need no Babel

    try:
        catalogues.compile_stale()
    except OSError as error:
        # Those who installed it own the code, and the site's own user may not write there.
        log.warning(
            "The catalogues of languages are out of date: run python -m hansa_site.catalogues"
            " compile as the user who owns the code. %s",
            error,
        )
