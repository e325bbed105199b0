"""A developer: a clone, the rules as a library, and a third title that the docs tell how to add."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser

from games.play.management.commands.demo import NAME
from tests import parts
from tests.children import child
from tests.e2e.conftest import PATIENCE, WIDTHS
from tests.e2e.journeys.conftest import TALLIES
from tests.e2e.journeys.town import Mailboxes, Town
from tests.e2e.journeys.walker import Tally, Walker

WAY = "14 developer"
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
ENV = {
    name: value
    for name, value in os.environ.items()
    if name not in ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "CELERY_BROKER_URL", "CI")
    and not name.startswith(("PYTEST", "MAKE"))
}
"""What a developer has who sets nothing."""

TITLE = "stones"
RULES = """\
# Stones

## How to play

Take one to three stones in turn, and be the one who takes the last.

## N1 Setup

- **N1.1** A heap of 7 to 9 stones is dealt.

## N2 A turn

- **N2.1** Take one to three stones.
- **N2.2** The player who takes the last stone wins.
"""
RULES_TEST = '''\
"""The rules of Stones."""

from games.rules import TITLES

STONES = TITLES["stones"]


def test_n1_1_a_heap_is_dealt():
    assert len(STONES.chance_outcomes(STONES.start({}, 2))) == 3


def test_n2_1_n2_2_the_last_stone_wins():
    state = STONES.load({"players": 2, "turn": 1, "stones": 3})
    over = STONES.apply(state, 1, STONES.read(state, "take 3"))
    assert STONES.result(over).places == (2, 1)
'''
NOTATION = """
## Stones

| order | meaning |
| --- | --- |
| `take 2` | take two stones |
| `deal 8` | chance deals eight stones |
"""
REGISTERS = {
    "games/rules/__init__.py": (
        ("Teutonica(), Hansa()", "Teutonica(), Hansa(), Stones()"),
        (
            "from games.rules.teutonica import Teutonica\n",
            (
                "from games.rules.stones.rules import Stones\n"
                "from games.rules.teutonica import Teutonica\n"
            ),
        ),
    ),
    "games/wording/__init__.py": (
        ("HansaWording())", "HansaWording(), StonesWording())"),
        (
            "from games.wording.teutonica.wording",
            (
                "from games.wording.stones.wording import StonesWording\n"
                "from games.wording.teutonica.wording"
            ),
        ),
    ),
    "games/drawing/__init__.py": (
        ("HansaDrawing())", "HansaDrawing(), StonesDrawing())"),
        (
            "from games.drawing.teutonica.drawing",
            (
                "from games.drawing.stones.drawing import StonesDrawing\n"
                "from games.drawing.teutonica.drawing"
            ),
        ),
    ),
    "tests/rules/titles.py": (
        (
            "KNOWN = {",
            (
                "from games.rules.stones import rules as stones\n\n"
                "KNOWN = {\n"
                '    "stones": Known(\n'
                "        lambda state: None,\n"
                "        lambda state, rng: stones.Take(rng.randint(1, 4)),\n"
                "        lambda state, viewer, rng: state.copy(),\n"
                "        (1, 5),\n"
                "        hides=False,\n"
                "    ),"
            ),
        ),
    ),
    "tests/records/test_records.py": (
        ('"hansa": {"piles"}', '"hansa": {"piles"}, "stones": {"last"}'),
        ('"hansa": HANSA.verbs', '"hansa": HANSA.verbs, "stones": {"take", "deal"}'),
    ),
    "tests/docs/test_rules_page.py": (
        ('"hansa": "H"', '"hansa": "H", "stones": "N"'),
        ("PARTS = {", 'PARTS = {\n    "N": {1: 1, 2: 2},'),
        ('{"T5.4a"}, "H": set()}', '{"T5.4a"}, "H": set(), "N": set()}'),
        ('"T16"}, "H": set()}', '"T16"}, "H": set(), "N": set()}'),
    ),
    "tests/drawing/positions.py": (
        ("LATE = {", f'LATE = {{\n    "heap": "{TITLE}/2-players-last",'),
    ),
    "pyproject.toml": tuple(
        (f'"games.{room}.hansa", ', f'"games.{room}.hansa", "games.{room}.stones", ')
        for room in ("rules", "wording", "drawing")
    ),
}
"""The lines that the docs ask for, each with what stands there before."""
TESTED = (
    "tests/rules", "tests/records", "tests/docs/test_notation.py", "tests/docs/test_rules_page.py",
    "tests/drawing", "tests/play/test_titles.py",
)  # fmt: skip


class Desk:
    """A developer's clone, in which they run commands; `tally` has what they wait for."""

    def __init__(self, folder: Path, tally: Tally) -> None:
        self.folder = folder
        self.tally = tally

    def run(self, command: str) -> str:
        """Run a command in the clone's environment; return what it says."""
        with self.tally.waiting():
            done = subprocess.run(
                ["bash", "-ec", f". .venv/bin/activate\n{command}"],
                cwd=self.folder,
                env=ENV,
                capture_output=True,
                text=True,
                check=False,
            )
        self.tally.keys += len(command)
        assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
        return done.stdout

    def blocks(self, page: str, language: str) -> Sequence[str]:
        """Return what a page has in blocks of a language."""
        text = (self.folder / "docs" / page).read_text()
        return [block for kind, block in BLOCK.findall(text) if kind == language]


