"""No reply takes more than 100 ms to parse, whatever is in it (docs/mail-in.md)."""

import random
import time

import pytest

from games.play.replies.parse import MOST_LINES, order_checker, parse_lines
from games.post.inbound.text import MAX_TEXT, own_lines
from games.rules import TITLES
from games.rules.title import AnyTitle
from tests.long_values import long_values
from tests.post.inbound.fuzz import MOST_SECONDS, busy

WORDS = [
    "place", "t", "claim", "hamburg-stade", "office", "move", "sell", "red2", "sail", "lubeck",
    "use", "swap", "bremenn", "stadee-hamburgg.1", "income", "3t", "develop", "and", "then", ",",
]  # fmt: skip
DICE = random.Random(39)


def filled(words: int, letters: int = 0) -> str:
    """A reply of lines of so many words, each followed by odd letters."""
    text = ""
    while len(text) < MAX_TEXT - 700:
        odd = "".join(DICE.choices("abcdefgh-", k=letters))
        text += " ".join([*DICE.choices(WORDS, k=words), odd]).strip() + "\n"
    return text


REPLIES = {
    "8,000 short wrong lines": "".join(f"{DICE.randrange(10**4):04}\n" for _ in range(8_000)),
    "8,000 short words": filled(0, 4),
    "short orders": filled(2, 3),
    "orders": filled(6),
    "long lines": filled(40),
    "orders with long words": filled(2, 470),
    "routes of many parts": "".join(
        f"claim {'-'.join(DICE.choices('bhsglmd', k=5))} office {number}\n"
        for number in range(1_500)
    ),
    **long_values(MAX_TEXT),
}


@pytest.mark.parametrize("name", REPLIES)
@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES.keys())
def test_a_reply_is_parsed_soon(title: AnyTitle, name: str) -> None:
    times, is_order = [], order_checker(title, title.start({}, 3))
    for _ in range(2):
        start = time.thread_time()
        parse_lines(own_lines(REPLIES[name][:MAX_TEXT]), is_order, ["Anna"])
        times.append(time.thread_time() - start)
    assert min(times) < MOST_SECONDS * busy()


def test_orders_above_many_lines_are_played_all_the_same() -> None:
    title = TITLES["teutonica"]
    lines = ["income 3t", "confirm", *["a line of a long signature"] * (MOST_LINES + 1)]
    command = parse_lines(lines, order_checker(title, title.start({}, 3)))
    assert (command.orders, command.confirm) == (("income 3t",), True)
