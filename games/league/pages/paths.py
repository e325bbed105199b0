"""The paths of pages of leagues, which others link to by the dozen."""

from functools import lru_cache

from django.urls import reverse


@lru_cache(maxsize=10_000)
def path(page: str, *where: str | int) -> str:
    """Return the path of a page: 'division' of a league's slug, a season and a division."""
    return reverse(f"league:{page}", args=where)
