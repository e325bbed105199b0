"""Mail that comes in: replies to letters, and bounces."""
