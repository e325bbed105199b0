"""How the wheel is built: with the catalogues of every language, compiled."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools.command.build_py import build_py


class WithCatalogues(build_py):
    """Add what programs read of each catalogue; an editable install has it beside the catalogue."""

    def run(self) -> None:
        """Build the packages, then compile."""
        super().run()
        target = Path() if self.editable_mode else Path(self.build_lib)
        for path in sorted(Path().glob("games/wording/locale/*/LC_MESSAGES/*.po")):
            compiled = target / path.with_suffix(".mo")
            compiled.parent.mkdir(parents=True, exist_ok=True)
            with path.open("rb") as read, compiled.open("wb") as written:
                write_mo(written, read_po(read, locale=path.parent.parent.name))
