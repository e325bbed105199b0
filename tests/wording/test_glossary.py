"""The glossaries: one word for one thing in all messages, and no word with a gender for people."""

import re

import pytest

from hansa_site import catalogues
from hansa_site.languages import DOMAINS, ROOT

TERMS = {
    "de": {
        # All games.
        "game": "partie|spiel",
        "turn": "zug|züg|ziehst",
        "action": "aktion",
        "order": "befehl|befiehl",
        "board": "plan|plän",
        "tie": "gleichstand",
        "start player": "beginnt",
        # Hansa Teutonica.
        "trader": "händler",
        "merchant": "kaufmann|kaufleute",
        "piece": "figur",
        "supply": "vorrat|vorrät",
        "stock": "reserve",
        "office": "kontor",
        "route": "route",
        "space": "feld",
        "displace": "verdräng",
        "income": "einkommen",
        "develop": "entwick",
        "ability": "fähigkeit",
        "desk": "tableau",
        "bonus marker": "marker",
        "permanent marker": "fest",
        "replacement marker": "ersatzmarker",
        "plate": "teller",
        "swap": "tausch",
        "prestige": "prestige",
        "control": "kontroll",
        "completed city": "vollständig",
        "network": "netz",
        "coin": "münze",
        "mission": "mission",
        "tile": "plättchen|gunst",
        "pawn": "spielfigur",
        "province": "provinz",
        "permission": "erlaubnis",
        "lift": "aufnehmen|aufgenommen",
        "City Keys": "stadtschlüssel",
        "Privilege": "privileg",
        # Hansa.
        "barrel": "fass|fäss",
        "booth": "marktst",
        "put up booths": "setz",
        "taler": "taler",
        "warehouse": "warenlager",
        "discard": "abwerf|abzuwerf|wirf",
        "pile": "stapel",
        "unsold": "unverkauft",
        "sail": "segel|segl",
        # The site.
        "seat": "platz|plätz",
        "draft": "entwurf|entwürf",
        "standing order": "dauerauftr",
        "conditional turn": "bedingt",
        "time bank": "zeitkonto",
        "grace period": "nachfrist",
        "time off": "auszeit",
        "vacation": "urlaub",
        "rated": "gewertet|wertung",
        "friendly": "freundschaftspartie|ohne wertung",
        "vote": "stimm",
        "puzzle": "rätsel",
        "study": "studie",
        "branch": "zweig",
        "position": "stellung",
        "hint": "tipp",
        "record": "aufzeichnung",
        "log": "protokoll",
        "staff": "team",
        "map": "karte",
        "chance to win": "gewinnchance",
        "notification": "benachrichtigung",
        "schedule": "zeitplan",
        "quiet hours": "ruhezeit",
        "reliability": "zuverlässigkeit",
        "leaderboard": "rangliste",
        "rematch": "revanche",
        "invitation": "einladung",
    }
}
"""By language and English term: what the glossary and each translation of the term have one of."""

OTHER_SENSES = {
    "turn": (
        r"turn(s|ed|ing)?( it)? (on|off|over)|turning points?|Your turn will come|a different turn"
        "|^Turn$"
    ),
    "order": r"standing orders?|orders? of|any order",
    "board": "board game|board in words",
    "space": "single spaces|space to play",
    "supply": "Supply of bonus markers|bonus markers? in the supply",
    "route": "Sea routes",
    "develop": "The claim would develop",
    "coin": "tossing a coin",
    "game": "Stay in game|Game record",
    "seat": "the next seat|seats you",
    "vote": "Yet to vote",
    "record": "record that|recorded",
    "log": "Log loss|log(ged)? in",
}
"""Where a term means something else, or is said without it."""

WRONG = {
    "de": re.compile(
        r"\b(Mit)?[Ss]pieler(?!isch)|Gegner|Teilnehmer|\bFreunde?n?\b|Sieger|Gewinner|Nutzer\b"
        r"|\w[*:_/]in(nen)?\b|\wInnen\b"
        # Whom it calls du, it does not call Sie.
        r"|(?<=[a-zäöüß,] )(Sie|Ihnen|Ihre?[mnrs]?)\b"
        r"|hochgehoben|Zeitvorrat|Warenmarke|Niederlassung|Lagerhaus|jemand anders\b"
        r"|\"|(?<!\w)'|(?<=\w) - (?=\w)|\.\.\.|(?<=[\d})]) %|(?<=\)s) %%"
    )
}
"""What no text of a language has: words with a gender for people, and how it is not set."""


def messages_of(code):
    """Yield the domain, the English and the translation of each message, without tags and slots."""
    for domain in DOMAINS:
        for path in domain.files():
            if path.parent.parent.name == code:
                for message in catalogues.read(path):
                    if message.id:
                        yield domain.name, bare(message.id), bare(message.string)


def bare(texts):
    whole = texts if isinstance(texts, str) else " ".join(texts)
    return re.sub(r"<[^>]*>", "", whole)


def says(text, term):
    """Return whether a text has a term, in any of its forms and in the sense of the glossary."""
    if other := OTHER_SENSES.get(term):
        text = re.sub(other, "", text, flags=re.IGNORECASE)
    forms = f"{term[:-1]}(y|ies)" if term.endswith("y") else f"{term}(s|es|d|ed|ing)?"
    text = re.sub(r"\{\w+\}|%\(\w+\)s", "", text)
    return re.search(rf"\b{forms}\b", text, re.IGNORECASE) is not None


def rows_of(code):
    """Return the rows of a glossary: the English words and those of the language."""
    text = (ROOT / f"games/wording/locale/{code}/glossary.md").read_text(encoding="utf-8")
    return [row.split("|")[1:3] for row in text.splitlines() if row.startswith("| ")]


@pytest.mark.parametrize("code", TERMS)
def test_messages_say_what_the_glossary_says(code):
    messages, rows = list(messages_of(code)), rows_of(code)
    for term, words in TERMS[code].items():
        wanted = re.compile(words, re.IGNORECASE)
        assert any(says(english, term) and wanted.search(told) for english, told in rows), term
        found = [each for each in messages if says(each[1], term)]
        assert found, term
        for _, english, told in found:
            assert wanted.search(told), f"{term}: {english} {told}"


@pytest.mark.parametrize("code", WRONG)
def test_no_text_has_what_the_language_avoids(code):
    texts = [told for _, _, told in messages_of(code)]
    for path in (ROOT / f"docs/rules/{code}").glob("*.md"):
        texts += path.read_text(encoding="utf-8").splitlines()
    assert [text for text in texts if WRONG[code].search(text)] == []


def test_the_site_tells_a_board_from_a_plan():
    """In German a plan is what a person plans, too."""
    for domain, english, told in messages_of("de"):
        if domain == "django" and says(english, "board"):
            assert re.search("spielpl", told, re.IGNORECASE), english
