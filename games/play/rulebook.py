"""The rules page: the little of Markdown that docs/rules is written in, as HTML."""

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby
from textwrap import dedent

BULLET = re.compile(r"[-*] ")
HEADING = re.compile(r"(#{1,4}) +(.*)")
NUMBER = re.compile(r"([A-Z]\d+)\b")
NUMBERED = re.compile(r"\*\*([A-Z]\d+\.\d+)\*\*")


def render(text: str) -> str:
    """Return Markdown of headings, paragraphs, lists and tables as HTML."""
    blocks = re.split(r"\n[ \t]*\n", text.strip("\n"))
    return "\n".join(part for block in blocks for part in _block(dedent(block).splitlines()))


def _block(lines: list[str]) -> Iterator[str]:
    for kind, group in groupby(_joined(lines), _kind):
        these = list(group)
        if kind == "heading":
            yield from map(_heading, these)
        elif kind == "list":
            yield f"<ul>{''.join(map(_item, these))}</ul>"
        elif kind == "table":
            yield _table(these)
        else:
            yield f"<p>{_inline(' '.join(these))}</p>"


def _joined(lines: list[str]) -> Iterator[str]:
    """Yield the lines, those that go on a bullet joined to it."""
    whole = ""
    for line in lines:
        if whole and line.startswith("  "):
            whole += f" {line.strip()}"
            continue
        if whole:
            yield whole
        whole = line.strip()
    if whole:
        yield whole


def _kind(line: str) -> str:
    if HEADING.match(line):
        return "heading"
    if BULLET.match(line):
        return "list"
    return "table" if line.startswith("|") else "text"


def _item(line: str) -> str:
    words = line[2:]
    number = NUMBERED.match(words)
    anchor = f' id="{number[1]}"' if number else ""
    return f"<li{anchor}>{_inline(words)}</li>"


def _heading(line: str) -> str:
    found = HEADING.fullmatch(line)
    marks, words = found.groups() if found else ("#", line)
    number = NUMBER.match(words)
    anchor = f' id="{number[1]}"' if number else ""
    return f"<h{len(marks)}{anchor}>{_inline(words)}</h{len(marks)}>"


def _table(lines: list[str]) -> str:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    head, *body = [row for row in rows if not all(set(cell) <= set(":- ") for cell in row)]
    cells = "".join(
        f'<th scope="col">{_inline(cell)}</th>' if cell else "<td></td>" for cell in head
    )
    filled = "".join(
        "<tr>" + "".join(f"<td>{_inline(cell)}</td>" for cell in row) + "</tr>" for row in body
    )
    return (
        f'<div class="scroll"><table><thead><tr>{cells}</tr></thead><tbody>{filled}</tbody>'
        "</table></div>"
    )


def _inline(text: str) -> str:
    text = escape(text, quote=False)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
    return re.sub(r"\[([^\]]+)\]\(([^)\s\"]+)\)", r'<a href="\2">\1</a>', text)
