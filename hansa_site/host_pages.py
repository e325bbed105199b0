"""What the people who run the site say about it: about, privacy and contact."""

from contextlib import suppress

from django.conf import settings
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from markdown_it import MarkdownIt

PAGES = {
    "about": gettext_lazy("About this site"),
    "privacy": pgettext_lazy("link", "Privacy"),
    "contact": pgettext_lazy("link", "Contact"),
}
"""The titles of the pages, by name."""

LONGEST = 100_000
"""Characters of a page."""

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


def host_text(name: str) -> str:
    """Return the host's own text of a page as HTML, '' if they have written none.

    It is in the folder PAGES_FOLDER, in Markdown: in `NAME.de.md` for a page in German, in
    `NAME.md` for all languages without a file of their own.
    """
    if settings.PAGES_FOLDER:
        for file in (f"{name}.{get_language()}.md", f"{name}.md"):
            with (
                suppress(FileNotFoundError),
                (settings.PAGES_FOLDER / file).open(encoding="utf-8") as text,
            ):
                rendered: str = _markdown.render(text.read(LONGEST))
                return rendered
    return ""
