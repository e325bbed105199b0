"""Sentences of templates that are the same whenever a page shows them."""

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.translation.trans_real import catalog

from hansa_site.constants import Constant

CONSTANT = (
    '{% translate "Sign in again" %}',
    "{% trans 'Sign in again' %}",
    '{% translate "Sign in again" as told %}{{ told }}',
    "{% blocktranslate trimmed %}\n  Sign in again\n{% endblocktranslate %}",
)
SIGN_IN_AGAIN = {"en": "Sign in again", "de": "Wieder anmelden"}
OTHERS = {
    '{% translate text context "link" %}': "About",
    '{% translate "About"|upper %}': "ABOUT",
    "{% blocktranslate %}{{ text }} 100%{% endblocktranslate %}": "About 100%",
    "{% blocktranslate count n=2 %}1 day{% plural %}{{ n }} days{% endblocktranslate %}": "2 days",
}


@pytest.mark.parametrize("text", CONSTANT)
def test_a_sentence_without_values_is_told_in_the_language_of_each_page(text, monkeypatch):
    shown = Template("{% load i18n %}" + text)
    assert shown.nodelist.get_nodes_by_type(Constant)
    for _ in range(2):
        for code, told in SIGN_IN_AGAIN.items():
            with translation.override(code):
                assert shown.render(Context()) == told
    with translation.override("de"):
        # A language whose catalogue is read again, as it is after a change.
        monkeypatch.setattr("django.utils.translation.trans_real._translations", {})
    with translation.override("de"):
        monkeypatch.setattr(catalog(), "gettext", lambda _: "Noch einmal anmelden")
        assert shown.render(Context()) == "Noch einmal anmelden"


@pytest.mark.parametrize(("text", "told"), OTHERS.items())
def test_what_depends_on_values_is_made_anew(text, told):
    shown = Template("{% load i18n %}" + text)
    assert not shown.nodelist.get_nodes_by_type(Constant)
    shown.render(Context({"text": "Play"}))
    assert shown.render(Context({"text": "About"})) == told
