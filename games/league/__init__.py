"""Leagues and cups: seasons that run themselves."""
