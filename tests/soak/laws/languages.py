"""The law of languages: no letter or page has a word that only another language has."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.utils.translation.trans_real import translation

from games.accounts.models import User
from games.post.models import Letter
from games.post.transports.mail import message_id
from tests.play import poll_title
from tests.soak.laws.evidence import Evidence
from tests.soak.laws.letters import plain

SPOKEN = ("en", "de")
"""The languages of the soak's people. Whatever is translated is English at first."""
_WORD = re.compile(r"(?<!\w)[a-zäöüß]{4,}(?!\w)")
"""Shorter words are too often words of both, and those with a capital may be names."""
_STYLE = re.compile(r"<(style|script).*?</\1>", re.DOTALL)
_URL = re.compile(r"\S+[:@/.]\S+")
_CONTEXT = re.compile("^.*\x04", re.DOTALL)
_FIELD = re.compile(r"%\(\w+\)\w|{[^}]*}|<[^>]*>")


def languages(evidence: Evidence) -> Iterator[str]:
    """No letter or page has a word of a language that its reader has not chosen."""
    for letter in Letter.objects.select_related("recipient"):
        mail = evidence.read.get(message_id(letter))
        if mail is None or letter.recipient is None:
            continue
        if strange := strange_words(mail.text, letter.recipient.language):
            yield f"{letter} for somebody who reads {letter.recipient.language} has {strange}."
    spoken = dict(User.objects.values_list("pk", "language"))
    for page in evidence.notes.pages:
        if strange := strange_words(page.text, spoken[page.user]):
            yield f"{page.path} for somebody who reads {spoken[page.user]} has {strange}."


def strange_words(text: str, language: str) -> str:
    """Return the words of a text, which may be HTML, that only another language has."""
    said = _words(_URL.sub(" ", plain(_STYLE.sub(" ", text))))
    return ", ".join(sorted(said & _only_elsewhere(language)))


@cache
def _only_elsewhere(language: str) -> frozenset[str]:
    vocabulary = {code: _vocabulary(code) for code in SPOKEN}
    others = frozenset[str]().union(*(vocabulary[code] for code in SPOKEN if code != language))
    # The poll speaks English to all.
    return others - vocabulary[language] - _words(Path(poll_title.__file__).read_text())


@cache
def _vocabulary(language: str) -> frozenset[str]:
    """Return the words of all texts of the site and its libraries in a language."""
    first, *others = SPOKEN
    source = others[0] if language == first else language
    catalogue = translation(source)._catalog._catalogs  # type: ignore[attr-defined] # no other way
    told = (
        _CONTEXT.sub("", str(key[0] if isinstance(key, tuple) else key))
        if language == first
        else value
        for each in catalogue
        for key, value in each.items()
        if key
    )
    return _words(_FIELD.sub(" ", "\n".join(told)))


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text))
