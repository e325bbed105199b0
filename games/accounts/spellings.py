"""Finding people and games by their names and addresses, whatever the capitals and accents."""

import unicodedata

import idna
from django.db.models import Q

from games.accounts.names import stored

_WITHOUT_STROKE = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
"""Letters that Unicode does not take apart, as people type them who do not have them."""

_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


SHORTEST_PART = 2
"""Letters of the shortest text by which people are found."""


def folded(text: str) -> str:
    """Return a text without capitals and accents.

    Vowel signs of Indic scripts stay, as they are no accents.
    """
    parts = unicodedata.normalize("NFKD", text.casefold().translate(_WITHOUT_STROKE))
    return stored("".join(each for each in parts if not unicodedata.combining(each)))


def spellings(name: str) -> str:
    """Return a name as people search for it, each way on a line that begins with a line break.

    Jörg is found as 'jorg' and as 'joerg'. A model keeps this in `found_by`.
    """
    german = folded(stored(name).casefold().translate(_GERMAN))
    return "".join(f"\n{each}" for each in dict.fromkeys((folded(name), german)))


def parts_of(found_by: str, look: str) -> set[tuple[bool, bytes]]:
    """Return what a name can be found by: it and its ends, in UTF-8, each with whether it is whole.

    A text is part of a name if one of its ends begins with the text.
    """
    return {
        (not start, line[start:].encode())
        for line in {*found_by.split("\n"), look}
        for start in range(len(line) - SHORTEST_PART + 1)
    }


def has_beginning(text: str) -> Q:
    """Return the condition that a `part` begins with a text, which an index of any database has."""
    first = text.encode()
    # No UTF-8 has this byte.
    return Q(part__gte=first, part__lt=first + b"\xff")


def contains(text: str) -> Q:
    """Return the condition that a name contains a text."""
    return Q(found_by__contains=folded(text))


LONGEST = 254
"""Characters of an address (RFC 5321)."""


def one_spelling(address: str) -> str:
    """Return an address in lower case, with the letters of its domain and not their code.

    `a@xn--mller-kva.example` and `A@Müller.example` are one address, `a@müller.example` (RFC 5890).
    What is no domain name is left as it is.
    """
    address = address.lower()
    local, at, domain = address.rpartition("@")
    if len(address) > LONGEST or (domain.isascii() and "xn--" not in domain):
        return address
    try:
        return local + at + idna.decode(idna.encode(domain, uts46=True))
    except idna.IDNAError:
        return address
