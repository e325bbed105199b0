"""A shelf keeps what is used and lets go of the rest."""

from games.play.shelf import Shelf


def test_a_thing_is_made_once():
    shelf, made = Shelf(2), []
    for _ in range(3):
        shelf.get("a", lambda: made.append("a"))

    assert made == ["a"]


def test_the_least_used_thing_goes_first():
    shelf, made = Shelf(2), []
    for key in "abaca":
        shelf.get(key, lambda key=key: made.append(key))
    shelf.get("b", lambda: made.append("b again"))

    assert made == ["a", "b", "c", "b again"]
