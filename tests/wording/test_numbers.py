"""Numbers that browsers read are written alike in every language."""

import re

import pytest
from django.test import Client, override_settings

from tests.factories import UserFactory
from tests.play.factories import game_of, play_fast, play_out
from tests.tokens import without_tokens

READ = re.compile(
    r'\b(?:style|width|height|viewBox|x|y|cx|cy|r|d|points|value|data-[\w-]+)="[^"]*"'
)
AS_WIDE_AS_ITS_WORDS = re.compile(r'<g class="cartouche".*?</g></g>')
PAGES = ("/", "/people/", "/learn/", "/learn/hansa/1/", "/rules/hansa/", "/puzzles/")


@pytest.mark.django_db
@override_settings(LANGUAGES=[("en", "English"), ("de", "Deutsch")])
@pytest.mark.parametrize("title", ["teutonica", "hansa"])
def test_what_a_browser_reads_is_the_same_in_german(title: str) -> None:
    ann, ben = UserFactory(), UserFactory()
    running = play_fast(game_of(ann, ben, title=title), 20)
    over = play_out(game_of(ann, ben, title=title))
    pages = [*PAGES, running.get_absolute_url(), over.get_absolute_url()]
    pages += [f"{running.get_absolute_url()}move/5/", f"{over.get_absolute_url()}statistics/"]
    for path in pages:
        texts = []
        for code in ("en", "de"):
            response = Client().get(path, headers={"Accept-Language": code})
            assert response.status_code == 200, path
            html = AS_WIDE_AS_ITS_WORDS.sub("", without_tokens(response.text))
            texts.append([found for found in READ.findall(html) if re.search(r"\d[.,]\d", found)])
        assert texts[0] == texts[1], path
