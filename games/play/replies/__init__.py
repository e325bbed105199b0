"""Replies to the emails of a game: orders and votes by email (docs/mail-in.md)."""
