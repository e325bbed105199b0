"""Titles, bots and the site; rules and bots may be compiled."""

from games.compiled import install

install()
