"""What the standards ask of feeds: each breach as a sentence."""

from pathlib import Path

from icalendar import Calendar
from icalendar.cal import Component
from lxml import etree

ATOM = etree.RelaxNG(etree.parse(Path(__file__).with_name("atom.rng")))
MOST_OCTETS = 75
"""Of a line of a calendar without its end."""


def breaches_of_atom(content: bytes) -> list[str]:
    """Return what breaks RFC 4287: its schema, and what that cannot say.

    A feed says once where it is found (4.1.1), each id is there once, a summary is words of HTML.
    """
    tree = etree.fromstring(content)
    ATOM.validate(tree)
    found = [str(error) for error in ATOM.error_log]
    own = [link for link in tree if link.get("rel") == "self"]
    found += [] if len(own) == 1 else ["The feed does not say where it is found."]
    ids = tree.xpath("//*[local-name() = 'id']/text()")
    found += [f"{each} is there twice." for each in set(ids) if ids.count(each) > 1]
    for summary in tree.xpath("//*[local-name() = 'summary'][@type = 'html']/text()"):
        words = etree.fromstring(f"<p>{summary}</p>")
        found += [f"<{each.tag}> in a summary." for each in words]
    return found


def breaches_of_calendar(content: bytes) -> list[str]:
    """Return what breaks RFC 5545."""
    found = []
    if not content.endswith(b"\r\n") or content.count(b"\n") != content.count(b"\r\n"):
        found.append("A line does not end with CRLF (3.1).")
    found += [
        f"{line!r} is longer than {MOST_OCTETS} octets (3.1)."
        for line in content.split(b"\r\n")
        if len(line) > MOST_OCTETS
    ]
    (calendar,) = Calendar.from_ical(content, multiple=True)
    if calendar["version"] != "2.0":
        found.append("VERSION is not 2.0 (3.7.4).")
    if not calendar.subcomponents:
        found.append("A calendar has at least one component (3.6).")
    uids = [event["uid"] for event in calendar.events]
    found += [f"{uid} is there twice (3.8.4.7)." for uid in set(uids) if uids.count(uid) > 1]
    for part in calendar.walk():
        found += [*_of_part(part)]
    return found


def _of_part(part: Component) -> list[str]:
    found = [f"{part.name}: {error}" for error in part.errors]
    found += [f"{part.name} has no {name}." for name in part.required if name not in part]
    found += [
        f"{part.name} has {name} twice."
        for name in part.singletons
        if isinstance(part.get(name), list)
    ]
    if part.name == "VEVENT":
        if "METHOD" not in part and "DTSTART" not in part:
            found.append("An event has no beginning (3.6.1).")
        if not part["dtstamp"].to_ical().endswith(b"Z"):
            found.append("DTSTAMP is not in UTC (3.8.7.2).")
    return found
