"""The orders that an email lists, as a reader writes them out one by one."""

import re
from itertools import product

_SECTION = re.compile(r"Legal (?:now|after your draft|instead of line \d+):\n+((?:  .*(?:\n|$))+)")
_THOSE = re.compile(r"any of those after '(\w+)'")
_NUMBERED = re.compile(r"(.+\.)(\d+(?:/\d+)+)")


def orders_in(text: str) -> list[str]:
    """Return the orders that the text of an email lists; [] if it lists none."""
    found = _SECTION.search(text.replace("\r\n", "\n"))
    return written_out(re.sub(r"\n {4}", " ", found[1]).split("\n")) if found else []


def written_out(lines: list[str]) -> list[str]:
    """Return the orders of lines in which words between which one chooses stand together."""
    orders: list[str] = []
    lasts: dict[str, list[str]] = {}
    for line in filter(None, map(str.strip, lines)):
        head, *others = _THOSE.sub(r"@\1", line).replace(" or ", "|").split(", ")
        *words, last = head.split()
        ends = [end for each in (last, *others) for end in _choices(each, lasts)]
        verb = (words or ends)[0]
        lasts[verb] = max(lasts.get(verb, []), ends, key=len)
        choices = [_choices(word, lasts) for word in words]
        orders += [" ".join(chosen) for chosen in product(*choices, ends)]
    return list(dict.fromkeys(orders))


def _choices(word: str, lasts: dict[str, list[str]]) -> list[str]:
    if word.startswith("@"):
        return lasts[word[1:]]
    found: list[str] = []
    for each in word.split("|"):
        numbered = _NUMBERED.fullmatch(each)
        stem, ends = (numbered[1], numbered[2]) if numbered else ("", each)
        found += [stem + end for end in ends.split("/")]
    return found