@pytest.fixture
def desk(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Desk]:
    """A clone of what is committed, with the environment in which the tests run."""
    tally = Tally(WAY)
    folder = tmp_path / "hansa"
    subprocess.run(["git", "clone", "--quiet", settings.ROOT, folder], check=True)
    (folder / ".venv").symlink_to(sys.prefix)
    # All that `make setup` installs is there.
    os.utime(folder / "requirements" / "dev.txt", (0, 0))
    yield Desk(folder, tally)
    request.config.stash[TALLIES].append(tally)


def test_the_library_does_what_its_page_says_block_by_block(desk: Desk, tmp_path: Path) -> None:
    """In an environment of its own, with nothing installed but what the page tells to install."""
    (desk.folder / ".venv").unlink()
    subprocess.run([sys.executable, "-m", "venv", desk.folder / ".venv"], check=True)
    for block in desk.blocks("rules-as-a-library.md", "sh"):
        desk.run(block)
    programs = "\n".join(desk.blocks("rules-as-a-library.md", "python"))
    # Elsewhere, so that the installed library is used and not the clone.
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "programs.py").write_text(programs)
    said = desk.run(f"cd {tmp_path}/elsewhere && python programs.py")
    (shown,) = desk.blocks("rules-as-a-library.md", "text")
    assert said.splitlines()[-1] == shown.strip()
    desk.tally.part("library")


def test_a_third_title_by_the_docs_alone(desk: Desk, browser: Browser) -> None:
    page = (desk.folder / "docs" / "adding-a-title.md").read_text()
    for block in desk.blocks("adding-a-title.md", "sh")[:1]:
        desk.run(block)
    add_title(desk.folder)
    (play,) = (block for block in desk.blocks("adding-a-title.md", "sh") if "play --title" in block)
    assert '"games": 200' in desk.run(play.replace("<id>", TITLE))
    record(desk)
    assert "`make test`" in page
    said = desk.run(f"make test ARGS='-n 2 -k \"{TITLE} or rules_page\" {' '.join(TESTED)}'")
    assert re.search(r"^tests +ok", said, re.MULTILINE), said
    desk.run("lint-imports")
    look(desk, browser)


