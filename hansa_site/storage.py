"""The storage of static files."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Use hashed names once files are collected; until then, the files of the project."""

    def stored_name(self, name: str) -> str:
        """Return the name a file is served under."""
        return super().stored_name(name) if self.hashed_files else name
