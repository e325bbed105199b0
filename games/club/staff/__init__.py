"""The desk of staff: find games and people, help, and see the site as others do."""
