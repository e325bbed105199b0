"""What pages of duplicates show: no HTTP, no writes, few queries."""
