"""What all pages share: the blueprint, whose phone it is, its language, and problems as pages."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from datetime import date, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from babel.dates import format_date
from flask import Blueprint, Flask, Response, current_app, g, make_response, render_template, request, url_for
from jinja2 import ChoiceLoader, FileSystemLoader, FunctionLoader, PrefixLoader
from markupsafe import Markup
from werkzeug.exceptions import HTTPException, NotFound, RequestEntityTooLarge

import companion.games
from companion import access, table
from companion.access import Caller
from companion.house import House, unspell
from companion.problem import Problem
from companion.web.text import LANGUAGES, RIGHT_TO_LEFT, Voice, choose

HERE = Path(__file__).parent
YEAR = 365 * 86_400
WORTH_PACKING = 600
MOST_MATCHES = 60
"""A phone keeps the tokens of so many; a server takes about 8 kB of cookies."""
KINDS = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
    "png": "image/png",
}
STATUS = {
    "malformed": 400,
    "no_token": 401,
    "not_yours": 403,
    "not_found": 404,
    "version_conflict": 409,
    "too_large": 413,
}

bp = Blueprint("web", __name__)


def _of_a_game(name: str) -> tuple[str, str, None] | None:
    """A template in a game's folder, wherever there are games by now."""
    for folder in companion.games.__path__:
        file = Path(folder, name)
        if file.is_file():
            return file.read_text(), str(file), None
    return None


bp.jinja_loader = ChoiceLoader(
    [
        FileSystemLoader(HERE / "templates"),
        PrefixLoader({"games": FunctionLoader(_of_a_game)}),
    ]
)


def house() -> House:
    found: House = current_app.extensions["house"]
    return found


# Who asks.


def match_number(match_id: str) -> int:
    number = unspell(match_id)
    if number is None:
        raise Problem("not_found")
    return number


def cookie_name(match_id: str) -> str:
    return f"table-{match_id}"


def caller_at(match_id: str) -> Caller:
    """Whoever holds this phone, at this match; a token that has ended counts as none."""
    return _holder_of(cookie_name(match_id)) or caller()


def caller() -> Caller:
    """Whoever holds this phone, as one of the circle; on a closed server of the one that was chosen last."""
    if "member" not in g:
        known = (_holder_of(circle_cookie(circle)) for circle in my_circles())
        member = None if house().open else next((one for one in known if one and one.role == "member"), None)
        g.member = member or access.caller(house(), None)
    found: Caller = g.member
    return found


def _holder_of(cookie: str) -> Caller | None:
    token = request.cookies.get(cookie)
    try:
        return access.caller(house(), token) if token else None
    except Problem:
        return None


def circle_cookie(circle: str) -> str:
    return f"circle-{circle}"


def my_circles() -> list[str]:
    """The circles this phone is of, the chosen one first."""
    circles = [name.removeprefix("circle-") for name in request.cookies if name.startswith("circle-")]
    return sorted(circles, key=lambda circle: circle != request.cookies.get("circle"))


def choose_circle(response: Response, circle: str, token: str | None = None) -> Response:
    """The one that this phone's pages show; with the token of a new member."""
    for name, value in (("circle", circle), *([(circle_cookie(circle), token)] if token else [])):
        _keep(response, name, value)
    return response


def matches_joined() -> list[str]:
    """The matches this phone has been let into."""
    return [name.removeprefix("table-") for name in request.cookies if name.startswith("table-")]


def keep_token(response: Response, match_id: str, token: str) -> Response:
    """Of many matches the oldest are let go, in the order of their cookies: what a browser sends has an end."""
    others = [joined for joined in matches_joined() if joined != match_id]
    for oldest in others[: max(0, len(others) - MOST_MATCHES + 1)]:
        response.delete_cookie(cookie_name(oldest))
    return _keep(response, cookie_name(match_id), token)


def _keep(response: Response, name: str, token: str) -> Response:
    """Only the browser ever sees it again: no script, no address, no other site."""
    response.set_cookie(name, token, max_age=YEAR, httponly=True, samesite="Strict", secure=request.is_secure, path="/")
    return response


def may_bring_back(match_id: str) -> bool:
    """Whether this phone deleted a match that it could bring back."""
    number = unspell(match_id)
    if number is None or caller_at(match_id).at(number).role != "host":
        return False
    try:
        table.version(house(), caller_at(match_id), number)
    except Problem as problem:
        return problem.code == "not_found"
    return False


# Its language.


@bp.before_app_request
def language() -> None:
    g.locale = choose(
        request.args.get("lang"), request.cookies.get("lang"), accept=request.headers.get("Accept-Language")
    )


@bp.after_request
def remember_language(response: Response) -> Response:
    wish = request.args.get("lang")
    if wish in LANGUAGES:
        response.set_cookie(
            "lang", wish, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure, path="/"
        )
    response.headers.add("Vary", "Accept-Language")
    response.headers.add("Vary", "Cookie")
    return response


def voice() -> Voice:
    """The page's voice: that of its match where it has one."""
    if "voice" not in g:
        g.voice = Voice(g.get("locale") or choose())
    found: Voice = g.voice
    return found


