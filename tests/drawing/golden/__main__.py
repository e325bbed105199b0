"""Draw the golden pictures anew."""

from tests.drawing.golden import BOARDS, path, picture

for title in BOARDS:
    path(title).write_text(picture(title), encoding="utf-8")
