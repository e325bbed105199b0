"""Every address and every field of the site, and what people with bad intentions put there."""

import json
import random
import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote, quote_from_bytes, urljoin, urlsplit

from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve
from django.urls.resolvers import RoutePattern
from django.utils.regex_helper import normalize

from games.accounts.intake import LONGEST, LONGEST_IN_ADDRESS
from tests.long_values import SIZE, long_values

VALUES = [
    "\0", "a\0b", "\x1b[31m", "\x7f", "\x85", "\ud800", "\ufffe", "\u202egnp.exe",
    "\u2066x", "\u200d",
    "9" * 10, "9" * 19, "9" * 30, "9" * 5000, "-1", "0", "1e309", "NaN", "٣", "²",
    "½", "0x10", "1_0", "+1",
    "x" * 300, "x" * 100_000, "ß" * 31, "İ", "ﬀ", "Ｍｅｒｃｈａｎｔ", "a\u0301" * 40,
    "", " ", "\n", "\r\nX-Evil: 1", "\t", "%00", "%", "%ff", "{{ 7 }}",
    "{% now %}", "<script>", "'", '"', "\\",
    "../../../etc/passwd", "//evil.example", "javascript:alert(1)", "null", "None",
    "[]", "{}", "a:b", "a,b", "on",
    "2026-02-30", "0000-00-00", "99999-01-01", "24", "Europe/../UTC", "a@b",
    "a@" + "b" * 300 + ".org",
    "place t emden-groningen.2", "place", "move a b c d e f g", "(" * 500,
    "=HYPERLINK(1)", "🂡" * 50,
]  # fmt: skip

LONG = [
    value for size in (SIZE, LONGEST, LONGEST_IN_ADDRESS) for value in long_values(size).values()
]
"""Values that are refused at the door, and those that are as long as a field may be."""

MOST_SECONDS = 2.0
"""Of CPU that a request may cost."""

_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


class Wish(NamedTuple):
    """A request: method, path with its query, both quoted, and the fields of a form.

    A program sends a `body` instead, and JSON.
    """

    method: str
    path: str
    fields: tuple[tuple[str, str], ...] = ()
    body: bytes = b""

    def __str__(self) -> str:
        return f"{self.method} {self.path[:200]} {str(self.body or self.fields)[:300]}"


@dataclass
class Form:
    """A form of a page."""

    method: str
    action: str
    fields: dict[str, str] = field(default_factory=dict)


