"""Mails changed at random, and their cost: `python -m tests.post.inbound.fuzz --mails 5000`."""

import argparse
import os
import random
import sys
import time
import tracemalloc
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import django

SEED = 9
MOST_SECONDS = 0.1
MOST_MEMORY = 50_000_000

# What is cut out and put in: what mails are made of, and what trips those who read them.
PIECES = [
    *(
        b"\n\n",
        b"\n",
        b"\r\n",
        b"\r",
        b"\x00",
        b"\xff",
        b"\xc3",
        b" ",
        b"\t",
        b">",
        b"<",
        b"&",
        b'"',
    ),
    *(b"(", b")", b";", b",", b":", b"=", b"?=", b"=?utf-8?b?", b"=?x?q?", b"--", b"--b", b"--b--"),
    *(b"Content-Type: text/html\n\n", b"Content-Type: multipart/mixed; boundary=b\n\n--b\n"),
    *(
        b"Content-Type: message/rfc822\n\n",
        b"charset=utf-16",
        b"charset=punycode",
        b"format=flowed",
    ),
    *(b"Content-Transfer-Encoding: base64\n", b"Content-Transfer-Encoding: quoted-printable\n"),
    *(
        b"From: a@b.example\n",
        b"<div>",
        b"<blockquote>",
        b"<!--",
        b"<p class='gmail_quote'>",
        b"&#x",
    ),
    *(
        b"&amp;",
        b"</div>",
        b"<script>",
        b"\n> ",
        b"\nOn 1 a@b.example wrote:\n",
        b"\n-- \n",
        b"999999",
    ),
    *("ß".encode(), "\u202e".encode(), "\ud800".encode("utf-8", "surrogatepass"), b"\\u0000"),
]


class Cost(NamedTuple):
    """Processor time in seconds, and the most memory in bytes beyond the mail itself."""

    seconds: float
    memory: int


def digest(raw: bytes) -> None:
    """Read everything in a mail that anybody could have read, as if each check were passed."""
    from games.post.inbound.mail import read  # noqa: PLC0415 - needs Django to be set up
    from games.post.inbound.sender import is_vouched_for  # noqa: PLC0415

    mail = read(raw)
    if mail is not None:
        _ = mail.bounce, mail.lines, mail.html_lines, mail.complete, is_vouched_for(mail)


def cost_of(raw: bytes) -> Cost:
    """Return what a mail costs: the shorter of two times, as a machine is never alone."""
    times = []
    for _ in range(2):
        begin = time.process_time()
        digest(raw)
        times.append(time.process_time() - begin)
    tracemalloc.start()
    digest(raw)
    memory = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return Cost(min(times), memory)


def mutants(number: int, seed: int) -> Iterator[bytes]:
    """Yield mails of people and mails made to be heavy, each changed in some places."""
    from games.post.inbound.mail import MAX_SIZE  # noqa: PLC0415 - needs Django to be set up
    from tests.post.inbound.heavy import HEAVY  # noqa: PLC0415
    from tests.post.inbound.people import MAILS  # noqa: PLC0415

    rng = random.Random(seed)
    originals = [*(mail.raw for mail in MAILS.values()), *HEAVY.values()]
    for _ in range(number):
        raw = rng.choice(originals)
        for _ in range(rng.choice([1, 1, 2, 4, 16])):
            raw = _changed(raw, rng, rng.choice(originals))
        yield raw[:MAX_SIZE]


def _changed(raw: bytes, rng: random.Random, other: bytes) -> bytes:
    at = rng.randrange(len(raw) + 1)
    to = min(len(raw), at + int(rng.paretovariate(0.5)))
    match rng.randrange(6):
        case 0:
            return raw[:at] + raw[to:]
        case 1:
            return raw[:at] + rng.choice(PIECES) + raw[at:]
        case 2:
            return (
                raw[:at] + rng.choice(PIECES) * min(int(rng.paretovariate(0.3)), 50_000) + raw[to:]
            )
        case 3:
            return raw[:at] + raw[at:to] * rng.choice([2, 10, 1000]) + raw[to:]
        case 4:
            return raw[:at] + rng.randbytes(min(to - at, 1000)) + raw[to:]
        case _:
            return raw[:at] + other[rng.randrange(len(other) + 1) :]


@cache
def busy() -> float:
    """Return how many times slower than the house's machine this one is, once at least."""
    times = []
    for _ in range(3):
        begin = time.process_time()
        sum(number * number for number in range(200_000))
        times.append(time.process_time() - begin)
    return max(1.0, min(times) / 0.0075) * 2


def main() -> int:
    """Read mails and tell the worst of them; return 1 if one is above the bounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mails", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=SEED)
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hansa_site.settings")
    os.environ["SECRET_KEY"], os.environ["DATABASE_URL"] = "fuzz", "sqlite://:memory:"
    os.environ["REPLY_DOMAIN"], os.environ["AUTHSERV_ID"] = "reply.example.org", "mx.house.example"
    django.setup()
    costs = [cost_of(raw) for raw in mutants(given.mails, given.seed)]
    seconds, memory = max(cost.seconds for cost in costs), max(cost.memory for cost in costs)
    print(
        f"{len(costs)} mails, seed {given.seed}: at most {seconds * 1000:.0f} ms and "
        f"{memory / 1e6:.1f} MB; {sum(cost.seconds for cost in costs) / len(costs) * 1000:.1f} ms "
        "on average"
    )
    return int(seconds > MOST_SECONDS * busy() or memory > MOST_MEMORY)


if __name__ == "__main__":
    sys.exit(main())
