"""Nobody is sent what is hidden from them, by any resource, in any part of an answer."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

from api.phones import BEGINNING, CHALLENGES, TRUMP, Phone, Table, declared, good, plays, refused, sit_down
from flask import Flask

CARD = re.compile(r'"([SHDC]\d{1,2})"')


def dealt(app: Flask) -> tuple[Table, list[Phone]]:
    """A match the companion deals, and the phone of each seat; seat 0 is the host's."""
    table = sit_down(app, [{"name": "Ann", "me": True}, {"name": "Ben"}, {"open": True}], dealing="companion")
    return table, [table.host, table.join(1), table.join(2, "Cy")]


def everything_sent(table: Table, phone: Phone) -> dict[str, str]:
    """The whole body of every resource that tells of the match."""
    paths = [
        table.path,
        f"{table.path}/events",
        f"{table.path}/events?effective=true",
        f"{table.path}/scores",
        f"{table.path}/export",
        "/matches",
        "/players",
    ]
    return {path: phone.get(path).get_data(as_text=True) for path in paths}


def without_expects(body: str) -> str:
    """At a table with real cards, every card that could come next is listed there for everybody."""
    told = json.loads(body)
    told.pop("expects", None)
    return json.dumps(told)


def cards_in(body: str) -> set[str]:
    return set(CARD.findall(body))


def hands(phones: list[Phone], table: Table) -> list[set[str]]:
    return [set(table.look(phone)["hand"]) for phone in phones]


def test_each_phone_sees_its_own_hand(app: Flask) -> None:
    table, phones = dealt(app)
    held = hands(phones, table)
    assert [len(hand) for hand in held] == [12, 12, 12]
    assert len(set.union(*held)) == 36
    assert table.look(Phone(app))["hand"] is None


def test_nobody_is_dealt_cards_before_everybody_is_there(app: Flask) -> None:
    table = sit_down(app, [{"name": "Ann", "me": True}, {"name": "Ben"}, {"open": True}], dealing="companion")
    view = table.look()
    assert (view["status"], view["version"], view["hand"], view["expects"]) == ("waiting", 0, None, [])
    refused(table.record(CHALLENGES), 422, "wrong_phase")
    table.join(2, "Cy")
    assert (table.look()["status"], table.look()["version"]) == ("playing", 3)


def test_through_a_whole_deal_nobody_is_sent_a_card_of_another_hand(app: Flask) -> None:
    table, phones = dealt(app)
    watchers = [Phone(app), table.join()]
    everyone = [*phones, *watchers]
    random, held = Random(1), hands(phones, table)
    seen: set[str] = set()
    while True:
        view = table.look()
        if view["deal"] == 2:
            break
        turn = view["expects"][0]["seat"]
        looking = everyone if len(seen) % 7 == 0 else []
        for i, phone in enumerate(looking):
            own = held[i] if i < 3 else set()
            for path, body in everything_sent(table, phone).items():
                assert cards_in(body) <= own | seen, (i, path)
            expected = table.look(phone)["expects"][0]
            if not seen and expected["type"] == "card_played":
                assert set(expected.get("cards", [])) == (own if i == turn else set())
        event = move(table.look(phones[turn])["expects"][0], random)
        answer = table.record(event, by=phones[turn])
        if event["type"] == "card_played":
            seen.add(event["card"])
        if good(answer, 201)["match"]["deal"] == 1:
            assert cards_in(answer.get_data(as_text=True)) <= held[turn] | seen
    # The next deal is hidden like the first, and the first is told.
    fresh = [*hands(phones, table), set(), set()]
    for i, phone in enumerate(everyone):
        told = [entry["hands"] for entry in table.log(phone) if entry["type"] == "hands_dealt"]
        assert [set(deal) for deal in told] == [{"0", "1", "2"}, {str(i)} if i < 3 else set()]
        assert cards_in(phone.get(table.path).get_data(as_text=True)) == fresh[i]


def move(expected: dict[str, Any], random: Random) -> dict[str, Any]:
    chosen: dict[str, Any] = {"type": expected["type"], "seat": expected["seat"]}
    if expected["type"] == "trump_chosen":
        return {**chosen, "suit": random.choice(expected["suits"])}
    if expected["type"] == "declared":
        return {**chosen, "pieces": 2, "challenges": [random.choice(expected["challenges"])]}
    return {**chosen, "card": random.choice(expected["cards"])}


