"""Answers as people's mail programs make them, in English, German and French, and what they say.

Written after what these programs send: their parts, their quotes, and what they add.
"""

import email
import email.policy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from html import escape

ORDERS = ("place t hamburg-stade.2", "income 1t", "confirm")

LETTER = """It is your move.
Anna plays income 1t.

Write your orders one a line:

  place t bremen-minden.1, place t bremen-minden.2
  end
  confirm

--\x20
You got this email because you play at Hansa."""

SITE = "Hansa <hansa@example.org>"
WHEN = {
    "en": "On Mon, 3 Jun 2030 at 10:00, Hansa <hansa@example.org> wrote:",
    "de": "Am Mo., 3. Juni 2030 um 10:00 Uhr schrieb Hansa <hansa@example.org>:",
    "fr": "Le lun. 3 juin 2030 à 10:00, Hansa <hansa@example.org> a écrit :",
}
HEADS = {
    "en": (
        "From: {}",
        "Sent: Monday, June 3, 2030 10:00 AM",
        "To: Anna",
        "Subject: Hansa: your move",
    ),
    "de": (
        "Von: {}",
        "Gesendet: Montag, 3. Juni 2030 10:00",
        "An: Anna",
        "Betreff: Hansa: your move",
    ),
    "fr": ("De : {}", "Envoyé : lundi 3 juin 2030 10:00", "À : Anna", "Objet : Hansa: your move"),
}


@dataclass(frozen=True)
class Answer:
    """A mail and the lines that its writer wrote."""

    raw: bytes
    lines: tuple[str, ...] = ORDERS


def mail(
    text: str | None,
    html: str | None = None,
    *,
    lines: Sequence[str] = ORDERS,
    flowed: bool = False,
    packing: str | None = None,
    charset: str = "utf-8",
) -> Answer:
    """Return an answer of these parts."""
    message = EmailMessage()
    message["From"] = '"Anna B." <anna@example.org>'
    message["To"] = SITE
    message["Subject"] = "Re: Hansa: your move"
    message["Message-ID"] = "<people@mail.example.org>"
    if text is not None:
        message.set_content(text, charset=charset, cte=packing)
        if flowed:
            message.set_param("format", "flowed")
    if html is not None and text is not None:
        message.add_alternative(html, subtype="html", cte=packing)
    elif html is not None:
        message.set_content(html, subtype="html", cte=packing)
    return Answer(bytes(message), tuple(lines))


def quoted(text: str, mark: str = "> ") -> str:
    return "\n".join(f"{mark}{line}".rstrip() for line in text.split("\n"))


def blocks(lines: Sequence[str], tag: str = "div") -> str:
    return "".join(f"<{tag}>{escape(line) or '<br>'}</{tag}>" for line in lines)


def gmail(language: str) -> Answer:
    own, when = "\n".join(ORDERS), WHEN[language]
    html = (
        f'<div dir="ltr">{blocks(ORDERS)}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{escape(when)}<br></div>'
        '<blockquote class="gmail_quote" '
        f'style="margin:0px 0px 0px 0.8ex">{blocks(LETTER.splitlines())}</blockquote></div>'
    )
    # Gmail breaks its lines.
    folded = when.replace(" <hansa@", " <\nhansa@")
    return mail(f"{own}\n\n{folded}\n\n{quoted(LETTER)}\n", html)


def gmail_app(language: str) -> Answer:
    """With a greeting and a name."""
    hello = {"en": "Hi,", "de": "Hallo zusammen,", "fr": "Bonjour,"}[language]
    bye = {"en": "Cheers, Anna", "de": "LG Anna", "fr": "Bien à vous\nAnna"}[language]
    bye = bye.replace("Bien à vous", "Cordialement,")
    own = f"{hello}\n\n" + "\n".join(ORDERS) + f"\n\n{bye}"
    html = f'<div dir="auto">{blocks(own.split(chr(10)))}</div><br><div class="gmail_quote">x</div>'
    return mail(f"{own}\n\n{WHEN[language]}\n\n{quoted(LETTER)}\n", html, packing="base64")


def outlook(language: str) -> Answer:
    """Outlook for Windows: nothing but lines set in bold tells where the other mail begins."""
    heads = [line.format(SITE) for line in HEADS[language]]
    text = "\r\n\r\n".join(ORDERS) + "\r\n\r\n" + "\r\n".join([*heads, "", LETTER])
    bold = "<br>".join(
        f"<b><span>{head.partition(':')[0]}:</span></b>{escape(head.partition(':')[2])}"
        for head in heads
    )
    html = (
        "<html xmlns:o='urn:schemas-microsoft-com:office:office'><head><style><!-- p.MsoNormal "
        "{margin:0cm;} --></style><!--[if gte mso 9]><xml><o:x /></xml><![endif]--></head>"
        "<body lang=DE link='#0563C1'><div class=WordSection1>"
        + "".join(f"<p class=MsoNormal><span>{order}<o:p></o:p></span></p>" for order in ORDERS)
        + "<p class=MsoNormal><o:p>&nbsp;</o:p></p>"
        "<div style='border:none;border-top:solid #E1E1E1 "
        f"1.0pt'><p class=MsoNormal>{bold}<o:p></o:p></p></div>"
        + blocks(LETTER.splitlines(), "p")
        + "</div></body></html>"
    )
    return mail(text, html, packing="quoted-printable")


