"""What a request brings: who asks, of which match, under which idempotency key, and its JSON."""

from __future__ import annotations

import hmac
import re
from hashlib import sha256
from typing import Any, NoReturn

import orjson
from flask import Request, current_app, g, request
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser

from companion import access, table
from companion.access import Caller
from companion.guard import address
from companion.house import House, spell, unspell
from companion.problem import Problem

KEY_FORM = re.compile(r"[\x21-\x7e]{1,200}")


def house() -> House:
    found = current_app.extensions["house"]
    assert isinstance(found, House)
    return found


def asked_for() -> tuple[House, Caller, int]:
    """The house, who asks, and the match in the address; LookupError where there is none of them yet."""
    if "caller" not in g or g.match_id is None:
        raise LookupError
    return house(), g.caller, g.match_id


def caller() -> Caller:
    found = g.caller
    assert isinstance(found, Caller)
    return found


def key() -> table.Key | None:
    """What makes a repetition of this request known."""
    found: table.Key | None = g.key
    return found


def look_at_request() -> None:
    """Before any view of a resource: the match in the address, who asks, and whether the key was used already."""
    g.match_id = _match_id()
    g.caller = _caller(g.match_id)
    g.key = _key()
    if g.key is not None:
        table.known(house(), g.caller, g.key)


def _match_id() -> int | None:
    spelled = (request.view_args or {}).get("match")
    if spelled is None:
        return None
    number = unspell(spelled)
    if number is None or spell(number) != spelled:
        raise Problem("not_found")
    return number


def _caller(match_id: int | None) -> Caller:
    """By the Authorization header, else by the cookie of this very match; a stale cookie counts for nothing."""
    header = request.headers.get("Authorization")
    if header is not None:
        kind, _, token = header.strip().partition(" ")
        if kind.lower() != "bearer" or not token.strip():
            raise Problem("no_token")
        return access.caller(house(), token.strip())
    cookie = None if match_id is None else request.cookies.get(f"table-{spell(match_id)}")
    if cookie:
        try:
            known = access.caller(house(), cookie)
        except Problem:
            known = None
        if known is not None and known.match == match_id:
            return known
    return access.caller(house(), None)


def _key() -> table.Key | None:
    text = request.headers.get("Idempotency-Key")
    if text is None or request.method != "POST":
        return None
    if not KEY_FORM.fullmatch(text):
        raise Problem("malformed", {"reason": "idempotency_key"})
    sent = f"{request.method} {request.path}\n".encode() + request.get_data()
    if g.caller.token == 0:
        # Whoever has no token yet is known by the address: another one's "1" shall not open what this one's "1" did.
        text = f"{hmac.digest(house().key, address().encode(), sha256).hex()[:16]} {text}"
    return table.Key(text, sha256(sent).digest())


class Reader(FlaskParser):
    """JSON is read exactly: a number too large, a half character or a broken text is refused, never mended."""

    def load_json(self, req: Request, schema: Schema) -> Any:
        body = req.get_data()
        if not body or not req.is_json:
            raise Problem("malformed", {"reason": "json_needed"})
        try:
            return orjson.loads(body)
        except orjson.JSONDecodeError as error:
            raise Problem("malformed", {"reason": "json_broken", "place": error.pos}) from None

    def handle_error(self, error: ValidationError, *_: Any, **__: Any) -> NoReturn:
        raise ValidationError(next(iter(error.messages_dict.values())))  # it is by location
