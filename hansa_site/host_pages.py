"""What the people who run the site say about it: about, privacy and contact."""

from django.conf import settings
from django.utils.translation import gettext_lazy, pgettext_lazy
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

    It is in `NAME.md` in the folder PAGES_FOLDER, in Markdown.
    """
    if not settings.PAGES_FOLDER:
        return ""
    try:
        with (settings.PAGES_FOLDER / f"{name}.md").open(encoding="utf-8") as file:
            text = file.read(LONGEST)
    except FileNotFoundError:
        return ""
    rendered: str = _markdown.render(text)
    return rendered
