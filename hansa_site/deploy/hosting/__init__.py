"""Installing a site on a machine and keeping it there, with nothing but Python's standard library.

It runs before anything else of the project is installed, so it imports nothing of it.
"""
