"""Many games at once on PostgreSQL and Redis while workers are killed: what `make soak` runs."""
