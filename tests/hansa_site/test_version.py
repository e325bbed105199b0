"""The version of the program is the newest one in the changelog."""

import pytest

from hansa_site.version import newest


def test_the_newest_version_stands_first() -> None:
    lines = ["# Changelog", "## [1.10.0] - Unreleased", "## [1.9.2] - 2027-01-31"]
    assert newest("\n".join(lines)) == "1.10.0"


def test_a_changelog_without_a_version_is_refused() -> None:
    with pytest.raises(ValueError, match=r"## \[1\.0\.0\]"):
        newest("# Changelog\n## Unreleased\n")
