"""An empty score sheet of each game on one page of A4, for who would rather write."""

from __future__ import annotations

from flask import current_app, g, render_template, request

from companion import registry, table
from companion.kit.rules import Setup
from companion.kit.seats import Seat
from companion.web import desk
from companion.web.desk import bp
from companion.web.text import Voice


@bp.get("/paper/<game>")
def paper(game: str) -> str:
    """``players``: how many columns; as many as can play where the number is none of this game."""
    rules = table.rules_of(desk.house(), game)
    players = request.args.get("players", type=int)
    if players not in rules.seats:
        players = max(rules.seats)
    g.voice = Voice(g.locale, game, given={"players": players})
    folder = registry.folder(game).rpartition(".")[2]
    return render_template(
        "paper.html",
        game=game,
        rules=rules,
        players=players,
        deals=rules.start(Setup(players, Seat(0), rules.house_rules())).deals,
        own=current_app.jinja_env.select_template([f"games/{folder}/paper.html", "_paper_plain.html"]),
    )
