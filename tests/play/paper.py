"""A browser of paper: it reads HTML, follows links and sends forms, and knows no JavaScript."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

from django.test import Client


@dataclass
class Form:
    """A form with what it would send by itself, and its selects."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    selects: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class Button:
    """A submit button: the form it belongs to and what it adds."""

    form: Form
    text: str
    name: str | None
    value: str
    action: str


class Page(HTMLParser):
    """A page's links, forms and buttons."""

    def __init__(self, html: str, url: str) -> None:
        super().__init__()
        self.url = url
        self.links: dict[str, str] = {}
        self.forms: list[Form] = []
        self.text = ""
        self._named: dict[str, Form] = {}
        self._form: Form | None = None
        self._later: list[tuple[str, dict[str, str | None], str]] = []
        self._button: dict[str, str | None] | None = None
        self._owner: Form | None = None
        self._select: list[str] | None = None
        self._link: str | None = None
        self._words = ""
        self.feed(html)
        self.buttons = [
            self._made(*found) for found in self._later if found[1].get("type") != "button"
        ]

    def handle_starttag(self, tag: str, listed: list[tuple[str, str | None]]) -> None:
        attrs = dict(listed)
        if tag == "form":
            action = urljoin(self.url, attrs.get("action") or self.url)
            self._form = Form(action, (attrs.get("method") or "get").lower())
            self.forms.append(self._form)
            if attrs.get("id"):
                self._named[attrs["id"]] = self._form
        elif tag == "input" and attrs.get("name"):
            self._input(attrs)
        elif tag == "select":
            self._select = self._own(attrs).selects.setdefault(attrs["name"], [])
            self._select_name = attrs["name"]
        elif tag == "option":
            self._select.append(attrs.get("value") or "")
            if "selected" in attrs:
                self._form.fields[self._select_name] = attrs.get("value") or ""
        elif tag == "button":
            self._button, self._owner, self._words = attrs, self._form, ""
        elif tag == "a" and attrs.get("href"):
            self._link, self._words = attrs["href"], ""

    def _own(self, attrs: dict[str, str | None]) -> Form:
        return self._named[attrs["form"]] if attrs.get("form") else self._form

    def _input(self, attrs: dict[str, str | None]) -> None:
        kind = attrs.get("type") or "text"
        if kind in ("checkbox", "radio") and "checked" not in attrs:
            return
        self._own(attrs).fields[attrs["name"]] = attrs.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            name, form = self._select_name, self._form
            if self._select and name not in form.fields:
                form.fields[name] = self._select[0]
            self._select = None
        elif tag == "button" and self._button is not None:
            self._later.append((self._owner, self._button, " ".join(self._words.split())))
            self._button = None
        elif tag == "a" and self._link is not None:
            self.links.setdefault(" ".join(self._words.split()), self._link)
            self._link = None

    def handle_data(self, data: str) -> None:
        self._words += data
        self.text += data

    def _made(self, owner: Form | None, attrs: dict[str, str | None], text: str) -> Button:
        form = self._named[attrs["form"]] if attrs.get("form") else owner
        action = urljoin(self.url, attrs["formaction"]) if attrs.get("formaction") else form.action
        return Button(form, text, attrs.get("name"), attrs.get("value") or "", action)

    def button(self, text: str) -> Button:
        """The first button whose words begin so."""
        found = [button for button in self.buttons if button.text.startswith(text)]
        assert found, f"No button {text!r} among {[button.text for button in self.buttons]}"
        return found[0]


class Paper:
    """One person with a paper browser."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.page: Page

    def get(self, url: str) -> Page:
        return self._read(self.client.get(url, follow=True), url)

    def follow(self, text: str) -> Page:
        link = next(link for words, link in self.page.links.items() if words.startswith(text))
        return self.get(urljoin(self.page.url, link))

    def press(self, text: str, **fields: str) -> Page:
        """Press a button, its form filled in with these fields."""
        return self.send(self.page.button(text), **fields)

    def send(self, button: Button, **fields: str) -> Page:
        data = button.form.fields | fields
        if button.name:
            data[button.name] = button.value
        if button.form.method == "get":
            return self._read(self.client.get(button.action, data, follow=True), button.action)
        return self._read(self.client.post(button.action, data, follow=True), button.action)

    def _read(self, response, url: str) -> Page:
        assert response.status_code == 200, (url, response.status_code)
        if response.redirect_chain:
            url = urljoin(url, response.redirect_chain[-1][0])
        self.page = Page(response.content.decode(), url.partition("#")[0])
        return self.page
