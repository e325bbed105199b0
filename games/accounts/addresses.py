"""Email addresses: one spelling for each."""

import idna

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
