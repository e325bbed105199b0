"""Template tags of the club."""
