"""Where static files are found."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed names once files are collected; until then the files as they lie in the project."""

    def stored_name(self, name: str) -> str:
        """Return the name under which a file is served."""
        return super().stored_name(name) if self.hashed_files else name
