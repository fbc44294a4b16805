"""A browser without a script: it reads pages, follows links, and sends forms as they stand in the page."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "path", "circle", "rect", "use"}
Fields = list[tuple[str, str]]


@dataclass
class Form:
    action: str
    method: str
    fields: Fields = field(default_factory=list)  # those that would be sent without touching anything
    choices: dict[str, list[str]] = field(default_factory=dict)  # of radio buttons and checkboxes
    buttons: Fields = field(default_factory=list)


class Page(HTMLParser):
    """What is on a page: text, links, forms, elements by id, and every tag with its attributes."""

    def __init__(self, answer: TestResponse) -> None:
        super().__init__()
        self.answer, self.status = answer, answer.status_code
        self.html = answer.get_data(as_text=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.words: list[str] = []
        self._silent = 0
        self._form: Form | None = None
        self._written: str | None = None  # the name of the textarea that is being read
        self.feed(self.html)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def attribute(self, element_id: str, name: str) -> str:
        return next(attrs[name] or "" for _, attrs in self.tags if attrs.get("id") == element_id)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        if tag in ("script", "style", "title"):
            self._silent += 1
        if tag == "a" and found.get("href"):
            self.links.append(found["href"] or "")
        if tag == "form":
            self._form = Form(found.get("action") or "", found.get("method") or "get")
            self.forms.append(self._form)
        if self._form is None:
            return
        name, value = found.get("name"), found.get("value") or ""
        if tag == "button":
            self._form.buttons.append((name or "", value))
        elif tag == "textarea" and name:
            self._form.fields.append((name, ""))
            self._written = name
        elif tag == "input" and name:
            kind = found.get("type")
            if kind in ("radio", "checkbox"):
                self._form.choices.setdefault(name, []).append(value)
            if kind not in ("radio", "checkbox") or "checked" in found:
                self._form.fields.append((name, value))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style", "title"):
            self._silent -= 1
        if tag == "textarea":
            self._written = None
        if tag == "form":
            self._form = None

    def handle_data(self, data: str) -> None:
        if self._written and self._form:
            self._form.fields[-1] = (self._written, data)
        if not self._silent:
            self.words.append(data)

    def taps(self) -> dict[str, Form]:
        """By the event they record, as JSON, the forms of all keys."""
        return {value: form for form in self.forms for name, value in form.buttons if name == "event"}

    def key(self, **event: Any) -> tuple[Form, str]:
        """The key that records this event, whatever else it says."""
        for text, form in self.taps().items():
            said = json.loads(text)
            if all(said.get(name) == value for name, value in event.items()):
                return form, text
        raise AssertionError(f"no key for {event}: {[*self.taps()][:8]}")


@dataclass
class Browser:
    client: FlaskClient
    locale: str = "en"

    def open(self, path: str) -> Page:
        return self._at(self.client.get(path, headers=self._headers(), follow_redirects=True))

    def send(self, page: Page, form: Form, fields: Fields = (), button: tuple[str, str] | None = None) -> Page:  # type: ignore[assignment]
        """The form with these fields instead of those of the same names."""
        replaced = {name for name, _ in fields}
        sent = [pair for pair in form.fields if pair[0] not in replaced] + list(fields) + ([button] if button else [])
        data: dict[str, list[str]] = {}
        for name, value in sent:
            data.setdefault(name, []).append(value)
        where = form.action or page.answer.request.path
        kept = {"query_string": data} if form.method.lower() == "get" else {"data": data}
        answer = self.client.open(
            where, method=form.method.upper(), headers=self._headers(), follow_redirects=True, **kept
        )
        return self._at(answer)

    def press(self, page: Page, **event: Any) -> Page:
        form, text = page.key(**event)
        return self.send(page, form, button=("event", text))

    def fill(self, page: Page, kind: str, fields: Fields) -> Page:
        form = next(form for form in page.forms if ("type", kind) in form.fields)
        return self.send(page, form, fields)

    def record(self, page: Page, event: dict[str, Any]) -> Page:
        """An event as a table would enter it."""
        match event["type"]:
            case "challenges_laid":
                return self.fill(page, event["type"], [(c, str(n)) for c in ("red", "blue") for n in event[c]])
            case "declared":
                fields = [("pieces", str(event["pieces"])), *(("challenges", code) for code in event["challenges"])]
                return self.fill(page, event["type"], fields)
            case "card_played":
                return self.press(page, type="card_played", card=event["card"])
        return self.press(page, **event)

    def begin(self, *names: str, game: str = "extreme-tricks", first: int = 0, **options: str) -> Page:
        page = self.open(f"/new/{game}")
        fields = [*(("name", name) for name in names), ("first", str(first)), *options.items()]
        return self.send(page, page.forms[0], fields)

    def _headers(self) -> dict[str, str]:
        return {"Accept-Language": self.locale}

    def _at(self, answer: TestResponse) -> Page:
        page = Page(answer)
        assert page.status < 500, page.text
        return page


def match_of(page: Page) -> str:
    found = re.match(r"/m/([^/]+)", urlsplit(page.answer.request.path).path)
    assert found, page.answer.request.path
    return found[1]