class _Forms(HTMLParser):
    """Collects forms with their fields, and addresses of links that ask for something."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.found, self.links = page, [], set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        known = dict(attributes)
        if tag == "form":
            action = urljoin(self.page, known.get("action") or "")
            self.found.append(Form((known.get("method") or "get").upper(), action))
        elif tag in {"input", "select", "textarea", "button"} and known.get("name"):
            for form in self.found[-1:]:
                form.fields.setdefault(known["name"], known.get("value") or "1")
        for name in ("href", "hx-get", "hx-post"):
            if (known.get(name) or "").startswith("/"):
                self.links.add(known[name])


def addresses() -> list[tuple[str, list[str]]]:
    """Return all routes, as text with %(name)s, with the names of their parameters."""

    def walk(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[str]:
        for each in patterns:
            if isinstance(each.pattern, RoutePattern):
                text = str(each.pattern).replace("%", "%%")
                part = _PARAMETER.sub(r"%(\1)s", text)
            else:
                part = normalize(each.pattern.regex.pattern)[0][0]
            part = re.sub(r"%\((_\d+)\)s", "x", part)
            if isinstance(each, URLResolver):
                yield from walk(each.url_patterns, before + part)
            else:
                yield before + part

    routes = dict.fromkeys("/" + route for route in walk(get_resolver().url_patterns, ""))
    return [(route, re.findall(r"%\((\w+)\)s", route)) for route in routes]


class Attack:
    """Requests to everything that the clients see, with one nasty value or several in each.

    `programs` are what programs post here: JSON that is good, by its path, and its headers.
    `filled` are those with a long value. `slowest` are the seconds of CPU that the dearest request
    took, and what it was.
    """

    def __init__(
        self, clients: dict[str, Callable[[], Client]], valid: dict[str, list[str]], seed: int
    ) -> None:
        """`clients` make visitors, `valid` has good values of parameters, by name."""
        self.clients, self.valid, self.rng = clients, valid, random.Random(seed)
        self.routes = addresses()
        self.programs: dict[str, tuple[Any, dict[str, str]]] = {}
        self.tried = self.filled = 0
        self.pages: dict[str, list[Form]] = {}
        self.slowest = (0.0, "")

    def run(self, requests: int) -> list[str]:
        """Make so many requests, and return those that failed or took too long."""
        failed: list[str] = []
        names = list(self.clients)
        for _ in range(requests):
            name = self.rng.choice(names)
            self._try(name, self._wish(self._forms(name, failed)), failed)
        return failed

    def fill(self) -> list[str]:
        """Give every field of every form a long value, one after another, then all at once.

        Returns those that failed or took too long. A view gets each of its fields once.
        """
        failed: list[str] = []
        known = set()
        for name in self.clients:
            for form in self._forms(name, failed):
                view = _view_of(form)
                new = [each for each in form.fields if (view, each) not in known]
                known.update((view, each) for each in new)
                for each in new:
                    self._try(name, _filled(form, [each], self.rng.choice(LONG)), failed)
                if len(new) > 1:
                    self._try(name, _filled(form, new, self.rng.choice(LONG)), failed)
                self.filled += len(new)
        return failed

    def program(self, requests: int) -> list[str]:
        """Post nasty JSON as programs do, so many times; return what failed or took too long."""
        failed: list[str] = []
        for path, (good, _) in self.programs.items():
            for _ in range(requests):
                body = json.dumps(self._spoiled(good)).encode()
                if self.rng.random() < 0.1:
                    body = body[: self.rng.randrange(len(body))] + b"\xff"
                self._try("nobody", Wish("POST", path, body=body), failed)
        return failed

    def _spoiled(self, good: Any) -> Any:
        """Return JSON in which something, somewhere, is not what it was."""
        if not isinstance(good, dict) or self.rng.random() < 0.2:
            strange = [None, True, -1, 0.5, 2**31, 2**63, 2**70, [], {}, *VALUES, *LONG]
            return self.rng.choice(strange)
        name = self.rng.choice(list(good))
        return {**good, name: self._spoiled(good[name])}

    def _forms(self, name: str, failed: list[str]) -> list[Form]:
        """Return the forms of every page, each of which is opened once."""
        if name not in self.pages:
            self.pages[name] = list(self._seen(name, failed))
        return self.pages[name]

    def _try(self, name: str, wish: Wish, failed: list[str]) -> HttpResponse:
        """Make a request, and note if it failed or took too long."""
        start = time.thread_time()
        answer = self._ask(self.clients[name], wish)
        spent = time.thread_time() - start
        self.slowest = max(self.slowest, (spent, f"{name}: {wish}"))
        if answer.status_code >= 500:
            failed.append(f"{answer.status_code} {name}: {wish}")
        if spent > MOST_SECONDS:
            failed.append(f"{spent:.1f} s of CPU {name}: {wish}")
        return answer

    def _seen(self, name: str, failed: list[str]) -> Iterator[Form]:
        """Open every page with good values, and return its forms and links as forms."""
        known = set()
        for route, parameters in self.routes:
            if route.startswith("/admin/") != (name == "staff"):
                continue
            for number in range(max([len(self.valid.get(p, "x")) for p in parameters] or [1])):
                values = {p: self._good(p, number) for p in parameters}
                wish = Wish("GET", route % values)
                answer = self._try(name, wish, failed)
                if "html" not in answer.get("Content-Type", ""):
                    continue
                parser = _Forms(wish.path)
                parser.feed(answer.text)
                links = [
                    Form("GET", urlsplit(link).path, dict(parse_qsl(urlsplit(link).query)))
                    for link in sorted(parser.links)
                    if not link.startswith("/static/")
                ]
                for form in [*parser.found, *links]:
                    what = (form.method, form.action, *form.fields)
                    if what not in known:
                        known.add(what)
                        yield form

    def _good(self, parameter: str, number: int) -> str:
        values = self.valid.get(parameter, ["x"])
        return quote(values[number % len(values)])

    def _wish(self, forms: list[Form]) -> Wish:
        if self.rng.random() < 0.35:
            return self._to_a_route()
        form = self.rng.choice(forms)
        fields = dict(form.fields)
        for name in self.rng.sample(list(fields), min(len(fields), self.rng.choice([1, 1, 2, 9]))):
            fields[name] = self.rng.choice(LONG if self.rng.random() < 0.2 else VALUES)
        if self.rng.random() < 0.1:
            fields[self.rng.choice(VALUES)[:50]] = self.rng.choice(VALUES)
        if form.method == "POST":
            return Wish("POST", form.action, tuple(fields.items()))
        return Wish("GET", f"{urlsplit(form.action).path}?{encoded(fields.items())}")

    def _to_a_route(self) -> Wish:
        route, parameters = self.rng.choice(self.routes)
        values = {name: self._good(name, self.rng.randrange(9)) for name in parameters}
        for name in parameters:
            if self.rng.random() < 0.7:
                values[name] = _quoted(self.rng.choice(VALUES)[:3000])
        path = route % values
        if self.rng.random() < 0.3:
            name = self.rng.choice(["page", "next", "version", "all", "q", "p", "o", "title", "e"])
            path += "?" + encoded([(name, self.rng.choice(VALUES)[:3000])])
        method = self.rng.choice(["GET", "GET", "POST", "HEAD", "PUT"])
        return Wish(method, path)

    def _ask(self, visitor: Callable[[], Client], wish: Wish) -> HttpResponse:
        """Make a request whose traces are wiped away."""
        self.tried += 1
        cache.clear()
        with transaction.atomic():
            client = visitor()
            client.raise_request_exception = False
            path, _, query = wish.path.partition("?")
            headers = {"HTTP_HX_REQUEST": "true"} if self.rng.random() < 0.3 else {}
            body, kind = encoded(wish.fields), "application/x-www-form-urlencoded"
            if wish.body:
                body, kind = wish.body, "application/json"
                headers = self.programs[path][1]
            answer = client.generic(
                wish.method,
                path,
                body if wish.method == "POST" else "",
                content_type=kind,
                QUERY_STRING=query,
                **headers,
            )
            if answer.streaming:
                b"".join(answer.streaming_content)
            transaction.set_rollback(True)
        return answer


def _view_of(form: Form) -> str:
    """Return the name of the view that a form is sent to."""
    try:
        return f"{form.method} {resolve(urlsplit(form.action).path).view_name}"
    except Resolver404:
        return form.action


def _filled(form: Form, names: Iterable[str], value: str) -> Wish:
    """Return a request with the same value in some fields of a form."""
    fields = form.fields | dict.fromkeys(names, value)
    if form.method == "POST":
        return Wish("POST", form.action, tuple(fields.items()))
    return Wish("GET", f"{urlsplit(form.action).path}?{encoded(fields.items())}")


def encoded(fields: object) -> str:
    """Encode fields as a browser does, and what no browser sends as well."""
    return "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in fields)


def _quoted(value: str) -> str:
    return quote_from_bytes(value.encode("utf-8", "surrogatepass"), safe="")
