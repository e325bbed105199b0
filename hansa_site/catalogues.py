"""The catalogues of every language: updated from the code, compiled, and how much of each is done.

`python -m hansa_site.catalogues update` is for those who change messages, `compile` makes what
programs read, and `share` says what is left to translate. Messages have examples beside them, which
`python -m tests.examples` finds in recorded games.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from games.play.pages.rulebook import is_translation
from games.rules import TITLES
from hansa_site import extraction
from hansa_site.extraction import Found
from hansa_site.languages import DOMAINS, ROOT, Domain, compiled, is_stale

WIDTH: Final = 100
EXAMPLES: Final = ROOT / "hansa_site/examples.json"
"""Sentences with messages in them, by the contexts and the texts of these messages."""

Examples = Mapping[str, Mapping[str, Sequence[str]]]


def messages_of(domain: Domain) -> Iterator[Found]:
    """Yield every message of a domain's sources."""
    for folder in domain.code:
        for path in sorted(folder.rglob("*.py")):
            yield from extraction.in_python(path, ROOT)
    for path in domain.guides:
        yield from extraction.in_guide(path, ROOT)
    for folder in domain.templates:
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            yield from extraction.in_template(path, ROOT)


def template(domain: Domain) -> Catalog:
    """Return the messages of a domain's sources with their examples, without translations."""
    return catalog(messages_of(domain), json.loads(EXAMPLES.read_bytes()))


def catalog(messages: Iterable[Found], examples: Examples) -> Catalog:
    """Return messages as a catalogue, each once with its examples and all its places."""
    made = Catalog(fuzzy=False)
    for found in messages:
        made.add(
            (found.text, found.many) if found.many else found.text,
            locations=[(found.path, found.line)],
            context=found.context or None,
            auto_comments=[
                f"Example: {each}" for each in examples.get(found.context, {}).get(found.text, ())
            ],
        )
    return made


def read(path: Path) -> Catalog:
    """Return the catalogue in a file, which is named after its language."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def update() -> None:
    """Bring every catalogue up to date: what is new is empty, what the code lacks is left out."""
    for domain in DOMAINS:
        new = template(domain)
        for path in domain.files():
            path.write_bytes(updated(read(path), new))


def updated(known: Catalog, wanted: Catalog) -> bytes:
    """Return a catalogue's file with the messages of a template, translated where they were."""
    new = Catalog(locale=known.locale, fuzzy=False)
    for message in wanted:
        if not message.id:
            continue
        before = known.get(message.id, message.context)
        # A message that gained a plural is a new one.
        kept = before.string if before and before.pluralizable == message.pluralizable else ()
        new.add(
            message.id,
            kept or None,
            locations=message.locations,
            context=message.context,
            user_comments=before.user_comments if before else (),
            auto_comments=message.auto_comments,
        )
    file = BytesIO()
    write_po(file, new, width=WIDTH, sort_by_file=True, include_lineno=False, omit_header=True)
    return header(new) + file.getvalue()


def header(made: Catalog) -> bytes:
    """Return the head of a catalogue's file: what reading it needs, and no date."""
    lines = [
        f"Language: {made.locale}",
        f"Plural-Forms: {made.plural_forms}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
    ]
    told = "".join(f'"{line}\\n"\n' for line in lines)
    return f'msgid ""\nmsgstr ""\n{told}\n'.encode()


def compile_stale() -> None:
    """Compile each catalogue that has changed since it was compiled; raises OSError."""
    for path in [path for domain in DOMAINS for path in domain.files() if is_stale(path)]:
        file = BytesIO()
        write_mo(file, read(path))
        # Whoever reads it meanwhile has the whole of the old one.
        new = path.with_suffix(f".{os.getpid()}")
        new.write_bytes(file.getvalue())
        new.replace(compiled(path))


def shares() -> Iterator[tuple[str, str, int, int]]:
    """Yield each language and domain with how many messages it translates, and of how many."""
    for domain in DOMAINS:
        wanted = {(message.id, message.context) for message in template(domain) if message.id}
        for path in domain.files():
            known = read(path)
            done = sum(
                all(_strings(message.string))
                for message in known
                if (message.id, message.context) in wanted
            )
            yield path.parent.parent.name, domain.name, done, len(wanted)


def pages() -> Iterator[tuple[str, str, bool]]:
    """Yield each language and title with whether its rules say what the English ones do."""
    folder = ROOT / "docs/rules"
    for code in sorted({path.parent.parent.name for each in DOMAINS for path in each.files()}):
        for title in TITLES:
            page, original = folder / code / f"{title}.md", folder / f"{title}.md"
            yield (
                code,
                title,
                page.exists()
                and is_translation(page.read_text("utf-8"), original.read_text("utf-8")),
            )


def _strings(string: str | Sequence[str] | None) -> Sequence[str]:
    return (string,) if isinstance(string, str) else string or ("",)


def main(arguments: Sequence[str]) -> int:
    """Do one of the three; return the exit status."""
    match arguments:
        case ["update"]:
            update()
        case ["compile"]:
            compile_stale()
        case ["share"]:
            for code, domain, done, wanted in shares():
                print(f"{code} {domain}: {done} of {wanted} messages, {done / max(wanted, 1):.0%}")
            for code, title, is_there in pages():
                how = "whole" if is_there else "missing, or not as in English"
                print(f"{code} rules of {title}: {how}")
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
