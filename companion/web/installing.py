"""What a browser needs to install the pages as an app and to open the last seen sheet without a connection.

Browsers allow either only over https or on this machine; elsewhere the pages go on without.
"""

from __future__ import annotations

from flask import Response, make_response, render_template, url_for

from companion.web import desk
from companion.web.desk import bp

SHELL = ("companion.css", "sheet.css", "forms.js", "outbox.js", "live.js", "sheet.js", "keys.js", "icon.svg")
"""What every sheet is made of; the style of a game is kept when it is first asked for."""
ICONS = ((192, "any"), (512, "any"), (512, "maskable"))


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    voice = desk.voice()
    icons = [
        {
            "src": desk.asset(f"icons/{purpose}-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size, purpose in ICONS
    ]
    told = {
        "id": "/",
        "name": voice.say("The Companion"),
        "short_name": voice.say("The Companion"),
        "description": voice.say("The score sheet for games with real cards"),
        "lang": voice.locale,
        "dir": desk.direction(),
        "start_url": url_for("web.home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f1e4",
        "theme_color": "#f6f1e4",
        "icons": icons,
    }
    page = make_response(desk.compact(told))
    page.mimetype = "application/manifest+json"
    return page


@bp.get("/worker.js")
def worker() -> Response:
    """Served from the top, for that is how far a worker reaches; another shell makes it another worker."""
    shell = [desk.asset(name) for name in SHELL]
    content = desk.content("worker.js").decode()
    page = make_response(f"const SHELL = {desk.compact(shell)}, AWAY = {desk.compact(url_for('web.away'))};\n{content}")
    page.mimetype = "text/javascript"
    page.headers["Cache-Control"] = "no-cache"
    return page


@bp.get("/away")
def away() -> str:
    """For a page that was never seen on this phone, when there is no connection."""
    return render_template("away.html")