def outlook_html(language: str) -> Answer:
    """The same where no plain text comes along, as companies' servers do it."""
    return mail(None, _html_of(outlook(language)))


def outlook_app(language: str) -> Answer:
    added = {
        "en": "Get Outlook for iOS<https://aka.ms/o0ukef>",
        "de": "Outlook für Android<https://aka.ms/AAb9ysg> herunterladen",
        "fr": "Télécharger Outlook pour iOS<https://aka.ms/o0ukef>",
    }[language]
    heads = [line.format(SITE) for line in HEADS[language]]
    text = "\n".join([*ORDERS, "", added, "_" * 32, *heads, "", LETTER])
    html = (
        f'<body>{blocks(ORDERS)}<div id="ms-outlook-mobile-signature">'
        f"<div>{escape(added)}</div></div>"
        '<hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font>'
        f"{'<br>'.join(map(escape, heads))}</font></div>{blocks(LETTER.splitlines())}</body>"
    )
    return mail(text, html)


def iphone(language: str) -> Answer:
    added = {
        "en": "Sent from my iPhone",
        "de": "Von meinem iPhone gesendet",
        "fr": "Envoyé de mon iPhone",
    }[language]
    when = {
        "en": "On 3 Jun 2030, at 10:00, Hansa <hansa@example.org> wrote:",
        "de": "Am 03.06.2030 um 10:00 schrieb Hansa <hansa@example.org>:",
        "fr": "Le 3 juin 2030 à 10:00, Hansa <hansa@example.org> a écrit :",
    }[language]
    nbsp = "\N{NO-BREAK SPACE}"
    text = "\n".join([*ORDERS, "", added, "", f"> {when}", "> ", f">{nbsp}", quoted(LETTER)])
    html = (
        '<html><body dir="auto">'
        + blocks(ORDERS)
        + f'<div id="AppleMailSignature">{added}</div><div '
        f'dir="ltr"><br><blockquote type="cite">{escape(when)}<br></blockquote></div><blockquote '
        f'type="cite"><div dir="ltr">{nbsp}{blocks(LETTER.splitlines())}</div>'
        "</blockquote></body></html>"
    )
    return mail(text, html, packing="quoted-printable")


def apple(language: str) -> Answer:
    """Apple Mail on a Mac, with lines that it broke itself."""
    return mail("\n".join([*ORDERS, "", quoted(WHEN[language]), quoted(LETTER)]), flowed=True)


def thunderbird(language: str) -> Answer:
    when = {
        "en": "On 6/3/30 10:00 AM, Hansa wrote:",
        "de": "Am 03.06.30 um 10:00 schrieb Hansa:",
        "fr": "Le 03/06/2030 à 10:00, Hansa a écrit\N{NO-BREAK SPACE}:",
    }[language]
    return mail("\n".join([*ORDERS, "", when, quoted(LETTER), ""]), flowed=True)


def thunderbird_below(language: str) -> Answer:
    """The answer below the quote, with a signature."""
    when = {
        "en": "Hansa wrote on 6/3/30:",
        "de": "Hansa schrieb am 03.06.30:",
        "fr": "Hansa a écrit le 03/06/30 :",
    }
    return mail("\n".join([when[language], quoted(LETTER), "", *ORDERS, "", "-- ", "Anna", "end"]))


def proton(language: str) -> Answer:
    added = {
        "en": "Sent with [Proton Mail](https://proton.me/) secure email.",
        "de": "Gesendet mit [Proton Mail](https://proton.me/) sicherer E-Mail.",
        "fr": "Envoyé avec la messagerie sécurisée [Proton Mail.](https://proton.me/)",
    }[language]
    when = {
        "en": "On Monday, June 3rd, 2030 at 10:00, Hansa <hansa@example.org> wrote:",
        "de": "Am Montag, 3. Juni 2030 um 10:00, Hansa <hansa@example.org> schrieb:",
        "fr": "Le lundi 3 juin 2030 à 10:00, Hansa <hansa@example.org> a écrit :",
    }[language]
    text = "\n".join([*ORDERS, "", added, "", when, "", quoted(LETTER)])
    html = (
        f'{blocks(ORDERS)}<div class="protonmail_signature_block">'
        f'<div class="protonmail_signature_block-proton">{escape(added)}</div></div>'
        f'<div class="protonmail_quote">'
        f'{escape(when)}<br><blockquote class="protonmail_quote" type="cite">'
        f"{blocks(LETTER.splitlines())}</blockquote></div>"
    )
    return mail(text, html, packing="base64")


