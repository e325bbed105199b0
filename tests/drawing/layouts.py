"""Write the boards' layout files with one entry a line, as `make format` does."""

import json
from pathlib import Path
from typing import Any

FILES = sorted((Path(__file__).parents[2] / "games" / "drawing").glob("*/layout/*.json"))


def formatted(facts: dict[str, Any]) -> str:
    """Return a layout as text: what holds tables or lists has each of them on a line of its own."""
    return _lines("{}", [f'  "{key}": {_value(value)}' for key, value in facts.items()], "") + "\n"


def _value(value: Any) -> str:
    if isinstance(value, dict) and _holds_entries(value.values()):
        return _lines("{}", [f'    "{key}": {_compact(each)}' for key, each in value.items()])
    if isinstance(value, list) and _holds_entries(value):
        return _lines("[]", [f"    {_compact(each)}" for each in value])
    return _compact(value)


def _holds_entries(values: Any) -> bool:
    return bool(values) and all(isinstance(each, dict | list) for each in values)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _lines(brackets: str, lines: list[str], indent: str = "  ") -> str:
    return "\n".join((brackets[0], ",\n".join(lines), f"{indent}{brackets[1]}"))


def main() -> None:
    """Rewrite the files."""
    for file in FILES:
        file.write_text(formatted(json.loads(file.read_text("utf-8"))), "utf-8")


if __name__ == "__main__":
    main()
