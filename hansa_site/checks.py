"""What `manage.py check` says of the languages of the site, and of its pushes."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage
from django.core.checks import Warning as CheckWarning

from games.post import contact
from hansa_site.languages import DOMAINS, is_whole


def languages(**_: Any) -> list[CheckMessage]:
    """Return a warning for each catalogue that lacks sentences of a language that is listed.

    Those who list a language in BEGUN_LANGUAGES know that it is not done.
    """
    return [
        CheckWarning(
            f"LANGUAGES has '{code}', but its catalogue {domain.name}.po is not whole.",
            hint="python -m hansa_site.catalogues share",
            id="hansa_site.W001",
        )
        for code, _ in settings.LANGUAGES
        for domain in DOMAINS
        if code not in {"en", *settings.BEGUN_LANGUAGES}
        and not is_whole(domain.folder / code / "LC_MESSAGES" / f"{domain.name}.po")
    ]


def pushes(**_: Any) -> list[CheckMessage]:
    """Return a warning if Apple would refuse this site's pushes."""
    if settings.DEBUG or contact.can_be_reached():
        return []
    return [
        CheckWarning(
            "iPhones and Safari get no notifications: Apple refuses those of a site without a "
            "contact address.",
            hint="Set CONTACT to an address that you read, or SITE_URL to a public https:// one.",
            id="hansa_site.W002",
        )
    ]