def add_title(folder: Path) -> None:
    """Write the files and lines of a title that the docs ask for; its rules are those of Nim."""
    for room, name in (("rules", "rules"), ("wording", "wording"), ("drawing", "drawing")):
        (folder / "games" / room / TITLE).mkdir()
        (folder / "games" / room / TITLE / "__init__.py").write_text('"""Stones."""\n')
        code = (folder / "tests" / "nim" / f"{name}.py").read_text()
        code = re.sub(r"tests\.nim\.(\w+)", rf"games.\1.{TITLE}.\1", code)
        code = code.replace('"nim"', f'"{TITLE}"').replace("Nim", "Stones")
        (folder / "games" / room / TITLE / f"{name}.py").write_text(code)
    (folder / "docs" / "rules" / f"{TITLE}.md").write_text(RULES)
    notation = folder / "docs" / "notation.md"
    record = "\n## A game record\n"
    notation.write_text(notation.read_text().replace(record, NOTATION + record))
    (folder / "tests" / "rules" / f"test_{TITLE}.py").write_text(RULES_TEST)
    (folder / "hansa_site" / "static" / f"{TITLE}.css").write_text("/* Nothing of its own. */\n")
    parts = {"line": "Take the last stone.", "goal": "The player who takes the last stone wins."}
    pitch = "<p>Take the last stone. A game takes a minute. A child can play it.</p>\n"
    for name, words in parts.items():
        pitch = f"{{% partialdef {name} %}}{words}{{% endpartialdef %}}\n{pitch}"
    (folder / "templates" / "play" / "pitch" / f"{TITLE}.html").write_text(pitch)
    for name, changes in REGISTERS.items():
        text = (folder / name).read_text()
        for before, after in changes:
            assert before in text, f"{name} has no {before!r}"
            text = text.replace(before, after, 1)
        (folder / name).write_text(text)


def record(desk: Desk) -> None:
    """Record a whole game for each number of players."""
    records = desk.folder / "tests" / "records" / TITLE
    for players in (2, 3):
        desk.run(f"python -m games play --title {TITLE} --players {players} --record {records}")
        (new,) = records.glob(f"{TITLE}-*")
        new.rename(records / f"{players}-players-last.txt")


def look(desk: Desk, browser: Browser) -> None:
    """Start the site with `make play`, sign in as it says, and take stones until all are gone."""
    port = parts.free_port()
    address = f"http://127.0.0.1:{port}"
    said: list[str] = []
    with child(
        ["make", "play", f"PORT={port}"],
        cwd=desk.folder,
        env=ENV,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as site:
        assert site.stdout is not None
        with desk.tally.waiting():
            for line in site.stdout:
                said.append(line)
                if "Ctrl-C" in line:
                    break
        text = "".join(said)
        assert f"Open the site:     {address}/" in text
        password = re.search(rf"Sign in as {NAME} with password (\S+)", text)
        assert password, text
        context = browser.new_context(viewport=WIDTHS["desk"], reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        walker = Walker(context.new_page(), Town(address, Mailboxes(), 0), desk.tally, "")
        take_stones(walker, password[1])
        context.close()
        assert not walker.errors


def take_stones(walker: Walker, password: str) -> None:
    """Sign in, find the game on the first page and play it to its end."""
    page = walker.page
    walker.go("/")
    page.get_by_text("Take the last stone.").wait_for()
    walker.tap(page.get_by_role("link", name="Sign in").first, page.get_by_label("Password"))
    walker.type(page.locator("input[name=login]"), NAME)
    walker.type(page.get_by_label("Password"), password)
    game = page.get_by_role("link", name="Marie's game of Stones")
    walker.tap(page.get_by_role("main").get_by_role("button", name="Sign in"), game)
    walker.tap(game, page.locator("#ask"))
    while not page.locator(".ask.over").count():
        take = page.locator("#ask button[name=order][value^='take']")
        walker.tap(take.last, page.locator(".draft"))
        over_or_asked = page.locator(".ask.over, #ask .group")
        walker.tap(page.locator(".confirm button").first, over_or_asked)
    walker.tally.part("third title")
