"""Whole ways through the site, as people take them: what `make journeys` runs."""
