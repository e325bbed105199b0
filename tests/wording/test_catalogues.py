"""The catalogues: what the code says and no more, translated whole, with the same slots."""

import re
from gettext import GNUTranslations, c2py
from io import BytesIO
from string import Formatter

import pytest
from babel.messages.mofile import write_mo

from games.rules import TITLES
from hansa_site import catalogues, checks
from hansa_site.languages import DOMAINS, is_whole

FILES = [(domain, path) for domain in DOMAINS for path in domain.files()]
every = pytest.mark.parametrize(
    ("domain", "path"), FILES, ids=[f"{path.parent.parent.name}-{path.stem}" for _, path in FILES]
)


def slots(text, domain):
    if domain.templates and "%(" in text:
        return set(re.findall(r"%\((\w+)\)s", text))
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
        wanted = slots(texts[-1], domain)
        for number, text in enumerate(filter(None, told)):
            missing = wanted - slots(text, domain)
            assert slots(text, domain) <= wanted, message.id
            # Where the number is one a text may say so in a word.
            assert len(missing) <= (len(told) > 1 and number == 0), message.id


@every
@pytest.mark.parametrize("number", [0, 1, 2, 3, 5, 21])
def test_messages_that_count_are_told_in_the_form_of_their_number(domain, path, number):
    """As the catalogue's Plural-Forms says, with all slots, and the number unless it is one."""
    catalogue, file = catalogues.read(path), BytesIO()
    write_mo(file, catalogue)
    file.seek(0)
    told, form = GNUTranslations(file), c2py(catalogue.plural_expr)(number)
    for message in catalogue:
        if message.id and message.pluralizable and all(message.string):
            one, many = message.id
            spoken = (
                told.npgettext(message.context, one, many, number)
                if message.context
                else told.ngettext(one, many, number)
            )
            assert spoken == message.string[form]
            for text, source in ((spoken, many), (one if number == 1 else many, many)):
                filled = {name: f"<{name}>" for name in slots(source, domain)}
                is_old = domain.templates and "%(" in source
                words = text % filled if is_old else text.format_map(filled)
                assert not re.search(r"[{}]|%\(", words), words
                assert number == 1 or all(each in words for each in filled.values()), words


@every
def test_translations_of_languages_that_are_listed_are_whole(domain, path, settings):
    if path.parent.parent.name not in dict(settings.LANGUAGES):
        return
    for message in catalogues.read(path):
        if message.id:
            told = (message.string,) if isinstance(message.string, str) else message.string
            assert all(told), f"{message.id} is not translated"


@every
def test_translations_are_clean(domain, path):
    for message in catalogues.read(path):
        if not message.id:
            continue
        text = message.id if isinstance(message.id, str) else message.id[0]
        for told in (message.string,) if isinstance(message.string, str) else message.string:
            if told:
                assert told == told.strip()
                assert not re.search(r"  | [,.]", told), told
                # An address at the end has no stop.
                if not message.context and not text.endswith("/"):
                    assert (text[-1] in ".?!:") == (told[-1] in ".?!:“"), text


def test_languages_that_are_listed_have_all_rules(settings):
    whole = {(code, title) for code, title, is_there in catalogues.pages() if is_there}
    listed = dict(settings.LANGUAGES).keys() - {"en"}
    assert whole >= {(code, title) for code in listed for title in TITLES}


def test_a_language_that_is_listed_but_not_whole_is_warned_of(settings):
    settings.LANGUAGES = [*settings.LANGUAGES, ("xx", "Xx")]
    assert [each.msg[:18] for each in checks.languages()] == ["LANGUAGES has 'xx'"] * len(DOMAINS)


def test_a_language_that_is_only_begun_is_not_warned_of(settings):
    settings.LANGUAGES = [*settings.LANGUAGES, ("xx", "Xx"), ("yy", "Yy")]
    settings.BEGUN_LANGUAGES = ["yy"]
    assert not any("'yy'" in each.msg for each in checks.languages())


def test_a_catalogue_with_an_empty_message_is_not_whole(tmp_path):
    for path in DOMAINS[0].files():
        part = tmp_path / path.name
        part.write_text(f'{path.read_text("utf-8")}\nmsgid "New."\nmsgstr ""\n', "utf-8")
        assert not is_whole(part)


def test_languages_that_are_listed_have_every_catalogue(settings):
    for code in dict(settings.LANGUAGES).keys() - {"en"}:
        for domain in DOMAINS:
            assert code in {path.parent.parent.name for path in domain.files()}


def test_a_single_word_has_a_context_and_no_letter_touches_a_slot():
    for domain in DOMAINS:
        for message in catalogues.template(domain):
            if message.id and not message.context:
                text = message.id if isinstance(message.id, str) else message.id[0]
                assert " " in text or text[-1] in ".?!:", f"{text}: {message.locations}"
                # A letter that touches a slot is an ending of one language.
                assert not re.search(r"[A-Za-z]\{|\}[A-Za-rt-z]", text), text
