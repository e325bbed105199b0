"""The duplicate of the week: the same game for everyone, each alone against the same bots."""
