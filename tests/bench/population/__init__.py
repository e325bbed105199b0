"""A site as it is after years, for measuring: people, open, running and finished games.

A few games are really played; all others are copies of their rows with other people at other times.
"""
