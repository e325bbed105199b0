"""What the mail room refuses, in a sentence for people."""

from games.accounts.errors import Refused


class PostError(Refused):
    """Anything the mail room refuses."""
