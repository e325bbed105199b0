"""Read how the templates are laid out: indentation as `make format` sets it, and lines that fit."""

import sys
from pathlib import Path

from djhtml.modes import DjHTML

ROOT = Path(__file__).resolve().parent.parent
TAB = 2
LONGEST = 160


def faults(text: str, *, markup: bool) -> list[str]:
    """Return what is wrong with the layout of one template."""
    found = [
        f"line {number} has {len(line)} characters, {LONGEST} at most are allowed"
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > LONGEST
    ]
    # In the text of an email every space counts, so only markup is indented.
    if markup and DjHTML(text).indent(TAB) != text:
        found.append("it is not indented as `make format` would")
    return found


def main(folder: Path = ROOT / "templates") -> int:
    """Name each template with a fault; return the exit status."""
    good = True
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        for fault in faults(path.read_text(), markup=path.suffix in {".html", ".svg"}):
            good = False
            print(f"{path.relative_to(folder.parent)}: {fault}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
