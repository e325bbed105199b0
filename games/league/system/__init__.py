"""The arithmetic of a league: plain Python, the standard library only.

Who plays at which table, points, standings, possible ranks, and who moves up or down.
"""
