"""The doors for programs: the same games, gate and services as the pages have, as JSON.

A module for each kind of thing, each with its router and the schemas of what it answers.
"""