def proton_app(language: str) -> Answer:
    added = {
        "en": "Sent from Proton Mail for iOS",
        "de": "Gesendet von Proton Mail für Android",
        "fr": "Envoyé depuis Proton Mail pour Android",
    }[language]
    stroke = "\N{HYPHEN}" * 7
    return mail(
        "\n".join(
            [
                *ORDERS,
                "",
                added,
                "",
                f"{stroke} Original Message {stroke}",
                WHEN[language],
                "",
                LETTER,
            ]
        )
    )


def yahoo(language: str) -> Answer:
    when = {
        "en": "On Monday, June 3, 2030 at 10:00:00 AM GMT+2, Hansa <hansa@example.org> wrote:",
        "de": "Am Montag, 3. Juni 2030 um 10:00:00 MESZ hat Hansa <hansa@example.org> "
        "Folgendes geschrieben:",
        "fr": "Le lundi 3 juin 2030 à 10:00:00 UTC+2, Hansa <hansa@example.org> a écrit :",
    }[language]
    indent = "\N{NO-BREAK SPACE}" * 4
    text = "\n".join([" " + ORDERS[0], *ORDERS[1:], "", f"{indent}{when}", " ", LETTER])
    html = (
        f'<html><body><div class="ydpyahoo-style-wrap">{blocks(ORDERS)}</div>'
        f'<div id="ydpyahoo_quoted_1" class="ydpyahoo_quoted"><div>{escape(when)}</div>'
        f"{blocks(LETTER.splitlines())}</div></body></html>"
    )
    return mail(text, html)


def yahoo_app(language: str) -> Answer:
    added = {
        "en": "Sent from Yahoo Mail on Android",
        "de": "Von Yahoo Mail auf Android gesendet",
        "fr": "Envoyé à partir de Yahoo Mail sur Android",
    }[language]
    text = "\n".join([*ORDERS, "", added, "", f"  {WHEN[language]}", "", LETTER])
    html = (
        f'{blocks(ORDERS)}<div id="ymail_android_signature"><a href="https://x.example">{added}</a></div>'
        f'<div class="yahoo_quoted">{blocks(LETTER.splitlines())}</div>'
    )
    return mail(text, html)


def yahoo_slogan(language: str) -> Answer:
    added = {
        "en": "Yahoo Mail: Search, Organize, Conquer",
        "de": "Yahoo Mail: Suchen, organisieren, erobern",
        "fr": "Yahoo Mail : cherchez, organisez, conquérez",
    }[language]
    return mail("\n".join([*ORDERS, "", added, "", WHEN[language], quoted(LETTER)]))


def web_de(language: str) -> Answer:
    """WEB.DE and GMX in a browser."""
    heads = {
        "en": ("Sent: Monday, June 03, 2030 at 10:00 AM", f"From: {SITE}", "To: Anna"),
        "de": ("Gesendet: Montag, 3. Juni 2030 um 10:00", f"Von: {SITE}", "An: Anna"),
        "fr": ("Envoyé: lundi 3 juin 2030 à 10:00", f"De: {SITE}", "À: Anna"),
    }[language]
    text = "\n".join([*ORDERS, " ", *heads, "Subject: your move", "", LETTER])
    html = (
        f'<html><body><div style="font-family: Verdana;">{blocks(ORDERS)}<div>&nbsp;</div>'
        '<div name="quote" '
        'style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;"><div>'
        f"{'<br/>'.join(map(escape, heads))}</div>"
        f'<div name="quoted-content">{blocks(LETTER.splitlines())}'
        "</div></div></div></body></html>"
    )
    return mail(text if language != "de" else None, html)


def web_de_app(language: str) -> Answer:
    added = {
        "en": "Sent with the mobile mail app",
        "de": "Diese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.",
        "fr": "Envoyé avec l’application GMX Mail",
    }[language]
    return mail("\n".join([*ORDERS, "-- ", added, "", WHEN[language], quoted(LETTER)]))


def gmx_app(language: str) -> Answer:
    added = {
        "en": "Sent from my iPhone with GMX Mail",
        "de": "Gesendet mit der GMX Mail App",
        "fr": "Envoyé de mon mobile avec GMX",
    }[language]
    return mail(
        "\n".join(
            [
                *ORDERS,
                added,
                "",
                "Am 03.06.30, 10:00 schrieb Hansa <hansa@example.org>:",
                quoted(LETTER),
            ]
        )
    )


