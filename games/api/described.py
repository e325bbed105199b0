"""What the schema says for those who write programs, beside the docstrings of operations."""

from typing import Any, Final

API: Final = """What people do on the pages of this site, for their programs.

Make a token on the site under Security, 'Where you're signed in'. See docs/api.md."""

IF_MATCH: Final[dict[str, Any]] = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "schema": {"type": "string"},
    "description": "The ETag of the game, which is its version: the orders are for that position.",
}

IDEMPOTENCY_KEY: Final[dict[str, Any]] = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 100},
    "description": "Any text, new for each request: sent twice within a day, it counts once.",
}
