"""Orders by mail: what people answer to the letters of a game (docs/mail-in.md)."""