def k9(language: str) -> Answer:
    added = {
        "en": "Sent from my Android device with K-9 Mail. Please excuse my brevity.",
        "de": "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail\ngesendet.",
        "fr": "Envoyé de mon appareil Android avec Courriel K-9 Mail. "
        "Veuillez\nexcuser ma brièveté.",
    }[language]
    when = {
        "en": "On 3 June 2030 10:00:00 CEST, Hansa <hansa@example.org> wrote:",
        "de": "Am 3. Juni 2030 10:00:00 MESZ schrieb Hansa <hansa@example.org>:",
        "fr": "Le 3 juin 2030 10:00:00 GMT+02:00, Hansa <hansa@example.org> a écrit :",
    }[language]
    return mail(
        "\n".join([*ORDERS, added, "", when, quoted(LETTER, ">")]), packing="quoted-printable"
    )


def samsung(language: str) -> Answer:
    added, original = {
        "en": ("Sent from my Galaxy", "-------- Original message --------"),
        "de": ("Von meinem/meiner Galaxy gesendet", "-------- Ursprüngliche Nachricht --------"),
        "fr": ("Envoyé depuis mon appareil Galaxy", "-------- Message d'origine --------"),
    }[language]
    text = "\n".join(
        [
            *ORDERS,
            "",
            "",
            added,
            "",
            "",
            original,
            *(line.format(SITE) for line in HEADS[language]),
            LETTER,
        ]
    )
    html = (
        f'<html><body dir="auto">{blocks(ORDERS)}<div><br></div>'
        '<div id="composer_signature" dir="auto">'
        f"<div>{added}</div></div><div>{original}</div>{blocks(LETTER.splitlines())}</body></html>"
    )
    return mail(text, html, packing="base64")


def windows_mail(language: str) -> Answer:
    added = {
        "en": "Sent from Mail for Windows",
        "de": "Gesendet von Mail für Windows",
        "fr": "Provenance : Courrier pour Windows",
    }[language]
    heads = [f"*{line.format(SITE).replace(':', ':*', 1)}" for line in HEADS[language]]
    return mail("\n".join([*ORDERS, "", added, "", *heads, "", LETTER]))


def regards(language: str) -> Answer:
    """Somebody polite, in an older character set."""
    hello, bye = {
        "en": ("Dear all,\n\nhere are my orders:", "Kind regards\nAnna"),
        "de": ("Liebe Mitspieler,\n\nmeine Züge:", "Mit freundlichen Grüßen\n\nAnna B."),
        "fr": ("Chère Anna,\n\nvoici mes ordres :", "Bien cordialement,\nAnna"),
    }[language]
    text = f"{hello}\n\n" + "\n".join(ORDERS) + f"\n\n{bye}\n\n{WHEN[language]}\n{quoted(LETTER)}"
    return mail(text, charset="iso-8859-1", packing="quoted-printable")


def loud(language: str) -> Answer:
    """What programs make of bold print, and what people put behind a word."""
    end = {"en": "Confirm!", "de": "*confirm*", "fr": "“Confirm”."}[language]
    lines = ("Place t Hamburg-Stade.2", "income 1t", end.strip("!*“”."))
    return mail(f"* *Place* t Hamburg-Stade.2;\n- *income 1t*,\n{end}", lines=lines)


def virus_scanner(language: str) -> Answer:
    added = {
        "en": "Virus-free.www.avast.com",
        "de": "Virenfrei.www.avast.com",
        "fr": "Garanti sans virus. www.avast.com",
    }
    return mail("\n".join([*ORDERS, "", added[language], "", WHEN[language], quoted(LETTER)]))


def _html_of(answer: Answer) -> str:
    message = email.message_from_bytes(answer.raw, policy=email.policy.default)
    body = message.get_body(("html",))
    return str(body.get_content()) if body else ""


PROGRAMS: Sequence[Callable[[str], Answer]] = (
    gmail, gmail_app, outlook, outlook_html, outlook_app, iphone, apple, thunderbird,
    thunderbird_below, proton, proton_app, yahoo, yahoo_app, yahoo_slogan, web_de, web_de_app,
    gmx_app, k9, samsung, windows_mail, regards, loud, virus_scanner,
)  # fmt: skip

MAILS = {f"{make.__name__}, {language}": make(language) for make in PROGRAMS for language in WHEN}
"""By program and language."""


def html_alone(answer: Answer) -> Answer | None:
    """Return an answer without its plain text, if it has both: it has to say the same."""
    html = _html_of(answer)
    return mail(None, html, lines=answer.lines) if html and b"text/plain" in answer.raw else None
