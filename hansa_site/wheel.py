"""How the library is packed: with the catalogues of every language, and with machine code.

`uv build --wheel --no-build-isolation -C--build-option=--with-machine-code` makes a wheel with the
latter, for one Python and one kind of machine.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

BUILDERS = ("wheel", "compiling", "extensions")
"""The modules of hansa_site that wheels are built with."""
WORK = Path("build/compiled")


def catalogues() -> Iterator[Path]:
    """Yield the catalogues of the library, in the folder that it is built in."""
    yield from sorted(Path().glob("games/wording/locale/*/LC_MESSAGES/*.po"))


class WithSources(sdist):
    """Add to the source distribution what wheels are built from."""

    def make_distribution(self) -> None:
        """Pack the usual files, the builders and the catalogues."""
        builders = (f"hansa_site/{name}.py" for name in BUILDERS)
        self.filelist.extend([*builders, *map(str, catalogues())])
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


class Wheel(bdist_wheel):
    """Add machine code of rules and bots beside their sources, if that is asked for."""

    user_options = [
        *bdist_wheel.user_options,
        ("with-machine-code", None, "add machine code of rules and bots; needs mypy"),
    ]
    boolean_options = [*bdist_wheel.boolean_options, "with-machine-code"]

    def initialize_options(self) -> None:
        """Ask for nothing."""
        super().initialize_options()
        self.with_machine_code = False

    def finalize_options(self) -> None:
        """Say what is compiled before the wheel is named after the machine that it is for."""
        if self.with_machine_code and not self.distribution.ext_modules:
            # Whoever builds a package does not find it on the path. Only this wheel needs mypy.
            sys.path.insert(0, str(Path.cwd()))
            from hansa_site.compiling import MODULES  # noqa: PLC0415
            from hansa_site.extensions import extensions  # noqa: PLC0415

            WORK.mkdir(parents=True, exist_ok=True)
            self.distribution.ext_modules = extensions(WORK, MODULES)
        super().finalize_options()
