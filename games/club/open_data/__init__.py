"""Open data: each month the rated games that ended, for everyone, with names of those who allow it.

The files are in the database, in chunks, as the worker that makes them and the processes that send
them may be on different hosts. docs/open-data.md says what is in them.
"""
