"""Export all of a person's data as a zip.

Each room registers the part that it knows of (`register`); a worker collects them (`making`).
"""
