"""The scripts of the site as they are served, and their weight."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from django.test import Client

from hansa_site.storage import StaticFiles, without_comments
from tests.factories import UserFactory
from tests.play.factories import game_of

ALLOWED = 15_000
"""Bytes of our own scripts on one page, as they travel."""


@pytest.mark.django_db
def test_scripts_of_a_table_are_light(client: Client):
    user = UserFactory()
    client.force_login(user)
    page = client.get(game_of(user, "journeyman").get_absolute_url()).text
    names = re.findall(r'<script src="/static/(\w+\.js)"', page)
    sizes = [len(gzip.compress(Path(finders.find(name)).read_bytes(), 6)) for name in names]
    assert len(sizes) > 5
    assert sum(sizes) < ALLOWED


def test_only_our_scripts_lose_their_comments_when_collected(tmp_path: Path):
    storage = StaticFiles(location=str(tmp_path), base_url="/static/")
    source = "// What it does.\nconst text = `// ${1}\n  kept`;\n"
    for name in ("ours.js", "vendor/theirs.js", "ours.css"):
        storage.save(name, ContentFile(source.encode()))
    assert (tmp_path / "ours.js").read_text() == "const text=`// ${1}\n  kept`;"
    assert (tmp_path / "vendor" / "theirs.js").read_text() == source
    assert (tmp_path / "ours.css").read_text() == source


def test_each_script_says_under_its_name_for_good_what_it_says(tmp_path: Path):
    source = FileSystemStorage(location=settings.ROOT / "hansa_site" / "static")
    scripts = [path.name for path in Path(source.location).glob("*.js")]
    storage = StaticFiles(location=str(tmp_path), base_url="/static/")
    for name in scripts:
        with source.open(name) as script:
            storage.save(name, script)
    list(storage.post_process({name: (source, name) for name in scripts}))
    assert storage.hashed_files.keys() == set(scripts)
    for name, hashed in storage.hashed_files.items():
        text = without_comments(Path(source.path(name)).read_text())
        assert (tmp_path / hashed).read_text() == text


def test_what_asks_again_and_again_catches_up_when_its_tab_is_shown():
    triggers = [
        trigger
        for template in (settings.ROOT / "templates").rglob("*.html")
        for trigger in re.findall(r'hx-trigger="(every [^"]*)"', template.read_text())
    ]
    assert len(triggers) >= 5
    assert [each for each in triggers if not each.endswith(", shown")] == []


def test_scripts_say_only_what_pages_give_them():
    sentence = re.compile(r'(["`])[A-Z][a-z]+ [^"`]*\1|(?:textContent|ariaLabel)(?: =|:) (["`])\w')
    said = [
        (path.name, found[0])
        for path in (settings.ROOT / "hansa_site" / "static").glob("*.js")
        for found in sentence.finditer(re.sub(r"(?m)^ *(//|/?\*).*", "", path.read_text()))
    ]
    assert said == []
