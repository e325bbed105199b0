"""Many games at once while everything is killed and time leaps: what `make soak` runs."""
