"""The storage of static files."""

from typing import Any

import rjsmin
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


def is_ours(name: str) -> bool:
    """Return whether a static file is a script of this project, rather than of a package."""
    return name.endswith(".js") and "/" not in name


def without_comments(script: str) -> str:
    """Return a script without comments and blank space, which readers of the source need."""
    text: str = rjsmin.jsmin(script)
    return text


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Use hashed names once files are collected; until then, the files of the project."""

    def stored_name(self, name: str) -> str:
        """Return the name a file is served under."""
        return super().stored_name(name) if self.hashed_files else name

    def _save(self, name: str, content: Any) -> str:
        if is_ours(name):
            # What the name's hash was made from has been read to its end.
            content.seek(0)
            content = ContentFile(without_comments(content.read().decode()).encode())
        saved: str = super()._save(name, content)
        return saved
