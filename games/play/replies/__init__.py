"""Orders by email: replies to the emails of a game (docs/mail-in.md)."""
