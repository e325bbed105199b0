"""Template tags and filters of games."""
