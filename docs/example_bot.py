"""A bot that plays your games of both titles, by docs/api.md alone. It needs only Python.

HANSA_URL=https://club.example HANSA_TOKEN=hnsa_... python example_bot.py

The token needs the scopes read:own and play. The bot waits until a game waits for you, and plays
the order that looks best, one after the other. Make `value` wiser, and it is a bot of your own.
"""

import http.client
import json
import os
import random
import re
import sys
import time
import urllib.error
import urllib.request
from collections import Counter

API = os.environ["HANSA_URL"] + "/api/v1"
TOKEN = os.environ["HANSA_TOKEN"]
HEADERS = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
LATER = {429, 500, 502, 503, 504}
VERBS = {
    # Hansa Teutonica: claim what is full, answer what you are asked, fill what you have begun.
    "claim": 90, "put": 70, "take": 70, "develop": 70, "found": 70, "use": 65, "place": 60,
    "displace": 55, "income": 50, "done": 15, "move": 5,
    # Hansa: sell much at once, buy many barrels, put up booths and sail on.
    "sell": 80, "buy": 60, "build": 45, "replenish": 40, "sail": 30, "end": 10,
}  # fmt: skip
WORTH = {"actions": 6, "bank": 5, "office": 4, "prestige": 4, "privilege": 3}
SPACE = re.compile(r"([a-z]+-[a-z]+)\.\d")


def ask(method, path, body=None, **headers):
    """Return the status and the answer of a request, sent again until there is one."""
    data, wait = body and json.dumps(body).encode(), 1
    while True:
        try:
            request = urllib.request.Request(API + path, data, HEADERS | headers, method=method)
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in LATER:
                return error.code, json.load(error)
            time.sleep(float(error.headers.get("Retry-After", wait)))
        except (OSError, http.client.HTTPException, ValueError) as error:
            print(f"No answer: {error}", file=sys.stderr)
            time.sleep(wait)
        wait = min(2 * wait, 60)


def spaces(orders):
    """Return how many spaces of each route orders begin at, such as 'place t hamburg-stade.2'."""
    return Counter(dict(space.group(0, 1) for space in map(SPACE.search, orders) if space).values())


def value(order, begun, free, taken):
    """Return how good an order looks; of routes, how many spaces are yours, free, and of others."""
    verb, *words = order.split()
    good = VERBS.get(verb, 25) + random.random()
    if verb in ("place", "displace"):
        route = SPACE.search(order)[1]
        return good + 5 * begun[route] - 2 * free[route] - 6 * taken[route]
    if verb == "claim":
        return good + max(WORTH.get(word, 0) for word in words)
    if verb in ("sell", "buy", "income"):
        return good + len(words) + sum(int(each) for each in order if each.isdigit())
    return good


def play(game):
    """Play orders in a game as long as it waits for you."""
    while True:
        status, legal = ask("GET", f"/games/{game}/legal")
        if status != 200 or not any(legal["orders"].values()):
            return
        known = [spaces(legal["orders"].get(verb, ())) for verb in ("move", "place", "displace")]
        orders = (order for group in legal["orders"].values() for order in group)
        best = max(orders, key=lambda order: value(order, *known))
        headers = {"If-Match": f'"{legal["version"]}"', "Idempotency-Key": os.urandom(16).hex()}
        status, told = ask("POST", f"/games/{game}/orders", {"orders": [best]}, **headers)
        # 412: the game has moved on, 409: it does not wait for you any more. Then look again.
        if status not in (200, 409, 412):
            sys.exit(f"'{best}' in game {game}: {told['detail']}")


if __name__ == "__main__":
    cursor = ""
    while True:
        status, told = ask("GET", f"/events?after={cursor}&wait=25")
        if status != 200:
            sys.exit(told["detail"])
        for game in told["waiting"]:
            play(game["id"])
        cursor = told["cursor"]
        time.sleep(told["again_in"])
