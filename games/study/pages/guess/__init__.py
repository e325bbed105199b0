"""Guess the turn: a turn of somebody's game to make on the board, and what was played there."""
