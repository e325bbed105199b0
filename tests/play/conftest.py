"""What tests of games share."""

import pytest

from games.play.pages import pictures


@pytest.fixture(autouse=True)
def _light_pictures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what takes a second for each letter, unless a test looks at it."""
    pictures._pictures.clear()
    if not request.node.get_closest_marker("pictures"):
        monkeypatch.setattr(
            pictures, "png", lambda land, pieces, width: b"\x89PNG " + pieces[:20].encode()
        )
