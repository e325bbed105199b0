"""What tells people about games of Hansa."""
