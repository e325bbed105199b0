"""Patterns of what mail programs and people write around a reply, in European languages.

All patterns match at the beginning of a line, and none matches the beginning of an order. Each has
at most one `.*` before what must follow, so the time for a line is linear in its length.
"""

import re


def _any_of(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


WROTE = re.compile(
    r"\b(?:wrote|schrieb|geschrieben|écrit|schreef|escribió|scritto|escreveu|napisał|skrev|napsal)",
    re.IGNORECASE,
)
"""A word in the line above a quoted email."""

WHEN = re.compile(r"(?:on|am|le|op|el|il|em|w dniu|den|dne|po|pe)\b", re.IGNORECASE)
"""The beginning of that line."""

HEADING = re.compile(
    r"[*_]*(?:from|sent|date|to|cc|subject|reply-to|von|gesendet|datum|an|kopie|betreff|antwort an|"
    r"wichtigkeit|de|envoyé|pour|"
    r"objet|à|van|verzonden|aan|onderwerp|enviado|para|asunto|assunto|da|inviato|data|a|oggetto|"
    r"od|wysłano|do|temat|från|skickat|till|ämne|fra|sendt|til|emne|odesláno|komu|předmět)"
    r"[*_]*\s?:[*_]*(?:\s|$)",
    re.IGNORECASE,
)
"""A header line of a quoted or forwarded email."""

SEPARATOR = _any_of(
    r"[_\u2010-\u2015-]{2,}\s*[^\W\d_][^_:]{3,60}?\s*[_\u2010-\u2015-]{2,}$",
    r"_{10,}$",
    r"begin forwarded message",
    r"anfang der weitergeleiteten",
    r"début du message",
)
"""A line of dashes between two emails, with or without words."""

SIGNATURE = _any_of(
    r"--$",
    r"\N{EM DASH}$",
    # Signatures that mail programs add.
    r"(?:sent|gesendet|envoyée?|verzonden|verstuurd|enviado|inviato|wysłane|skickat|sendt)\b(?!\s*:)",
    r"(?:odesláno|verschickt|versendet|posted)\b(?!\s*:)",
    r"(?:securely|sicher|sécurisé)\b.*\b(?:sent|gesendet|envoyé)",
    r"(?:von|mit|vom|from|depuis|de)\b.*\b(?:gesendet|verschickt|sent|envoyé)\b",
    r"von mein|provenance\b",
    r"(?:this|diese|ce|cet) (?:e-?mail|mail|message|nachricht|courriel|courrier)\b",
    r"(?:get|hole?n?|download|obtenez|obtenir|téléchargez|télécharger)\b.*\b(?:outlook|proton|yahoo)",
    r"outlook\b.*\b(?:herunterladen|beziehen|holen)",
    r"(?:yahoo mail|web\.de|gmx|freemail|t-online|protonmail|proton mail|tuta|posteo)\b",
    r"virus-free|virus free|virenfrei|(?:garanti )?sans virus",
    # How people sign off.
    r"(?:(?:best|kind|kindest|warm|many|with) )?(?:wishes|regards|thanks)\b(?!\w)",
    r"(?:best|cheers|sincerely|yours|yours \w+|thank you|thx|ta|bye)(?:[,.!].*)?$",
    r"(?:take care|all the best|see you)\b",
    r"(?:mit )?(?:(?:viele[nr]?|beste[nr]?|liebe[nr]?|schöne[nr]?|freundliche[nr]?|herzliche[nr]?|"
    r"sonnige) )+(?:gr[üu](?:ß|ss)(?:e|en|le|li)?|dank)\b",
    r"(?:gr[üu](?:ß|ss)(?:e|le|li)?|danke|vielen dank|[gv]?lg|vg|mfg|bg|tschü(?:ß|ss|ssi|ßi))\b",
    r"(?:schöne[ns]? (?:tag|abend|woche|wochenende|sonntag|feierabend)|gute nacht)\b",
    r"bis (?:bald|dann|gleich|morgen|später|demnächst|die tage)\b",
    r"(?:bien )?(?:cordialement|amicalement|à vous|à toi)\b|(?:meilleures )?salutations\b",
    r"(?:merci|bisous?|à bientôt|bonne (?:journée|soirée))\b",
    r"(?:met vriendelijke groet|groet|groeten|saludos|un saludo|gracias|saluti|cordiali|grazie)\b",
    r"(?:pozdrawiam|pozdrowienia|hälsningar|mvh|med (?:vän|ven)lig|hilsen|s pozdravem|tack|tak)\b",
)
"""The first line after the content of an email."""

GREETING = _any_of(
    r"(?:hi|hello|hey|dear|greetings|good (?:morning|day|evening|afternoon)|thanks|thank you)\b",
    r"(?:hallo|halli|moin|servus|tach|liebe[rs]?|sehr geehrte[rs]?|grüß|grüezi|gruezi|danke)\b",
    r"(?:guten (?:morgen|tag|abend)|vielen dank)\b",
    r"(?:bonjour|bonsoir|salut|coucou|chère?s?|cher|merci)\b",
    r"(?:hej|hoi|hola|ciao|beste|geachte|buenos|buongiorno|ahoj|dobrý|cześć|dzień)\b",
)
"""A line before the content of an email."""
