"""Template tags of lists."""
