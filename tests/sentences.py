"""Find sentences that no catalogue has: literals and f-strings in the code, text in templates.

`sentences.json` has how many each file still holds, and may only shrink: a file with more fails,
and so does one with fewer until `python -m tests.sentences --shrink` has written that down.
"""

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.template.base import Lexer, TokenType

from hansa_site.extraction import KINDS, called

ROOT: Final = Path(__file__).resolve().parent.parent
BASELINE: Final = Path(__file__).with_name("sentences.json")
ROOMS: Final = (
    "rules", "wording", "bots", "drawing", "accounts", "post", "ratings", "play", "study", "club"
)  # fmt: skip
ENGLISH: Final = (
    "/migrations/",
    "/management/",
    "/club/staff/",
    "/ratings/collusion.py",
    "/ratings/models/flag.py",
    "/admin.py",
    "/apps.py",
    "/bench.py",
    "/rules/commands.py",
    "/rules/common/arguments.py",
    "/play/services/staff.py",
    "/boardcheck.py",
    # Phrases that other people's programs write, and what they are answered.
    "/post/inbound/automatic.py",
    "/post/inbound/phrases.py",
    "/post/inbound/server.py",
    # What staff do.
    "/accounts/merging.py",
    "/accounts/models/staff_act.py",
    "/accounts/staff.py",
    # Ids of prompts and names of features, which are no words for people.
    "/bots/hansa/features.py",
    "/bots/teutonica/__init__.py",
    "/bots/teutonica/analysis_view.py",
    "/bots/teutonica/candidates.py",
    "/bots/teutonica/features.py",
    "/bots/teutonica/plans.py",
    # What those read who train bots, and the file of puzzles that developers generate.
    "/bots/pettingzoo.py",
    "/bots/puzzles.py",
    "/templates/club/staff/",
    "/templates/admin/",
    "/templates/site/health.html",
    "/templates/post/admin_letters.html",
    # The mailbox of a machine on which the site is made.
    "/templates/post/mail.html",
    "/templates/post/mailbox.html",
    "/templates/account/test_mailbox.html",
)
"""What stays English: for staff, hosts and developers."""
NOT_FOR_PEOPLE: Final = frozenset(
    {
        "ValueError", "TypeError", "AssertionError", "LookupError", "KeyError", "RuntimeError",
        "NotImplementedError", "BadBoard", "ImproperlyConfigured", "Http404", "AppendOnly",
        "compile", "execute", "RawSQL", "getattr", "Notation", "drop", "asked",
    }
)  # fmt: skip
"""Calls whose texts only developers and hosts read."""
SLOT: Final = "\0"
NOTATION: Final = frozenset(
    text.format(SLOT)
    for text in (
        # Parts of orders, and how people write them.
        "sail lubeck", "from stock", "from supply", "from {0}", "paying {0}",
        r"\bcity keys\b", r"\badditional office\b",
        # Lines of positions, and what stands before their colon.
        "option {0}", "talers {0}: {0}", "warehouses {0}", "booths {0}", "seat {0}",
        "seat {0}: {0}", "route {0}", "city {0}", "marker {0}", "extras {0}", "tile {0}: {0}",
        "prestige {0}", "supply {0}",
        # Lines of records, and where they stand.
        "{0} from {0}: {0}", "Player {0}", "Position {0}", "ended by {0}", "digest {0}",
        "tie-breaker {0}",
        # Names of decisions, and contexts of messages, in code; and code.
        "neutral displaced", "neutral office", "move any", "develop privilege", "place claimed",
        "place abroad", "income tile", "owned subject", "owned object", "owned {0}", "return new",
    )
)  # fmt: skip
"""Texts of the rules that are the same in every language, with `SLOT` for what is put in."""
LOGS: Final = frozenset({"logger", "log", "logging"})
_WORDS: Final = re.compile(
    r"[a-z]{2,},? [\"']?(?:[A-Za-z]{2,}|\0|a\b)|\0,? [a-z]{2,}|^[A-Z][a-z]+ \0"
)
_ENDS: Final = re.compile(r"[a-z\0][.?!]['\"]?$")
_MARKUP: Final = re.compile(r"<[a-z/!]|[a-z]+\(|&[a-z#]+;|=\0|^[MLACZ] ?\0")


