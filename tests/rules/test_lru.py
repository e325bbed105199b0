"""The cache keeps what is used and lets go of the rest."""

from games.rules.common.lru import LRUCache


def test_a_value_is_made_once():
    cache, made = LRUCache(2), []
    for _ in range(3):
        cache.get("a", lambda: made.append("a"))

    assert made == ["a"]


def test_the_least_used_value_goes_first():
    cache, made = LRUCache(2), []
    for key in "abaca":
        cache.get(key, lambda key=key: made.append(key))
    cache.get("b", lambda: made.append("b again"))

    assert made == ["a", "b", "c", "b again"]
