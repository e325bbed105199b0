"""The rules of Hansa, the game of 2004 (docs/rules/hansa.md)."""
