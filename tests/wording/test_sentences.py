"""The lint of sentences: what people read is found, what only programs and staff read is not."""

from textwrap import dedent

import pytest

from tests.markup import Inside, words
from tests.sentences import in_python

READ = {
    "a literal": 'raise PlayError("The game is over.")',
    "an f-string": 'told = f"{player} has left the game"',
    "a label": """
        class Reason(models.TextChoices):
            LEFT = "left", "the player left"
        """,
    "text of a form": 'name = forms.CharField(help_text="What others call you.")',
    "text of what is no model": """
        class Answer:
            def __str__(self):
                return f"the answer of {self.player}"
        """,
    "another text of a model": """
        class Game(models.Model):
            title_of_page = "Games with free seats"

            class Meta:
                ordering = ["pk"]
                told = "all of the games"

            def named(self):
                return f"the game of {self.host}"
        """,
    "a value": 'words = {"over": "The game is over."}',
    "the value of a key": 'words["over"] = "The game is over."',
    "a message from pieces": 'gettext("The game " + "is over now.")',
    "another argument": 'show("board", title="all of the games")',
}
UNREAD = {
    "a message": 'raise PlayError(gettext("The game is over."))',
    "an error of the program": 'raise ValueError(f"There is no seat {seat}.")',
    "an error for staff": 'raise CannotMerge("This is the same account.")',
    "a label for staff": """
        class Reason(StaffChoices):
            LEFT = "left", "the player left"
        """,
    "a model in admin": """
        class Game(models.Model):
            name = models.CharField(help_text="What it is called.")

            class Meta:
                verbose_name = "game of people"

            def __str__(self):
                return f"the game of {self.host}"
        """,
    "a header": 'response["Cache-Control"] = "private, no-store"',
    "headers": 'send({"User-Agent": f"{name} webhook"})',
    "what is compared": 'known = {"undo it"} if text == "all of it" else {}',
    "classes": 'svg.circle(class_="ring free")',
    "SQL": 'query = f"SELECT name FROM {table} WHERE user_id = %s"',
    "a log": 'log.info("The game %s is over", game)',
}


def lines(text, tmp_path):
    path = tmp_path / "module.py"
    path.write_text(dedent(text))
    return [*in_python(path)]


@pytest.mark.parametrize("text", READ.values(), ids=READ)
def test_what_people_read_is_found_in_code(text, tmp_path):
    assert lines(text, tmp_path)


def test_each_of_several_sentences_is_found(tmp_path):
    assert len(lines(READ["another text of a model"], tmp_path)) == 3


@pytest.mark.parametrize("text", UNREAD.values(), ids=UNREAD)
def test_what_nobody_reads_is_no_sentence(text, tmp_path):
    assert not lines(text, tmp_path)


SHOWN = {
    "text": "<p>Your turn</p>",
    "one word": "<button>{{ icon }}\n Confirm</button>",
    "text beside a tag": "{% if over %}The end{% else %}{% translate 'Your turn' %}{% endif %}",
    "text after a message": "{% blocktranslate %}Your turn{% endblocktranslate %} or not",
    "an attribute": '<button aria-label="Close it"></button>',
    "a part of an attribute": '<img alt="{% if over %}The end{% endif %}">',
    "a literal": '{% include "part.html" with heading="All the games" %}',
    "a literal of a filter": '{{ name|default:"not known" }}',
    "what others than staff see": "{% if user.is_staff %}Desk{% else %}Table{% endif %}",
    "what some others see, too": "{% if user.is_staff or host %}Table{% endif %}",
    "a block of the page": "{% block page %}Your turn{% endblock %}",
    "text after a sign": '<a data-to="#a > b">Your turn</a>',
}
NOT_SHOWN = {
    "a message": "<p>{% translate 'Your turn' %}</p>",
    "a message around tags": "{% blocktranslate %}<b>Your</b> turn{% endblocktranslate %}",
    "classes": '<p class="note {% if over %}warning{% endif %} small" id="over">',
    "a sign in an attribute": '<p hx-vals=\'{"up": {{ last }}}\' hx-include="#a > form [name=b]">',
    "a script": '<script type="application/json">{"ids": {"use": "{{ id }}"}}</script>',
    "a comment": "{# Your turn #}<!-- Your {{ turn }} -->{% comment %}Your turn{% endcomment %}",
    "what staff see": "{% if user.is_staff %}Desk{% if over %} of it{% endif %}{% endif %}",
    "what is compared": '{% if kind == "not known" %}{% endif %}',
    "what is put in": '{% translate "Your turn" as told %}{{ "2 May"|date:"j M H:i" }}',
    "a message as a literal": '{% include "part.html" with heading=_("All the games") %}',
    "the name of the site": "<title>{% block title %}{% endblock %} · Hansa</title>",
}


@pytest.mark.parametrize("text", SHOWN.values(), ids=SHOWN)
def test_what_people_read_is_found_in_templates(text):
    assert [*words(text, "page.html", Inside())]


@pytest.mark.parametrize("text", NOT_SHOWN.values(), ids=NOT_SHOWN)
def test_markup_is_no_sentence(text):
    assert not [*words(text, "page.html", Inside())]


def test_blocks_and_templates_inside_a_tag_are_attributes():
    pages = {
        "base.html": "<main{% block more %}{% endblock %}>{% block page %}{% endblock %}</main>",
        "board.html": '{% block more %} class="{% block kind %}plain{% endblock %}"{% endblock %}',
        "plan.html": "{% block kind %}plan{% endblock %}{% block page %}Your plan{% endblock %}",
        "button.html": '<b class="{% include "kind.html" %}">{% include "word.html" %}</b>',
        "kind.html": "{% if quiet %}quiet{% else %}primary{% endif %}",
        "word.html": "Confirm",
        "label.html": '{% block more %} aria-label="Your plan"{% endblock %}',
    }
    inside = Inside.of(pages.items())
    assert (inside.blocks, inside.templates) == ({"more", "kind"}, {"kind.html"})
    found = {name for name, text in pages.items() if [*words(text, name, inside)]}
    assert found == {"plan.html", "word.html", "label.html"}


def test_the_line_of_a_sentence_is_told():
    text = "{% blocktranslate %}\nThe end\n{% endblocktranslate %}\n<p\n class='a'>\nOver</p>"
    assert [*words(text, "page.html", Inside())] == [6]
