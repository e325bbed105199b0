"""The drawing of Hansa, the game of 2004."""
