"""What is printed on the cards of one's own copy: judged by the game, kept by name, copied into each match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

import pytest
from tables import NAMES, everything_stored

from companion import access, table
from companion.access import Caller
from companion.house import House, unspell
from companion.kit.rules import Refusal, Within
from companion.problem import Problem
from companion.registry import games
from companion.table import Key, Opening


@dataclass(frozen=True, slots=True)
class MadeUp:
    """Of no real game."""

    values: Annotated[tuple[Annotated[int, Within(1, 9)], ...], Within(1, 4)]
    title: str | None = None


def rising(card_set: MadeUp) -> Refusal | None:
    good = list(card_set.values) == sorted(set(card_set.values))
    return None if good else Refusal("invalid", (("reason", "card_set"), ("option", "values")))


@pytest.fixture
def printed(house: House) -> House:
    """A house where one game has printed cards, and deals from them alone."""
    name, rules = next(iter(games().items()))
    game: Any = replace(rules, card_set=MadeUp, check_card_set=rising, dealt_from_card_set=True)
    plain: Any = replace(rules, name="plain")
    return replace(house, games={name: game, "plain": plain})


GAME = next(iter(games()))
GOOD = {"values": [1, 3, 5]}


def anybody(house: House) -> Caller:
    return access.caller(house, None)


def opened(house: House, **more: Any) -> int:
    players = [{"name": name} for name in NAMES[:3]]
    match = unspell(table.open_match(house, anybody(house), Opening(more.pop("game", GAME), players, **more)).match)
    assert match
    return match


def refusal(what: Any, *words: Any, **more: Any) -> Problem:
    with pytest.raises(Problem) as refused:
        what(*words, **more)
    return refused.value


def stored_with(house: House, match: int) -> Any:
    return table.entries(house, anybody(house), match)[0].get("card_set")


def test_a_set_is_kept_by_name_and_found_again(printed: House) -> None:
    kept = table.keep_card_set(printed, anybody(printed), GAME, "  Our   copy ", GOOD)
    assert (kept["name"], kept["content"], kept["game"]) == ("Our copy", GOOD, GAME)
    assert table.card_set(printed, anybody(printed), kept["id"]) == kept
    assert table.card_sets(printed, anybody(printed), GAME) == [kept]
    assert table.card_sets(printed, anybody(printed), "plain") == []


def test_a_match_opened_with_a_set_stores_its_content(printed: House) -> None:
    kept = table.keep_card_set(printed, anybody(printed), GAME, "Ours", GOOD)
    assert stored_with(printed, opened(printed, card_set=kept["id"])) == GOOD
    assert stored_with(printed, opened(printed, card_set={"values": [2]})) == {"values": [2]}
    assert stored_with(printed, opened(printed)) is None


def test_changing_or_throwing_away_a_set_leaves_old_matches_as_they_were(printed: House) -> None:
    kept = table.keep_card_set(printed, anybody(printed), GAME, "Ours", GOOD)
    match = opened(printed, card_set=kept["id"])
    changed = table.change_card_set(printed, anybody(printed), kept["id"], "Theirs", {"values": [7, 8]})
    assert (changed["name"], changed["content"]) == ("Theirs", {"values": [7, 8]})
    assert stored_with(printed, match) == GOOD
    table.throw_away(printed, anybody(printed), kept["id"])
    assert refusal(table.card_set, printed, anybody(printed), kept["id"]).code == "not_found"
    assert stored_with(printed, match) == GOOD


@pytest.mark.parametrize(
    "content", [{}, {"values": []}, {"values": [0]}, {"values": [3, 1]}, {"values": [1], "more": 1}, {"values": "1"}]
)
def test_what_cannot_be_printed_is_refused_and_nothing_kept(printed: House, content: dict[str, Any]) -> None:
    before = everything_stored(printed)
    problem = refusal(table.keep_card_set, printed, anybody(printed), GAME, "Ours", content)
    assert (problem.code, problem.params["reason"]) == ("invalid", "card_set")
    assert refusal(opened, printed, card_set=content).code == "invalid"
    assert everything_stored(printed) == before


def test_dealing_from_printed_cards_needs_them(printed: House) -> None:
    assert refusal(opened, printed, dealing="companion").code == "card_set_needed"
    assert opened(printed, dealing="companion", card_set=GOOD)


def test_a_game_without_printed_cards_has_no_sets(printed: House) -> None:
    assert refusal(table.keep_card_set, printed, anybody(printed), "plain", "Ours", GOOD).code == "invalid"
    assert refusal(opened, printed, game="plain", card_set=GOOD).code == "invalid"
    kept = table.keep_card_set(printed, anybody(printed), GAME, "Ours", GOOD)
    assert refusal(opened, printed, game="plain", card_set=kept["id"]).code == "invalid"


def test_the_same_request_again_keeps_one_set(printed: House) -> None:
    key = Key("k", b"hash")
    first = table.keep_card_set(printed, anybody(printed), GAME, "Ours", GOOD, key)
    assert table.keep_card_set(printed, anybody(printed), GAME, "Ours", GOOD, key) == first
    assert len(table.card_sets(printed, anybody(printed))) == 1


def test_sets_are_the_circle_s_own(printed: House) -> None:
    closed = replace(printed, open=False)
    kept = table.keep_card_set(printed, anybody(printed), GAME, "Ours", GOOD)
    assert refusal(table.card_sets, closed, anybody(closed)).code == "no_token"
    other = access.caller(closed, table.make_circle(closed, "Others").token)
    assert table.card_sets(closed, other) == []
    assert refusal(table.card_set, closed, other, kept["id"]).code == "not_found"
