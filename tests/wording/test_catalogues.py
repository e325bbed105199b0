"""The catalogues: what the code says and no more, translated whole, with the same slots."""

import re
from string import Formatter

import pytest

from hansa_site import catalogues
from hansa_site.languages import DOMAINS

FILES = [(domain, path) for domain in DOMAINS for path in domain.files()]
every = pytest.mark.parametrize(
    ("domain", "path"), FILES, ids=[f"{path.parent.parent.name}-{path.stem}" for _, path in FILES]
)


def slots(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@every
def test_a_catalogue_has_what_the_code_says_and_no_more(domain, path):
    assert (
        catalogues.updated(catalogues.read(path), catalogues.template(domain)) == path.read_bytes()
    ), "make messages"


@every
def test_translations_have_the_slots_of_their_messages(domain, path):
    for message in catalogues.read(path):
        if not message.id:
            continue
        texts = (message.id,) if isinstance(message.id, str) else message.id
        told = (message.string,) if isinstance(message.string, str) else message.string
        wanted = slots(texts[-1])
        for number, text in enumerate(told):
            # Where the number is one a text may say so in a word.
            one = {"number"} if len(told) > 1 and number == 0 else set()
            assert slots(text) | one == wanted | one, message.id


@every
def test_translations_are_whole_and_clean(domain, path):
    for message in catalogues.read(path):
        if not message.id:
            continue
        text = message.id if isinstance(message.id, str) else message.id[0]
        for told in (message.string,) if isinstance(message.string, str) else message.string:
            assert told, f"{text} is not translated"
            assert told == told.strip()
            assert not re.search(r"  | [,.]|'", told), told
            assert (text[-1] in ".?!:") == (told[-1] in ".?!:“"), text


def test_every_message_is_a_sentence_or_has_a_context():
    for domain in DOMAINS:
        for message in catalogues.template(domain):
            if message.id and not message.context:
                text = message.id if isinstance(message.id, str) else message.id[0]
                assert text[-1] in ".?!:'", f"{text}: {message.locations}"
                # A letter that touches a slot is an ending of one language.
                assert not re.search(r"[A-Za-z]\{|\}[A-Za-rt-z]", text), text
