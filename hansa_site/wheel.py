"""How the library is packed: with the catalogues of every language, in the wheel compiled."""

from collections.abc import Iterator
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist


def catalogues() -> Iterator[Path]:
    """Yield the catalogues of the library, in the folder that it is built in."""
    yield from sorted(Path().glob("games/wording/locale/*/LC_MESSAGES/*.po"))


class WithSources(sdist):
    """Add to the source distribution what the wheel is built from."""

    def make_distribution(self) -> None:
        """Pack the usual files, this one and the catalogues."""
        self.filelist.extend(["hansa_site/wheel.py", *map(str, catalogues())])
        super().make_distribution()


class WithCatalogues(build_py):
    """Add what programs read of each catalogue; an editable install has it beside the catalogue."""

    def run(self) -> None:
        """Build the packages, then compile."""
        super().run()
        target = Path() if self.editable_mode else Path(self.build_lib)
        for path in catalogues():
            compiled = target / path.with_suffix(".mo")
            compiled.parent.mkdir(parents=True, exist_ok=True)
            with path.open("rb") as read, compiled.open("wb") as written:
                write_mo(written, read_po(read, locale=path.parent.parent.name))
