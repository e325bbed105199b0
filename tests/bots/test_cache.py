"""The cache of values with long keys."""

from games.bots.cache import KeyedCache


def test_a_value_is_made_once_until_it_is_dropped() -> None:
    cache, made = KeyedCache(2), []

    def get(key: str) -> None:
        assert cache.get(("position", key), lambda: made.append(key)) is None

    for key in "aabacab":
        get(key)
    # None is a value, too; 'b' is the least recently used when 'c' comes.
    assert made == ["a", "b", "c", "b"]
