"""What pages and feeds of leagues show: no HTTP, no writes, few queries."""
