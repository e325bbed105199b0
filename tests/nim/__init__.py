"""Nim, the smallest whole title: an example to read, and a test of the house (docs/adding-a-title).

Chance deals a heap of 7 to 9 stones. Each player in turn takes one to three; whoever takes the last
one wins.
"""

from tests.nim.drawing import NimDrawing
from tests.nim.rules import Nim
from tests.nim.wording import NimWording

__all__ = ["Nim", "NimDrawing", "NimWording"]
