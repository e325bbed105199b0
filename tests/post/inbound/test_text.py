"""What a person wrote himself, from mails as programs make them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.post.inbound.markup import text_of
from games.post.inbound.text import TooLong, own_lines

OWN = "income 1t\nplace m hamburg-stade.2\nconfirm"
THEIRS = ["income 1t", "place m hamburg-stade.2", "confirm"]
QUOTE = "> You may order:\n> place t foo-bar.1\n> confirm\n"
UNMARKED = "You may order:\nplace t foo-bar.1\nconfirm\n"

TEXTS = {
    "nothing but orders": OWN,
    "Gmail": f"{OWN}\n\nOn Mon, 3 Jun 2030 at 10:00, Hansa <hansa@example.org> wrote:\n\n{QUOTE}",
    "Gmail, folded": f"{OWN}\n\nOn Mon, 3 Jun 2030, Hansa <\nh@example.org> wrote:\n{QUOTE}",
    "German": f"{OWN}\n\nAm 03.06.30 um 10:00 schrieb Hansa:\n{QUOTE}",
    "French": f"{OWN}\n\nLe lun. 3 juin 2030 à 10:00, Hansa <h@example.org> a écrit :\n{QUOTE}",
    "Dutch": f"{OWN}\n\nOp ma 3 jun 2030 om 10:00 schreef Hansa <h@example.org>:\n{QUOTE}",
    "Outlook": f"{OWN}\n\nFrom: Hansa\nSent: Monday\nTo: Anna\nSubject: x\n\n{UNMARKED}",
    "Outlook, German": f"{OWN}\n\nVon: Hansa\nGesendet: heute\nAn: Anna\nBetreff: x\n\n{UNMARKED}",
    "old Outlook": f"{OWN}\n\n-----Original Message-----\n{UNMARKED}",
    "no known language": f"{OWN}\n\n3. 6. 2030, Hansa kirjoitti:\n{QUOTE}",
    "below, in no known language": f"3. 6. 2030, Hansa kirjoitti:\n{QUOTE}\n{OWN}",
    "between the quotes": f"On 3 Jun 2030, Hansa wrote:\n> a\nincome 1t\n> b\n{OWN[10:]}\n> c",
    "below the quote": f"On 3 Jun 2030, Hansa wrote:\n{QUOTE}\n{OWN}\n",
    "signature": f"{OWN}\n-- \nAnna\nplace t foo-bar.1",
    "phone": f"{OWN}\n\nSent from my iPhone",
    "phone, German": f"{OWN}\n\nGesendet von meinem iPhone",
    "regards": f"{OWN}\n\nBest regards,\nAnna",
    "regards, German": f"{OWN}\n\nViele Grüße\nAnna",
    "dashes": "- income 1t\n- place m hamburg-stade.2\n- confirm",
    "stars": "* income 1t.\n* place m hamburg-stade.2;\n* confirm.",
    "numbers": "1. income 1t\n2) place m hamburg-stade.2\n3. confirm",
    "comments": "# my turn\nincome 1t  # poor\n\nplace m hamburg-stade.2\n\nconfirm",
    "blanks": "  income 1t \r\n\r\n\xa0place\xa0m hamburg-stade.2\t\rconfirm",
    "emoji": "income 1t \U0001f44d\U0001f3fd\n\U0001f389\nplace m hamburg-stade.2 :-)\nconfirm ;)",
    "unseen": "\ufeffincome 1t\nplace m ham\xadburg-stade.2\n\0confirm",
}  # fmt: skip

NOBODYS = {
    "nothing": "",
    "only a quote": f"On 3 Jun 2030, Hansa wrote:\n{QUOTE}",
    "only an unmarked quote": "From: Hansa\nSent: Monday\nTo: Anna\nSubject: x\n\n" + UNMARKED,
    "only a signature": "-- \nAnna\n",
}

PAGES = {
    "Gmail": (
        '<div dir="ltr"><div>income 1t</div><div>place m hamburg-stade.2</div>confirm<br></div>'
        '<div class="gmail_quote"><div class="gmail_attr">On Mon, Hansa wrote:<br></div>'
        "<blockquote>place t foo-bar.1</blockquote></div>"
    ),
    "Outlook": (
        "<html><head><style>p {color: red}</style></head><body><p class=MsoNormal>income 1t<o:p>"
        "</o:p></p><p>place m hamburg-stade.2</p><p>confirm</p>"
        '<div id="divRplyFwdMsg"><b>From:</b> Hansa</div><div>place t foo-bar.1</div></body></html>'
    ),
    "Thunderbird": (
        "<p>income 1t<br>place m hamburg-stade.2<br>confirm</p>"
        '<div class="moz-cite-prefix">On 3 Jun, Hansa wrote:</div>'
        '<blockquote type="cite">confirm</blockquote><pre class="moz-signature">-- <br>Anna</pre>'
    ),
    "a table": "<table><tr><td>income 1t</td></tr><tr><td>place m hamburg-stade.2</td></tr>"
    "<tr><td>confirm</td></tr></table>",
    "declared": '<?xml version="1.0" encoding="utf-16"?><p>income 1t</p>'
    "<p>place m hamburg-stade.2</p><p>confirm</p>",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_only_what_he_wrote_is_left(text):
    assert own_lines(text) == THEIRS


@pytest.mark.parametrize("text", NOBODYS.values(), ids=NOBODYS)
def test_what_he_did_not_write_is_nothing(text):
    assert own_lines(text) == []


@pytest.mark.parametrize("html", PAGES.values(), ids=PAGES)
def test_html_is_text_without_its_quotes(html):
    assert own_lines(text_of(html)) == THEIRS


def test_an_arrow_in_html_is_an_arrow():
    assert own_lines(text_of("<p>move a-b.1 &gt; c-d.2</p>")) == ["move a-b.1 > c-d.2"]


@given(st.lists(st.sampled_from([*TEXTS.values(), *NOBODYS.values(), "> ", "\n", "--", "a"])))
def test_a_line_is_one_line_that_says_something(pieces):
    for line in own_lines("".join(pieces)):
        assert line == line.strip()
        assert line.isprintable()
        assert line[0] not in ">#"


@given(st.text(st.sampled_from("<>/abdivtrlockquo=\"'&;! -\n\0")))
def test_no_html_is_too_broken(html):
    text_of(html)


@pytest.mark.parametrize("text", [OWN + "\n" + "On " * 20_000, "end\n" * 20_000])
def test_what_goes_on_and_on_is_not_read_in_part(text):
    """Orders that are cut would be others."""
    with pytest.raises(TooLong):
        own_lines(text)


def test_a_long_mail_below_the_answer_does_not_matter():
    assert own_lines(TEXTS["Gmail"] + "> and so on\n" * 10_000) == THEIRS


def test_html_of_very_many_tags_is_not_read_in_part():
    with pytest.raises(TooLong):
        text_of("<p>income 1t</p>" * 10_000)


def test_deep_html_is_as_good_as_flat():
    """No tree is built, so nothing can be too deep for it."""
    assert own_lines(text_of("<div>" * 4_000 + "income 1t" + "</div>" * 4_000)) == ["income 1t"]


def test_a_wide_cell_does_not_make_a_wide_table():
    html = f"<table><tr><td>{'a' * 10_000}</td></tr>{'<tr><td>b</td><td>c</td></tr>' * 500}</table>"
    assert len(text_of(html)) < 2 * len(html)