def in_python(path: Path) -> Iterator[int]:
    """Yield the lines of a module's sentences that are in no message."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {id(node) for node in _not_for_people(tree)}
    notation = NOTATION if "rules" in path.parts else frozenset[str]()
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(each) for each in ast.walk(node) if isinstance(each, ast.Constant)}
            text = "".join(
                str(part.value) if isinstance(part, ast.Constant) else SLOT for part in node.values
            )
            if is_sentence(text) and text not in notation:
                yield node.lineno
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and is_sentence(node.value)
            and node.value not in notation
        ):
            yield node.lineno


def is_sentence(text: str) -> bool:
    """Return whether a text, with `SLOT` for what is put in, is words for people."""
    if _MARKUP.search(text):
        return False
    return bool(_WORDS.search(text) or (_ENDS.search(text) and " " in text))


def _not_for_people(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what is in messages, in docstrings, for developers, and names that are compared."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        if isinstance(node, ast.Dict):
            yield from filter(None, node.keys)
        if isinstance(node, ast.keyword) and node.arg == "class_":
            yield from ast.walk(node.value)
        if isinstance(node, ast.Compare):
            yield from ast.walk(node)
        if isinstance(node, ast.Call):
            name = called(node)
            if name in NOT_FOR_PEOPLE or _logs(node.func):
                yield from ast.walk(node)
            elif name in KINDS:
                # A sentence that is put together from pieces is no literal, so it still counts.
                yield from (each for each in node.args if isinstance(each, ast.Constant))


def _logs(called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and getattr(called.value, "id", "") in LOGS


def in_template(path: Path) -> Iterator[int]:
    """Yield the lines of a template's text that is in no tag of translation."""
    skipping, inside = "", False
    for token in Lexer(path.read_text(encoding="utf-8")).tokenize():
        if token.token_type == TokenType.BLOCK:
            name = token.contents.split()[0]
            if skipping:
                skipping = "" if name == f"end{skipping}" else skipping
            elif name in {"blocktranslate", "blocktrans", "comment", "verbatim"}:
                skipping = name
        elif token.token_type == TokenType.TEXT and not skipping:
            # What stands between two tags of Django's may be inside one of HTML's.
            html = "<" * inside + token.contents
            inside = html.rfind("<") > html.rfind(">")
            text = re.sub(
                r"(?s)<!--.*?-->|<(script|style)\b.*?</\1>|<[^>]*>|^[^<]*>|<[^>]*$|[\w-]+=\"[^\"]*\"",
                " ",
                html,
            )
            # The name of the site, as at the end of titles, is the same in every language.
            if re.search(r"[A-Za-z]{2}", re.sub(r"&[a-z]+;|\bHansa\b", "", text)):
                yield token.lineno or 0


def found() -> dict[str, list[int]]:
    """Return the lines of such sentences by file."""
    if not settings.configured:
        settings.configure()
    lines: dict[str, list[int]] = {}
    for room in ROOMS:
        for path in sorted((ROOT / "games" / room).rglob("*.py")):
            _add(lines, path, in_python)
    for path in sorted((ROOT / "templates").rglob("*.*")):
        _add(lines, path, in_template)
    return lines


def _add(lines: dict[str, list[int]], path: Path, read: object) -> None:
    name = path.relative_to(ROOT).as_posix()
    if not any(part in f"/{name}" for part in ENGLISH) and (there := list(read(path))):
        lines[name] = there


def main(arguments: list[str]) -> int:
    """Compare with the baseline; return the exit status."""
    now = found()
    known = json.loads(BASELINE.read_text(encoding="utf-8"))
    worse = {name: there for name, there in now.items() if len(there) > known.get(name, 0)}
    for name, there in worse.items():
        print(
            f"{name}: {len(there)} sentences are in no message, {known.get(name, 0)} were, at lines"
            f" {', '.join(map(str, there))}"
        )
    better = [name for name, number in known.items() if len(now.get(name, ())) < number]
    if better and "--shrink" in arguments and not worse:
        counts = {name: len(there) for name, there in now.items()}
        BASELINE.write_text(json.dumps(counts, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    elif better:
        print(f"Fewer than before in {', '.join(better)}: python -m tests.sentences --shrink")
        return 1
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
