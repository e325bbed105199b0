"""What views and tasks of leagues may call; each function owns its transaction."""
