"""The settings that docs/running.md shows are read alike by everything that may read them."""

import re
import shlex
import subprocess

from django.conf import settings
from dotenv import dotenv_values

PAGE = (settings.ROOT / "docs" / "running.md").read_text()


def test_the_file_of_settings_is_the_same_to_the_site_a_shell_and_systemd(tmp_path) -> None:
    (block,) = (b for b in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) if "SECRET_KEY=" in b)
    file = tmp_path / "hansa.env"
    file.write_text(block)
    to_the_site = dotenv_values(file)
    shell = subprocess.run(
        ["sh", "-ec", 'set -a; . "$1"; env -0', "sh", file],
        env={"PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    to_a_shell = dict(entry.split("=", 1) for entry in shell.stdout.split("\0") if entry)
    assert len(to_the_site) > 8
    assert to_the_site.items() <= to_a_shell.items()
    # systemd takes what stands between single quotes as it is, and knows no other shell.
    quoted = dict(line.split("=", 1) for line in block.splitlines())
    assert to_the_site == {name: value[1:-1] for name, value in quoted.items()}
    assert all(shlex.quote(value[1:-1]) in (value, value[1:-1]) for value in quoted.values())
