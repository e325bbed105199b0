"""Find sentences that no catalogue has: literals and f-strings in the code, text in templates."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings

from hansa_site.extraction import KINDS, called
from hansa_site.languages import DOMAINS, ROOT
from tests.markup import in_templates
from tests.words import SLOT, is_sentence

ROOMS: Final = (
    *(folder for domain in DOMAINS for folder in domain.code),
    # Draws words that others say, and has none of its own.
    ROOT / "games/drawing",
)
ENGLISH: Final = (
    "/migrations/",
    "/management/",
    "/club/staff/",
    "/ratings/collusion.py",
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
    # The schema of the API.
    "/api/described.py",
    # What staff do.
    "/accounts/merging.py",
    "/accounts/staff.py",
    "/league/services/staffing.py",
    "/league/staff.py",
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
    # What hosts read: processes, logs, figures and the page of health.
    "/hansa_site/catalogues.py",
    "/games/post/checks.py",
    "/hansa_site/checks.py",
    "/hansa_site/compiling.py",
    "/hansa_site/deploy/",
    "/hansa_site/health.py",
    "/hansa_site/logs.py",
    "/hansa_site/metrics.py",
    "/hansa_site/processes.py",
    "/hansa_site/reports.py",
    "/hansa_site/staff.py",
    "/hansa_site/wheel.py",
    "/templates/club/staff/",
    "/templates/league/staff/",
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
        "NotImplementedError", "BadBoard", "BadKeys", "ImproperlyConfigured", "Http404",
        "AppendOnly", "compile", "execute", "RawSQL", "getattr", "Notation", "drop", "asked",
        # Of a field of the API, in its schema.
        "Field",
        # Errors of what only staff do.
        "AccountState", "CannotAnswer", "CannotMerge",
    }
)  # fmt: skip
"""Calls whose texts only developers, hosts and staff read."""
ARGUMENTS: Final = frozenset(
    {
        # Of elements: names of classes in the style sheets.
        "class_",
        # Of what staff did, which staff read.
        "details",
        # Of an operation of the API, in its schema.
        "summary",
    }
)
"""Arguments by name that players never read."""
NAMES: Final = frozenset(
    {
        # In the database, and in sessions.
        "second factor", "puzzle of the day", "not counted", "puzzles answered",
        "puzzle answered last",
        # What people write in emails, in any language.
        "undo all",
        # What a browser is called.
        "Samsung Internet",
    }
)  # fmt: skip
"""Texts that no language changes."""
HEADER: Final = re.compile(r"Authorization|WWW-Authenticate|[A-Z][a-z]+(?:-[A-Z][A-Za-z]+)+")
"""The name of a header of HTTP or an email, whose value programs read."""
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


def in_python(path: Path) -> Iterator[int]:
    """Yield the lines of a module's sentences that are in no message."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {id(node) for node in _not_for_people(tree)}
    same = NAMES | NOTATION if "rules" in path.parts else NAMES
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(each) for each in ast.walk(node) if isinstance(each, ast.Constant)}
            text = "".join(
                str(part.value) if isinstance(part, ast.Constant) else SLOT for part in node.values
            )
            if is_sentence(text) and text not in same:
                yield node.lineno
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and is_sentence(node.value)
            and node.value not in same
        ):
            yield node.lineno


def _not_for_people(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what is in messages, in docstrings, for developers and staff, and names."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as docstring):
                yield docstring
            case ast.Dict():
                yield from filter(None, node.keys)
                for key, value in zip(node.keys, node.values, strict=True):
                    if _is_header(key):
                        yield from ast.walk(value)
            case ast.Assign(targets=[ast.Subscript(slice=key)]) if _is_header(key):
                yield from ast.walk(node.value)
            # What is in a set is compared.
            case ast.Set():
                yield from node.elts
            case ast.Compare():
                yield from ast.walk(node)
            case ast.keyword(arg=str(name)) if name in ARGUMENTS:
                yield from ast.walk(node.value)
            case ast.ClassDef():
                yield from _in_class(node)
            case ast.Call():
                yield from _in_call(node)


def _in_class(node: ast.ClassDef) -> Iterator[ast.AST]:
    """Yield what the pages of staff alone show of a class."""
    bases = [_name(base) for base in node.bases]
    if "StaffChoices" in bases:
        yield from ast.walk(node)
    for each in node.body:
        match each:
            case ast.FunctionDef(name="__str__") if any(b.endswith("Model") for b in bases):
                yield from ast.walk(each)
            case ast.Assign(targets=[ast.Name(id="verbose_name" | "verbose_name_plural")]) if (
                node.name == "Meta"
            ):
                yield from ast.walk(each)


def _in_call(node: ast.Call) -> Iterator[ast.AST]:
    name = called(node)
    if name in NOT_FOR_PEOPLE or _logs(node.func):
        yield from ast.walk(node)
    elif name in KINDS:
        # A sentence that is put together from pieces is no literal, so it still counts.
        yield from (each for each in node.args if isinstance(each, ast.Constant))
    elif isinstance(node.func, ast.Attribute) and _name(node.func.value) == "models":
        # Forms for people have texts of their own.
        yield from (each.value for each in node.keywords if each.arg == "help_text")


def _is_header(key: ast.expr | None) -> bool:
    return isinstance(key, ast.Constant) and bool(HEADER.fullmatch(str(key.value)))


def _name(node: ast.expr) -> str:
    return getattr(node, "attr", "") or getattr(node, "id", "")


def _logs(called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and getattr(called.value, "id", "") in LOGS


def found() -> Iterator[tuple[str, list[int]]]:
    """Yield the files that have such sentences, with the lines."""
    if not settings.configured:
        settings.configure()
    modules = (path for room in ROOMS for path in sorted(room.rglob("*.py")))
    templates = (folder for domain in DOMAINS for folder in domain.templates)
    for path, lines in (
        *((path, list(in_python(path))) for path in modules),
        *(each for folder in templates for each in in_templates(folder)),
    ):
        name = path.relative_to(ROOT).as_posix()
        if lines and not any(part in f"/{name}" for part in ENGLISH):
            yield name, lines


def main() -> int:
    """Name each file with such sentences; return the exit status."""
    good = True
    for name, lines in found():
        good = False
        print(f"{name}: sentences are in no message, at lines {', '.join(map(str, lines))}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
