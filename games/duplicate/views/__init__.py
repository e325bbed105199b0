"""The views of duplicates."""
