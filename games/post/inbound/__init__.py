"""Incoming email: replies to letters, and bounces."""