def gettext(text: str, /, **params: Any) -> Markup | str:
    return voice().say(text, **params)


def ngettext(one: str, many: str, number: int, /, **params: Any) -> str:
    return voice().say(("number", one, many), number=number, **params)


def direction() -> str:
    return "rtl" if voice().locale in RIGHT_TO_LEFT else "ltr"


def other_languages() -> list[tuple[str, str, str]]:
    """Code, name and the address of this page in each other language."""
    here: dict[str, Any] = {**request.args, **(request.view_args or {})}
    return [
        (code, name, url_for(str(request.endpoint), **{**here, "lang": code}))
        for code, name in LANGUAGES.items()
        if code != voice().locale
    ]


def digest(text: str) -> bytes:
    return sha256(text.encode()).digest()


# Problems.


@bp.errorhandler(Problem)
def problem_page(problem: Problem) -> Response:
    detail = voice().problem(problem.code, problem.params)
    match_id = (request.view_args or {}).get("match_id", "")
    back = match_id if problem.code == "not_found" and may_bring_back(match_id) else None
    page = make_response(render_template("problem.html", detail=detail, code=problem.code, bring_back=back))
    page.status_code = STATUS.get(problem.code, 422)
    return page


@bp.errorhandler(RequestEntityTooLarge)
def too_much(error: HTTPException) -> Response:
    return problem_page(Problem("too_large"))


@bp.app_errorhandler(NotFound)
def nothing_here(error: HTTPException) -> Response | HTTPException:
    if request.path.startswith("/api/"):
        return error
    return problem_page(Problem("not_found"))


# Files of our own, by a name that changes with their content.


@cache
def _files() -> Mapping[str, Path]:
    """By address: everything in `static`, and the style sheet of every game that has one."""
    own = HERE / "static"
    found = {file.relative_to(own).as_posix(): file for file in own.rglob("*") if file.is_file()}
    for games in companion.games.__path__:
        for file in Path(games).glob("*/sheet.css"):
            found[f"games/{file.parent.name.replace('_', '-')}.css"] = file
    return found


@cache
def _asset(name: str) -> tuple[bytes, bytes | None, str]:
    """Content, the same packed where that is worth it, and a mark of its version."""
    content = _files()[name].read_bytes()
    packed = gzip.compress(content, 9) if not name.endswith((".woff2", ".png")) else None
    return content, packed, sha256(content).hexdigest()[:10]


def asset(name: str) -> str:
    return url_for("web.static_file", name=name, v=_asset(name)[2])


def content(name: str) -> bytes:
    return _asset(name)[0]


def game_style(game: str) -> str | None:
    name = f"games/{game}.css"
    return asset(name) if name in _files() else None


@bp.get("/static/<path:name>")
def static_file(name: str) -> Response:
    if name not in _files():
        raise Problem("not_found")
    content, packed, _ = _asset(name)
    page = make_response(content)
    page.mimetype = KINDS.get(name.rsplit(".", 1)[-1], "application/octet-stream")
    if packed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
        page.set_data(packed)
        page.headers["Content-Encoding"] = "gzip"
    page.headers["Vary"] = "Accept-Encoding"
    page.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if "v" in request.args else "no-cache"
    return page


@bp.after_request
def say_where_from(response: Response) -> Response:
    """Without a referrer a browser sends our own forms with the origin "null"; no other site is told anything."""
    response.headers["Referrer-Policy"] = "same-origin"
    return response


@bp.after_request
def pack(response: Response) -> Response:
    """Pages travel packed; they hold no secret that a guesser could steer text beside."""
    if (
        response.mimetype == "text/html"
        and "gzip" in request.headers.get("Accept-Encoding", "")
        and len(response.get_data()) > WORTH_PACKING
        and "Content-Encoding" not in response.headers
    ):
        response.set_data(gzip.compress(response.get_data(), 5))
        response.headers["Content-Encoding"] = "gzip"
        response.headers.add("Vary", "Accept-Encoding")
    return response


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def clock(at: str) -> str:
    """The time of day where this server stands."""
    return datetime.fromisoformat(at).astimezone().strftime("%H:%M")


def day(iso_day: str) -> str:
    """A day as this language writes it."""
    try:
        return format_date(date.fromisoformat(iso_day), "medium", locale=voice().locale)
    except ValueError:
        return iso_day


def decimal(number: float) -> Markup:
    return Markup('<bdi dir="ltr">{}</bdi>').format(f"{number:.1f}".replace("-", "−"))


def percent(share: float) -> Markup:
    return Markup('<bdi dir="ltr">{}%</bdi>').format(round(100 * share))


def furnish(app: Flask) -> None:
    """What templates can say and ask."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        _=gettext,
        ngettext=ngettext,
        say=lambda code, **params: voice()(code, **params),
        voice_of=lambda game: Voice(voice().locale, game),
        clock=clock,
        day=day,
        decimal=decimal,
        percent=percent,
        json=compact,
        twice=lambda values: [value for place, value in enumerate(values) if value in values[:place]],
        voice=voice,
        open_to_all=app.extensions["house"].open,
        asset=asset,
        game_style=game_style,
        other_languages=other_languages,
        direction=direction,
    )
