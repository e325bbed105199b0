"""Pages without what differs in every answer."""

import re
from typing import Final

TOKENS: Final = re.compile(r'(csrfmiddlewaretoken" value=|X-CSRFToken":\s*|nonce=)"[^"]*"')


def without_tokens(page: str) -> str:
    """Return a page without its tokens, so that it can be compared with another."""
    return TOKENS.sub("", page)
