"""Lets mypyc and setuptools, which a site need not have, build modules in machine code.

`python -m hansa_site.extensions WORK BUILT MODULE ...` is what `hansa_site.compiling` runs.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from mypyc.build import mypycify
from setuptools import setup

from games.compiled import GROUP, LIBRARY, source

HEADERS: Final = ("bytes_extra_ops.h", "bytearray_extra_ops.h", "str_extra_ops.h")
SETTINGS: Final = """
[mypy]
strict = True
explicit_package_bases = True
cache_dir = {cache}
"""


def extensions(work: Path, names: Iterable[str]) -> list[Any]:
    """Return modules, whose sources are below the current folder, as what setuptools builds.

    Their C code is written to `work`. All are one group: only within one are calls quick.
    """
    config = work / "mypy.ini"
    config.write_text(SETTINGS.format(cache=work / "types"), encoding="utf-8")
    files = [str(source(Path(), name)) for name in names]
    made = mypycify(
        ["--config-file", str(config), *files],
        # More takes much longer to compile and gains little.
        opt_level="2",
        # A small machine has no memory for one large file of C.
        multi_file=True,
        include_runtime_files=True,
        target_dir=str(work / "c"),
        group_name=GROUP,
    )
    for each in made:
        if each.name == LIBRARY:
            # Of several files, mypyc includes these only in the first.
            included = [word for name in HEADERS for word in ("-include", name)]
            each.extra_compile_args = [*each.extra_compile_args, *included]
    return made


def build(work: Path, built: Path, names: Iterable[str]) -> None:
    """Compile modules, whose sources are below the current folder, into a folder."""
    made = extensions(work, names)
    sys.argv[1:] = [
        "--quiet", "build_ext", f"--build-lib={built}", f"--build-temp={work / 'objects'}",
    ]  # fmt: skip
    setup(name=GROUP, packages=[], ext_modules=made)


if __name__ == "__main__":
    build(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