def test_a_refusal_tells_nothing_of_another_hand(app: Flask) -> None:
    table, phones = dealt(app)
    held, first = hands(phones, table), table.look()["first_seat"]
    for seat in (first, (first + 1) % 3, (first + 2) % 3):
        if seat == first:
            good(table.record({**TRUMP, "seat": first}, by=phones[first]), 201)
        good(table.record(declared(seat), by=phones[seat]), 201)
    other = sorted(held[(first + 1) % 3])[0]
    told = refused(table.record(*plays(other, seat=first), by=phones[first]), 422, "not_in_hand")
    assert cards_in(json.dumps(told)) <= {other}
    conflict = refused(
        table.record(*plays(other, seat=first), by=phones[first], expected_version=0), 409, "version_conflict"
    )
    assert cards_in(json.dumps(conflict)) <= held[first]


def test_a_correction_shows_nobody_anything(app: Flask) -> None:
    table, phones = dealt(app)
    held, first = hands(phones, table), table.look()["first_seat"]
    good(table.record({**TRUMP, "seat": first}, by=phones[first]), 201)
    for by in (table.host, phones[(first + 1) % 3]):
        for change in ({"seq": 2, "event": None}, {"before": 2, "event": CHALLENGES}):
            for more in ({"dry_run": True}, {"drop_after": True}):
                answer = table.correct({**change, **more}, by=by)
                assert answer.status_code == 403
                assert cards_in(answer.get_data(as_text=True)) == set()
    back = table.correct({"seq": table.look()["version"], "event": None}, by=phones[first])
    assert cards_in(back.get_data(as_text=True)) <= held[first]


# At the table.


def hand_of(seat: int) -> dict[str, Any]:
    suits = "SHDC"[seat : seat + 1]
    cards = [f"{suits}{value}" for value in range(1, 10)] + [f"C{value}" for value in range(3 * seat + 1, 3 * seat + 4)]
    return {"type": "hands_dealt", "hands": {str(seat): cards}}


def test_a_recorded_hand_is_told_only_to_the_phone_that_recorded_it(app: Flask) -> None:
    table = sit_down(app)
    ben = table.join(1)
    table.recorded(CHALLENGES, TRUMP)
    good(table.record(hand_of(0)), 201)
    cards = set(hand_of(0)["hands"]["0"])
    assert cards <= cards_in(table.host.get(f"{table.path}/events").get_data(as_text=True))
    for phone in (ben, Phone(app), table.join()):
        for path, body in everything_sent(table, phone).items():
            assert not cards & cards_in(without_expects(body)), path
        assert table.look(phone)["hand"] is None


def test_a_deal_that_begins_later_in_the_log_by_a_correction_hides_its_hands_too(app: Flask) -> None:
    table = sit_down(app)
    table.recorded(*BEGINNING)
    good(table.record(hand_of(0)), 201)
    # Put in late, and earlier in playing order than everything of the running deal.
    good(table.correct({"before": 1, "event": {"type": "deal_thrown_in"}}), 201)
    cards = set(hand_of(0)["hands"]["0"])
    for path, body in everything_sent(table, Phone(app)).items():
        assert not cards & cards_in(without_expects(body)), path
    good(table.correct({"seq": 6, "event": None}), 201)
    assert not cards & cards_in(Phone(app).get(f"{table.path}/events").get_data(as_text=True))


def test_with_closed_memory_a_finished_trick_is_told_again_once_the_match_is_stopped(app: Flask) -> None:
    table = sit_down(app, memory="closed")
    watcher = table.join()
    table.recorded(*BEGINNING, *plays("C1", "C2", "C3", "C4"))
    assert table.look(watcher)["state"]["last_trick"] is None
    assert not [entry for entry in table.log(watcher) if entry.get("card") in ("C1", "C2", "C3")]
    table.recorded({"type": "match_ended"})
    assert table.look(watcher)["state"]["last_trick"]
    assert [entry["card"] for entry in table.log(watcher) if entry["type"] == "card_played"] == ["C1", "C2", "C3", "C4"]


def test_with_closed_memory_a_play_taken_back_or_mended_tells_no_more_than_before(app: Flask) -> None:
    table = sit_down(app, memory="closed")
    watcher = table.join()
    table.recorded(*BEGINNING, *plays("C1", "C2", "C3"))
    table.correct({"seq": 7, "event": {"type": "card_played", "card": "C9"}})
    last = table.recorded(*plays("D5"))["version"]
    table.correct({"seq": last, "event": None})
    told = json.dumps(table.log(watcher))
    assert not [card for card in ("C1", "C2", "C3", "C9", "D5") if f'"{card}"' in told]
    assert '"C9"' in json.dumps(table.log())
