"""What views and tasks of duplicates may call; each function owns its transaction."""
