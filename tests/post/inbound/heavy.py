"""Mails that are made to cost time and memory, each as large as a mail may be."""

import base64
import re

from flufl.bounce._detectors import simplematch, simplewarning

from games.post.inbound.mail import MAX_SIZE

HEAD = b"From: anna@example.org\nTo: hansa@reply.example.org\nMessage-ID: <one@x.example>\n"


def full(head: bytes, piece: bytes, end: bytes = b"") -> bytes:
    """Fill a mail with a piece up to the size limit."""
    return head + piece * ((MAX_SIZE - len(head) - len(end)) // len(piece)) + end


def _html(piece: bytes, end: bytes = b"") -> bytes:
    return full(HEAD + b"Content-Type: text/html\n\n<p>income 1t</p>", piece, end)


def _plain(piece: bytes, kind: bytes = b"text/plain") -> bytes:
    return full(HEAD + b"Content-Type: " + kind + b"\n\nincome 1t\n", piece)


def _packed(kind: bytes, text: bytes) -> bytes:
    head = HEAD + b"Content-Type: " + kind + b"\nContent-Transfer-Encoding: base64\n\n"
    return (head + base64.encodebytes(text))[:MAX_SIZE]


def _nested(depth: int, kind: bytes = b"mixed") -> bytes:
    return HEAD + b"".join(
        b"Content-Type: multipart/%s; boundary=%d\n\n--%d\n" % (kind, n, n) for n in range(depth)
    )


def _same_boundary() -> bytes:
    """Multiparts in multiparts, each with as many parts as are counted."""
    return full(
        HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n",
        b"--x\nContent-Type: multipart/mixed; boundary=x\n\n",
    )


def _by_level() -> bytes:
    """As many levels as are read, each nearly as long as the mail."""
    head, end = HEAD, b""
    for level in range(8):
        head += b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (level, level)
        end = b"\n--b%d--\n" % level + end
    return full(head + b"\n", b"a\n", end)


def _notice(
    status: bytes, original: bytes = b"To: anna@example.org\nMessage-ID: <1.a@x.example>\n"
) -> bytes:
    return (
        HEAD
        + b'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n--b\n'
        + b"Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n"
        + status
        + b"\n--b\nContent-Type: text/rfc822-headers\n\n"
        + original
        + b"\n--b--\n"
    )


# What texts begin with that the library takes for notices.
_PATTERNS = [each[0].pattern for each in (*simplematch.PATTERNS, *simplewarning.PATTERNS)]
_BEGINNINGS = b"\n".join(
    [HEAD, *(re.sub(r"\^|\\s.*|\(.*", "", text).encode() for text in _PATTERNS), b""]
)

FAILURE = b"Final-Recipient: rfc822; anna%d@example.org\nAction: failed\nStatus: 5.1.1\n\n"

_MAILS = {
    # HTML
    "nested blocks": _html(b"<div>"),
    "nested quotes": _html(b"<blockquote>"),
    "nested lists": _html(b"<ul><li>"),
    "nested tables": _html(b"<table><tr><td>"),
    "nested bold": _html(b"<b>"),
    "margins": _html(b'<div style="margin:9999em;padding:9999em">a'),
    "columns": _html(b"<table><tr><td colspan=9999>a</table>"),
    "a tag without end": _html(b"<a ", b""),
    "a tag with many attributes": _html(b" a=b").replace(b" a=b", b"<p a=b", 1),
    "different attributes": HEAD
    + b"Content-Type: text/html\n\n<p "
    + b" ".join(b"a%d" % n for n in range(40_000))
    + b">",
    "quotation marks": _html(b'<a "'),
    "quotation marks of both kinds": _html(b"<a \"'"),
    "comments without end": _html(b"<!--"),
    "declarations without end": _html(b"<!a"),
    "scripts without end": _html(b"<script>"),
    "only signs": _html(b"<"),
    "closing tags": _html(b"</p>"),
    "entities": _html(b"&a"),
    "long entities": _html(b"&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
    "numbered entities": _html(b"&#1;"),
    "an endless number": _html(b"9").replace(b"</p>9", b"</p>&#9", 1),
    "an endless hexadecimal number": _html(b"f").replace(b"</p>f", b"</p>&#xf", 1),
    "blanks": _html(b" "),
    "classes": _html(b"class "),
    "named tags": _html(b"<p class=gmail_quot>"),
    # plain text
    "empty lines": _plain(b"\n"),
    "short lines": _plain(b"a\n"),
    "one line": _plain(b"a "),
    "headings": _plain(b"From: \n"),
    "wrote": _plain(b"On 3 @ wrote "),
    "wrote, in lines": _plain(b"On 3 @ wrote\n"),
    "who wrote": _plain(b"wrote @:\n"),
    "colons": _plain(b"a:\n"),
    "strokes": _plain(b"-"),
    "strokes and words": _plain(b"-- a --"),
    "underlines": _plain(b"_\n"),
    "quotes": _plain(b"> a\n"),
    "quotes and answers": _plain(b"> a\nb\n"),
    "from, without end": _plain(b"from "),
    "signatures": _plain(b"Sent from my "),
    "of whom": _plain(b"von mit sent "),
    "greetings": _plain(b"Hi\n"),
    "regards": _plain(b"viele beste liebe "),
    "flowed": _plain(b"a \n", b"text/plain; format=flowed"),
    "flowed blanks": _plain(b" ", b"text/plain; format=flowed"),
    "bullets": _plain(b"* "),
    "orders": _plain(b"income 1t\n"),
    "orders in one line": _plain(b"income 1t,"),
    "orders in one line, with semicolons": _plain(b"income 1t;"),
    "commas": _plain(b","),
    "what nobody sees": _plain("\u200b".encode()),
    "punycode": _plain(b"a-b", b"text/plain; charset=punycode"),
    "idna": _plain(b"xn--a.", b"text/plain; charset=idna"),
    "escapes": _plain(b"\\u1234", b"text/plain; charset=unicode_escape"),
    "seven bits": _plain(b"+AGE-", b"text/plain; charset=utf-7"),
    "japanese": _plain(b"\x1b$B", b"text/plain; charset=iso-2022-jp"),
    "many bytes a letter": _plain(b"ab", b"text/plain; charset=utf-16"),
    "packed": _packed(b"text/plain", b"income 1t\n" * 30_000),
    "packed HTML": _packed(b"text/html", b"<div>" * 60_000),
    "packed badly": full(HEAD + b"Content-Transfer-Encoding: base64\n\n", b"="),
    "packed emptily": full(HEAD + b"Content-Transfer-Encoding: base64\n\n", b"!"),
    "quoted-printable": full(HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n", b"=3D="),
    "a picture": full(
        HEAD + b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n", b"iVBORw0KGgo\n"
    ),
    # parts
    "nested parts": _nested(4_000),
    "nested digests": _nested(4_000, b"digest"),
    "nested mails": HEAD + b"Content-Type: message/rfc822\n\n" * 8_000,
    "many parts": full(HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n", b"--x\n\n\n"),
    "parts of themselves": _same_boundary(),
    "long parts by level": _by_level(),
    "almost boundaries": full(
        HEAD + b"Content-Type: multipart/mixed; boundary=" + b"-" * 69 + b"\n\n", b"-"
    ),
    "boundaries of blanks": full(
        HEAD + b'Content-Type: multipart/mixed; boundary="x"\n\n', b"--x        \t a\n"
    ),
    "parts of HTML": full(
        HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n",
        b"--x\nContent-Type: text/html\n\n" + b"<div>" * 800 + b"\n",
    ),
    "empty texts": full(
        HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n", b"--x\n\n" + b" \n" * 2_000
    ),
    # heads
    "header lines": full(HEAD, b"a:\n"),
    "long header lines": full(HEAD, b"Cc: " + b"a@b.example, " * 150 + b"\n"),
    "folded header lines": full(HEAD + b"To: ", b"a@b.example,\n "),
    "100 Cc lines": HEAD + (b"Cc: " + b'"a" <a@b.example>, ' * 100 + b"\n") * 100 + b"\nend\n",
    "addresses of ours, almost": full(HEAD + b"Cc: ", b"hansa+a.1.a@reply.example.or, hansa+"),
    "comments in From": b"From: " + b"(" * 1_900 + b"\n\nend",
    "comments in From, in pairs": b"From: " + b"()" * 900 + b"a@b\n\nend",
    "quotation marks in From": b"From: " + b'"' * 1_901 + b" <a@b.example>\n\nend",
    "signs in From": b"From: " + b"<" * 1_900 + b"\n\nend",
    "backslashes in From": b'From: "' + b"\\" * 1_900 + b"\n\nend",
    "words in the subject": full(b"Subject: " + b"=?a?q?" * 320 + b"\n" + HEAD, b"\na"),
    "words in other codes": b"Subject: " + b"=?punycode?q?a-b?= " * 100 + b"\n" + HEAD + b"\nend",
    "parameters": HEAD + b"Content-Type: text/plain; " + b"a=b; " * 390 + b"\n\nx",
    "parameters by number": HEAD
    + b"Content-Type: text/plain; "
    + b"".join(b"a*%d=b; " % n for n in range(200))
    + b"\n\nx",
    "semicolons": HEAD + b"Content-Type: text/plain; " + b";" * 1_900 + b"\n\nx",
    "quotation marks in parameters": HEAD
    + b'Content-Type: text/plain; a="'
    + b'";' * 900
    + b"\n\nx",
    "parameters of many parts": full(
        HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n",
        b"--x\nContent-Type: text/plain; " + b"a=b; " * 390 + b"\n\n\n",
    ),
    "parameters by number, of many parts": full(
        HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n",
        b"--x\nContent-Type: text/plain; "
        + b"".join(b"a*%d=b; " % n for n in range(200))
        + b"\n\n\n",
    ),
    "ids": full(HEAD.replace(b"<one", b"<" * 1_900 + b"one"), b"<"),
    "results": HEAD + b"Authentication-Results: mx.house.example; " + b"a=b;" * 480 + b"\n\nx",
    "comments in results": HEAD
    + b"Authentication-Results: mx.house.example; "
    + b"(" * 1_900
    + b"\n\nx",
    "results of many": HEAD
    + (b"Authentication-Results: a" + b".a" * 900 + b"; none\n") * 60
    + b"\nx",
    # notices
    "500 failures": _notice(b"".join(FAILURE % n for n in range(500))),
    "failures of many names": _notice(
        b"".join(FAILURE % n for n in range(60)),
        b"To: "
        + b", ".join(b"a%d@x.example" % n for n in range(110))
        + b"\nMessage-ID: <1.a@x.example>\n",
    ),
    "empty failures": _notice(b"\n" * 250_000),
    "long failures": _notice(
        b"".join(
            b"Final-Recipient: rfc822; " + b';"' * 900 + b"\nAction: failed\n\n" for _ in "a" * 99
        )
    ),
    "failures in comments": _notice(
        b"".join(b"Final-Recipient: " + b"(" * 1_900 + b"\nAction: failed\n\n" for _ in "a" * 99)
    ),
    "failed recipients": b"X-Failed-Recipients: " + b"(" * 1_900 + b"\n" + HEAD + b"\nx",
    "failed recipients in quotes": b"X-Failed-Recipients: " + b'"\\' * 900 + b"\n" + HEAD + b"\nx",
    "every notice at once": full(_BEGINNINGS, b"a" * 150 + b"\n"),
    "every notice, with almost an address": full(_BEGINNINGS, b" a@" * 50 + b"\n"),
    "a long original": _notice(FAILURE % 1, b"X: a\n" * 50_000),
}
HEAVY = {name: raw[:MAX_SIZE] for name, raw in _MAILS.items()}
"""By what they are called."""
