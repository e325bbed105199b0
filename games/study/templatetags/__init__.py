"""Template tags of puzzles and post-mortems."""
