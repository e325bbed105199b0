"""What views and tasks of the club may call; each function owns its transaction."""
