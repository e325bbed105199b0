"""Replies as common mail programs write them: with quotes, signatures and HTML of their own."""

from collections.abc import Callable
from email.message import EmailMessage
from email.utils import make_msgid
from html import escape

Program = Callable[[EmailMessage, str], EmailMessage]

WROTE = "On Mon, 23 Nov 2026 at 19:05, Hansa <hansa@example.org> wrote:"


def gmail(asking: EmailMessage, text: str) -> EmailMessage:
    """Text and HTML, with the quote below a line 'On ... wrote:'."""
    lines = "<br>".join(map(escape, text.split("\n")))
    html = (
        f'<div dir="ltr">{lines}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{escape(WROTE)}<br></div>'
        f'<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;padding-left:1ex">'
        f"{_html(asking)}</blockquote></div>"
    )
    return _reply(asking, f"{text}\n\n{WROTE}\n\n{_quoted(asking)}", html)


def outlook(asking: EmailMessage, text: str) -> EmailMessage:
    """HTML alone, with the old email below its head and no sign of a quote."""
    paragraphs = "".join(
        f"<p class=MsoNormal>{escape(line)}<o:p></o:p></p>" for line in text.split("\n")
    )
    head = (
        "<div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>"
        f"<p class=MsoNormal><b>From:</b> {escape(asking['From'])} <br><b>Sent:</b> Monday, "
        f"23 November 2026 19:05<br><b>To:</b> {escape(asking['To'])}<br>"
        f"<b>Subject:</b> {escape(asking['Subject'])}<o:p></o:p></p></div></div>"
    )
    html = (
        "<html xmlns:o='urn:schemas-microsoft-com:office:office'><body lang=EN-GB>"
        f"<div class=WordSection1>{paragraphs}<p class=MsoNormal><o:p>&nbsp;</o:p></p>"
        f"<p class=MsoNormal>Best regards,<o:p></o:p></p><p class=MsoNormal>Hildegard</p>"
        f"{head}<p class=MsoNormal><o:p>&nbsp;</o:p></p>{_html(asking)}</div></body></html>"
    )
    return _reply(asking, None, html)


def iphone(asking: EmailMessage, text: str) -> EmailMessage:
    """Text and HTML, with a phone's signature above the quote."""
    lines = "<br>".join(map(escape, text.split("\n")))
    html = (
        f'<html><body dir="auto">{lines}<br><br><div dir="ltr">Sent from my iPhone</div>'
        f'<div dir="ltr"><br><blockquote type="cite">{escape(WROTE)}<br><br></blockquote></div>'
        f'<blockquote type="cite"><div dir="ltr">{_html(asking)}</div></blockquote></body></html>'
    )
    said = f"{text}\n\nSent from my iPhone\n\n> {WROTE}\n> \n{_quoted(asking)}"
    return _reply(asking, said, html)


def thunderbird(asking: EmailMessage, text: str) -> EmailMessage:
    """Text alone, below a greeting and above a signature and the quote."""
    return _reply(asking, f"Hello,\n\n{text}\n\n-- \nHildegard\n\n{WROTE}\n{_quoted(asking)}", None)


PROGRAMS: tuple[Program, ...] = (gmail, outlook, iphone, thunderbird)


def _reply(asking: EmailMessage, text: str | None, html: str | None) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"] = asking["To"], asking["Reply-To"]
    mail["Subject"] = f"Re: {asking['Subject'].removeprefix('Re: ')}"
    mail["Message-ID"], mail["In-Reply-To"] = make_msgid(), asking["Message-ID"]
    if text is not None:
        mail.set_content(text)
        if html is not None:
            mail.add_alternative(html, subtype="html")
    else:
        mail.set_content(html, subtype="html")
    return mail


def _quoted(asking: EmailMessage) -> str:
    return "".join(f"> {line}\n" for line in _body(asking, "plain").splitlines())


def _html(asking: EmailMessage) -> str:
    """Return what stands in the body of the old email's HTML."""
    return _body(asking, "html").partition("<body")[2].partition(">")[2].partition("</body>")[0]


def _body(asking: EmailMessage, kind: str) -> str:
    body = asking.get_body((kind,))
    return body.get_content() if body else ""
