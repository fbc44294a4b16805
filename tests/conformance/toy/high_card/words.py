"""Every word of the toy game."""

from __future__ import annotations

N_ = str

GLYPHS = {"A": "▲", "B": "■"}

WORDS = {
    "game": N_("High Card"),
    "game.line": N_("The higher card takes the trick."),
    "suit.A": N_("triangles"),
    "suit.B": N_("squares"),
    "reason.tricks": N_("Tricks taken"),
    "reason.tricks.short": N_("tricks"),
    "house_rule.double_last": N_("The last deal"),
    "house_rule.double_last.true": N_("counts twice"),
    "house_rule.double_last.false": N_("counts once"),
    "house_rule.double_last.why": N_("The last deal may count twice. For example, two tricks are then worth 4."),
}
