"""Tests of the duplicate of the week."""
