"""Hansa Teutonica, drawn."""
