"""Each of the fifty challenges, met and just missed, by cards that are played through the whole rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from games.extreme_tricks.table import Table, layout, stages

from companion.games.extreme_tricks.challenges import BLUES, CODES, REDS, HouseRules, Play, Stage


class Case(NamedTuple):
    code: str
    trump: str
    cards: str
    """Red: whole tricks from the first of the stage on, seat 0 leads the first, three cards with three players.
    Blue: what each seat has won its tricks with when the stage ends, - for no trick."""
    achieve: str
    """All seats that do, and no other."""
    miss: str
    """Those of the others that miss it by little."""
    house: dict[str, Any] = {}  # noqa: RUF012  never changed

    @property
    def parts(self) -> list[list[str]]:
        return [part.replace("-", "").split() for part in self.cards.split("/")]

    @property
    def players(self) -> int:
        return len(self.parts[0]) if self.code in REDS else len(self.parts)

    @property
    def named(self) -> list[str]:
        return [card for part in self.parts for card in part]

    @property
    def number(self) -> int:
        return int(self.code[1:])


REDS_PLAYED = [
    # 1. Win a trick
    Case("R1", "S", "H5 H9 H2 H3", "1", "0"),
    Case("R1", "S", "H5 H9 S1 H3", "2", "1"),  # the highest of the led suit, ruffed
    Case("R1", "S", "H5 H4 D9", "0", "2"),  # the highest number, but thrown off
    # 2. Lose a trick with 7+/10+
    Case("R2", "S", "H9 H7 H6", "1", "02"),
    Case("R2", "S", "H7 H8 H1", "0", "1"),
    Case("R2", "S", "H12 H10 H9 H1", "1", "02"),
    Case("R2", "S", "H7 D11 H8 H9", "1", "03"),
    # 3-6. Win a trick with a spade, a heart, a diamond, a club
    Case("R3", "D", "S5 S9 S2 H12", "1", "0"),
    Case("R3", "D", "S12 D1 S2 S3", "", "01"),
    Case("R3", "S", "D9 S1 S2", "2", "1"),
    Case("R4", "S", "H5 H9 H2 D12", "1", "0"),
    Case("R4", "S", "H12 S1 H2 H3", "", "01"),
    Case("R4", "H", "D9 H1 H2", "2", "1"),
    Case("R5", "S", "D5 D9 D2 H12", "1", "0"),
    Case("R5", "S", "D12 S1 D2 D3", "", "01"),
    Case("R5", "D", "H12 D1 D2 H1", "2", "1"),
    Case("R6", "S", "C5 C9 C2 H12", "1", "0"),
    Case("R6", "S", "C12 S1 C2 C3", "", "01"),
    Case("R6", "C", "H12 C1 C2 H1", "2", "1"),
    # 7. Win a trick following the lead suit (cannot be achieved when leading or ruffing)
    Case("R7", "S", "H5 H9 H2 H3", "1", "0"),
    Case("R7", "S", "H9 H5 H2 H3", "", "0"),
    Case("R7", "S", "H9 H10 S1 H3", "", "12"),
    Case("R7", "S", "S5 S9 S2", "1", ""),  # a trump on a led trump follows
    # 8. Win the final trick of the stage
    Case("R8", "S", "H9 H1 H2 H3 / H10 H4 H5 H6 / C1 C9 C2 C3 / D1 D2 D3 D4", "0", "1"),
    Case("R8", "S", "H9 H1 H2 / H8 H3 H4 / C1 C9 C2 / D1 D2 D3", "0", "12"),
    Case("R8", "S", "H9 H1 H2 H3 / H10 H4 H5 H6 / C1 C9 C2 C3", "", "1"),
    Case("R8", "S", "H9 H1 H2 H3", "", "0"),
    # 9. Lose a trick with 5+/8+
    Case("R9", "S", "H6 H5 H4", "1", "02"),
    Case("R9", "S", "H9 H4 D6", "2", "1"),
    Case("R9", "S", "H9 H8 H7 H1", "1", "02"),
    Case("R9", "S", "H7 D8 H6 H5", "1", "02"),
    # 10, 11. Win a trick with an odd, an even number
    Case("R10", "S", "H5 H9 H2 H3", "1", "0"),
    Case("R10", "S", "H5 H10 H7 H3", "", "1"),
    Case("R11", "S", "H6 H10 H2 H3", "1", "0"),
    Case("R11", "S", "H6 H11 H8 H2", "", "1"),
    # 12. Lead and win a trick
    Case("R12", "S", "H9 H5 H2 H3", "0", ""),
    Case("R12", "S", "H9 H10 H2 H3", "", "01"),
    # 13. Lead and lose a trick
    Case("R13", "S", "H9 H10 H2 H3", "0", "23"),
    Case("R13", "S", "H10 H9 H2 H3", "", "0"),
    Case("R13", "S", "H12 H9 S1 H3", "0", "1"),
    # 14. Win a trick with 5-
    Case("R14", "S", "H4 H5 H2 H3", "1", "0"),
    Case("R14", "S", "H4 H6 H2 H3", "", "1"),
    Case("R14", "S", "H9 S5 H2", "1", ""),
    # 15. Discard a card (play a card neither lead suit nor trump suit)
    Case("R15", "S", "H9 H1 D1 H2", "2", "0"),
    Case("R15", "S", "H9 H1 S1 H2", "", "02"),
    Case("R15", "S", "S9 C12 S1 S2", "1", "0"),
    Case("R15", "S", "D9 S1 C1", "2", "01"),
    # 16. Win a trick by ruffing (play a trump card without following the lead suit)
    Case("R16", "S", "H9 S1 H2 H3", "1", "0"),
    Case("R16", "S", "H9 S1 S2 H3", "2", "1"),
    Case("R16", "S", "S9 S1 S2 S3", "", "0"),
    Case("R16", "S", "S5 S9 S2 S3", "", "1"),
    Case("R16", "S", "H8 H9 D9", "", "12"),
    # 17. Win a trick with 3-
    Case("R17", "S", "H1 H3 H2 D12", "1", "2"),
    Case("R17", "S", "H1 H4 H2 H3", "", "13"),
    Case("R17", "S", "H9 S3 H1", "1", "2"),
    # 18-21. Play a spade, a heart, a diamond, a club
    Case("R18", "D", "S1 S5 H9 S3", "013", "2"),
    Case("R18", "S", "H9 H5 S1", "2", "0"),
    Case("R19", "S", "H1 H5 D9 H3", "013", "2"),
    Case("R19", "S", "D9 D5 H1", "2", "0"),
    Case("R20", "S", "D1 D5 H9 D3", "013", "2"),
    Case("R20", "S", "H9 H5 D1", "2", "0"),
    Case("R21", "S", "C1 C5 H9 C3", "013", "2"),
    Case("R21", "S", "H9 H5 C1", "2", "0"),
    # 22. Play 7+/10+
    Case("R22", "S", "H6 H7 H1", "1", "0"),
    Case("R22", "S", "H9 D8 H6", "01", "2"),
    Case("R22", "S", "H9 H10 H12 H1", "12", "0"),
    Case("R22", "S", "H7 D11 H8 H9", "1", "3"),
    # 23. Play 3-
    Case("R23", "S", "H9 H3 H4 H1", "13", "2"),
    Case("R23", "S", "H9 D3 H4", "1", "2"),
    # 24. Win the first trick of the stage
    Case("R24", "S", "H9 H1 H2 H3", "0", ""),
    Case("R24", "S", "H1 H9 H2 H3 / D1 D9 D2 D3", "1", "2"),
    Case("R24", "S", "H1 H9 H2 / D1 D9 D2", "1", "2"),
    # 25. Win a trick
    Case("R25", "S", "H5 H9 H2 H3", "1", "0"),
    Case("R25", "S", "H5 H9 S1 H3", "2", "1"),
]

LEAST, MOST = {"blue_25": "least_tricks"}, {"blue_25": "most_tricks"}
SOME = {"most_at_zero": False}

BLUES_PLAYED = [
    # 1. Most tricks among all players (in total; can be achieved even with a tie)
    Case("B1", "C", "S9 H9 / D9 / C9 / -", "0", "12"),
    Case("B1", "C", "S9 H9 / D9 C9 / - / -", "01", "2"),
    Case("B1", "C", "S9 / H9 / D9 / C9", "0123", ""),
    Case("B1", "C", "S9 / H9 D9 / C9", "1", "02"),
    # 2. Least tricks
    Case("B2", "C", "S9 H9 / D9 / C9 / -", "3", "12"),
    Case("B2", "C", "S9 H9 / D9 C9 / - / -", "23", "01"),
    Case("B2", "C", "S9 / H9 / D9 / C9", "0123", ""),
    Case("B2", "C", "S9 / H9 D9 / C9", "02", "1"),
    # 3. No tricks
    Case("B3", "C", "S9 H9 / D9 / C9 / -", "3", "12"),
    Case("B3", "C", "S9 / H9 D9 / C9", "", "02"),
    # 4. Exactly 1 trick
    Case("B4", "C", "S9 H9 / D9 / C9 / -", "12", "03"),
    Case("B4", "C", "S9 H9 / D9 C9 / -", "", "012"),
    # 5. Exactly 1 suit
    Case("B5", "C", "S12 S9 / D9 / C9 / -", "012", "3"),
    Case("B5", "C", "S12 H9 / D12 D9 / - / -", "1", "02"),
    # 6. No tricks with an odd number
    Case("B6", "C", "S10 H8 / D10 / C9 / -", "013", "2"),
    Case("B6", "C", "S10 H9 / D10 C11 / - / -", "23", "01"),
    # 7. No tricks with an even number
    Case("B7", "C", "S9 H11 / D9 / C10 / -", "013", "2"),
    Case("B7", "C", "S9 H8 / D9 C8 / -", "2", "01"),
    # 8. The sum of the numbers is 21-
    Case("B8", "C", "S10 H11 / D12 / C9 / -", "0123", ""),
    Case("B8", "C", "S10 H12 / D12 / C9 / -", "123", "0"),
    Case("B8", "C", "S7 H8 D6 / C9 / -", "012", ""),
    Case("B8", "C", "S7 H8 D7 / C9 / -", "12", "0"),
    # 9. Exactly 2 tricks
    Case("B9", "C", "S9 H9 / D9 / C9 / -", "0", "12"),
    Case("B9", "C", "S9 H9 D9 / C9 / - / -", "", "01"),
    # 10. Exactly 2 suits
    Case("B10", "C", "S12 S9 H9 / D9 / - / -", "0", "1"),
    Case("B10", "C", "S12 H9 D9 / C9 / - / -", "", "01"),
    Case("B10", "C", "S12 S9 / D9 D12 / - / -", "", "01"),
    # 11. The sum of the numbers is 21+
    Case("B11", "C", "S10 H11 / D12 / C9 / -", "0", "1"),
    Case("B11", "C", "S10 H10 / D12 / C9 / -", "", "0"),
    Case("B11", "C", "S7 H8 D6 / C9 / -", "0", "12"),
    Case("B11", "C", "S7 H8 D5 / C9 / -", "", "0"),
    # 12-15. No tricks with a spade, a heart, a diamond, a club
    Case("B12", "C", "S9 / H9 D9 / C9 / -", "123", "0"),
    Case("B12", "C", "H9 S9 / D9 C9 / -", "12", "0"),
    Case("B13", "C", "H9 / S9 D9 / C9 / -", "123", "0"),
    Case("B13", "C", "S9 H9 / D9 C9 / -", "12", "0"),
    Case("B14", "C", "D9 / H9 S9 / C9 / -", "123", "0"),
    Case("B14", "C", "S9 D9 / H9 C9 / -", "12", "0"),
    Case("B15", "C", "C9 / H9 D9 / S9 / -", "123", "0"),
    Case("B15", "C", "S9 C9 / D9 H9 / -", "12", "0"),
    # 16. Exactly 3 tricks
    Case("B16", "C", "S9 H9 D9 / C9 / - / -", "0", "1"),
    Case("B16", "C", "S9 H9 D9 C9 / - / - / -", "", "0"),
    Case("B16", "C", "S9 H9 / D9 C9 / -", "", "01"),
    # 17. Exactly 3 suits
    Case("B17", "C", "S9 H9 D9 / C9 / - / -", "0", "1"),
    Case("B17", "C", "S12 S9 H9 D9 / - / - / -", "0", ""),
    Case("B17", "C", "S9 H9 D9 C9 / - / - / -", "", "0"),
    Case("B17", "C", "S12 S9 H9 / D9 / - / -", "", "0"),
    # 18-21. Most spades, hearts, diamonds, clubs among all players (can be achieved even with a tie)
    Case("B18", "C", "S12 S11 / S10 / H9 / -", "0", "12"),
    Case("B18", "C", "S12 H9 / S11 D9 / - / -", "01", "23"),
    Case("B18", "C", "H9 / D9 D12 / C9 / -", "0123", ""),
    Case("B18", "C", "H9 / D9 D12 / C9 / -", "", "0123", SOME),
    Case("B18", "C", "S9 / D9 D12 / C9 / -", "0", "123", SOME),
    Case("B19", "C", "H12 H11 / H10 / S9 / -", "0", "12"),
    Case("B19", "C", "H12 S9 / H11 D9 / - / -", "01", "23"),
    Case("B19", "C", "S9 / D9 D12 / C9 / -", "0123", ""),
    Case("B19", "C", "S9 / D9 D12 / C9 / -", "", "0123", SOME),
    Case("B19", "C", "H9 / D9 D12 / C9 / -", "0", "123", SOME),
    Case("B20", "C", "D12 D11 / D10 / H9 / -", "0", "12"),
    Case("B20", "C", "D12 H9 / D11 S9 / - / -", "01", "23"),
    Case("B20", "C", "H9 / S9 S12 / C9 / -", "0123", ""),
    Case("B20", "C", "H9 / S9 S12 / C9 / -", "", "0123", SOME),
    Case("B20", "C", "D9 / S9 S12 / C9 / -", "0", "123", SOME),
    Case("B21", "C", "C12 C11 / C10 / H9 / -", "0", "12"),
    Case("B21", "C", "C12 H9 / C11 D9 / - / -", "01", "23"),
    Case("B21", "C", "H9 / D9 D12 / S9 / -", "0123", ""),
    Case("B21", "C", "H9 / D9 D12 / S9 / -", "", "0123", SOME),
    Case("B21", "C", "C9 / D9 D12 / S9 / -", "0", "123", SOME),
    # 22. Exactly 4 tricks
    Case("B22", "C", "S9 H9 D9 C9 / - / - / -", "0", "1"),
    Case("B22", "C", "S9 H9 D9 / C9 / -", "", "0"),
    # 23. Exactly 4 suits
    Case("B23", "C", "S9 H9 D9 C9 / - / - / -", "0", "1"),
    Case("B23", "C", "S9 H9 D9 / C9 / -", "", "0"),
    Case("B23", "C", "S12 S11 H9 D9 / - / - / -", "", "0"),
    # 24. Most tricks among all players (in total; can be achieved even with a tie)
    Case("B24", "C", "S9 H9 / D9 / C9 / -", "0", "12"),
    Case("B24", "C", "S9 H9 / D9 C9 / - / -", "01", "2"),
    Case("B24", "C", "S9 / H9 / D9 / C9", "0123", ""),
    Case("B24", "C", "S9 / H9 D9 / C9", "1", "02"),
    # 25 as the first or the second is
    Case("B25", "C", "S9 H9 / D9 / C9 / -", "3", "12"),
    Case("B25", "C", "S9 H9 / D9 C9 / - / -", "23", "01", LEAST),
    Case("B25", "C", "S9 / H9 / D9 / C9", "0123", "", LEAST),
    Case("B25", "C", "S9 / H9 D9 / C9", "02", "1", LEAST),
    Case("B25", "C", "S9 H9 / D9 / C9 / -", "0", "12", MOST),
    Case("B25", "C", "S9 H9 / D9 C9 / - / -", "01", "2", MOST),
    Case("B25", "C", "S9 / H9 D9 / C9", "1", "02", MOST),
]

CASES = REDS_PLAYED + BLUES_PLAYED


def name(case: Case) -> str:
    house = [str(value) for value in case.house.values()]
    return "-".join([case.code, case.cards.replace(" / ", "/").replace(" ", "."), *house]).rstrip("-.")


def prepare(case: Case, lies_in: int, played_in: int) -> Table:
    """A last deal up to the stage the case is played in; even seats have all their pieces out, odd ones none."""
    numbers = layout(case.number, lies_in)
    assert numbers
    red, blue = (numbers, range(1, 7)) if case.code in REDS else (range(1, 7), numbers)
    table = Table(case.players, last_deal=True, **case.house)
    table.lay(red, blue)
    others = [challenge["code"] for challenge in table.state["challenges"] if challenge["code"] != case.code]
    out = {0: (12, " ".join([case.code, *others[:5]])), 2: (12, " ".join(others[-6:]))}
    table.choose(case.trump)
    table.declare(out)
    table.follow(4 * (played_in - 1), winner=0, keep=case.named)
    return table


def play(table: Table, case: Case) -> Table:
    if case.code in REDS:
        table.play(case.cards)
    else:
        for seat, won in enumerate(case.parts):
            for card in won:
                table.win(seat, card, keep=case.named)
    return table


def differs(case: Case) -> str | None:
    """How the challenge's areas differ from what the case says."""
    earliest = stages(case.number)[0]
    _, achieved, excess = play(prepare(case, earliest, earliest), case).areas(case.code)
    expected = [seat for seat in range(case.players) if str(seat) in case.achieve]
    if achieved == [seat for seat in expected if seat % 2 == 0] and excess == [seat for seat in expected if seat % 2]:
        return None
    return f"achieved {achieved}, excess {excess}"


def rows(code: str) -> dict[str, Any]:
    return REDS if code in REDS else BLUES  # type: ignore[return-value]


def cases_of(code: str) -> list[Case]:
    return [case for case in CASES if case.code == code]


@pytest.mark.parametrize("case", CASES, ids=name)
def test_challenge(case: Case) -> None:
    assert differs(case) is None


DIFFERENT_NUMBERS = {"R2", "R9", "R22"}


@pytest.mark.parametrize("code", CODES)
def test_every_challenge_is_met_and_missed(code: str) -> None:
    for players in (3, 4) if code in DIFFERENT_NUMBERS else (None,):
        cases = [case for case in cases_of(code) if players in (None, case.players)]
        assert any(case.achieve for case in cases)
        assert any(case.miss for case in cases)


def test_the_cases_name_what_they_show() -> None:
    assert {case.code for case in CASES} == set(CODES)
    for case in CASES:
        assert not set(case.achieve) & set(case.miss), case
        assert set(case.achieve + case.miss) <= set("0123"[: case.players]), case
        assert case.achieve or case.miss, case


@pytest.mark.parametrize("code", [code for code in CODES if stages(int(code[1:]))[-1] > 1])
def test_not_before_its_stage(code: str) -> None:
    for case in cases_of(code):
        table = prepare(case, lies_in=stages(case.number)[-1], played_in=1)
        assert play(table, case).achieved(code) == []


@pytest.mark.parametrize("code", [code for code in CODES if stages(int(code[1:]))[0] < 3])
def test_not_after_its_stage(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for case in cases_of(code):
        stage = stages(case.number)[0]
        with monkeypatch.context() as nobody:  # in its own stage
            nobody.setitem(rows(code), code, replace(rows(code)[code], met=lambda _: False))
            table = prepare(case, stage, stage + 1)
        assert play(table, case).achieved(code) == []


# The cases notice when a condition is wrong


@pytest.mark.parametrize("code", CODES)
def test_a_condition_turned_round_fails_its_cases(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    met = rows(code)[code].met
    monkeypatch.setitem(rows(code), code, replace(rows(code)[code], met=lambda seen: not met(seen)))
    assert [case for case in cases_of(code) if not differs(case)] == []


SLIPS: list[tuple[str, str, Callable[..., bool]]] = [
    ("R1", "the leader", lambda p: p.leads),
    ("R1", "the highest of the led suit", lambda p: p.wins and not p.ruffs),
    ("R2", "won or lost", lambda p: p.at_least(7, 10)),
    ("R2", "from 6 with three", lambda p: not p.wins and p.at_least(6, 10)),
    ("R2", "from 8 with three", lambda p: not p.wins and p.at_least(8, 10)),
    ("R2", "from 9 with four", lambda p: not p.wins and p.at_least(7, 9)),
    ("R2", "from 11 with four", lambda p: not p.wins and p.at_least(7, 11)),
    ("R3", "played", lambda p: p.suit == "S"),
    ("R3", "with any card in a trick of it", lambda p: p.wins and p.led == "S"),
    ("R4", "played", lambda p: p.suit == "H"),
    ("R4", "with any card in a trick of it", lambda p: p.wins and p.led == "H"),
    ("R5", "played", lambda p: p.suit == "D"),
    ("R5", "with any card in a trick of it", lambda p: p.wins and p.led == "D"),
    ("R6", "played", lambda p: p.suit == "C"),
    ("R6", "with any card in a trick of it", lambda p: p.wins and p.led == "C"),
    ("R7", "leading too", lambda p: p.wins and p.suit == p.led),
    ("R7", "ruffing too", lambda p: p.wins and not p.leads),
    ("R7", "lost too", lambda p: not p.leads and p.suit == p.led),
    ("R7", "no trump at all", lambda p: p.wins and not p.leads and p.suit == p.led != p.trump),
    ("R8", "any trick", lambda p: p.wins),
    ("R8", "the first", lambda p: p.wins and p.first),
    ("R8", "lost too", lambda p: p.last),
    ("R9", "won or lost", lambda p: p.at_least(5, 8)),
    ("R9", "from 4 with three", lambda p: not p.wins and p.at_least(4, 8)),
    ("R9", "from 6 with three", lambda p: not p.wins and p.at_least(6, 8)),
    ("R9", "from 7 with four", lambda p: not p.wins and p.at_least(5, 7)),
    ("R9", "from 9 with four", lambda p: not p.wins and p.at_least(5, 9)),
    ("R10", "lost too", lambda p: p.value % 2 == 1),
    ("R11", "lost too", lambda p: p.value % 2 == 0),
    ("R12", "without leading", lambda p: p.wins),
    ("R12", "lost too", lambda p: p.leads),
    ("R13", "without leading", lambda p: not p.wins),
    ("R13", "won too", lambda p: p.leads),
    ("R14", "up to 4", lambda p: p.wins and p.value <= 4),
    ("R14", "up to 6", lambda p: p.wins and p.value <= 6),
    ("R14", "lost too", lambda p: p.value <= 5),
    ("R15", "ruffs too", lambda p: p.suit != p.led),
    ("R15", "leads too", lambda p: p.suit != p.trump and (p.leads or p.suit != p.led)),
    ("R15", "any but trump", lambda p: p.suit != p.trump),
    ("R16", "overruffed too", lambda p: p.ruffs),
    ("R16", "any trump that wins", lambda p: p.wins and p.suit == p.trump),
    ("R16", "trump that wins without leading", lambda p: p.wins and p.suit == p.trump and not p.leads),
    ("R17", "up to 2", lambda p: p.wins and p.value <= 2),
    ("R17", "up to 4", lambda p: p.wins and p.value <= 4),
    ("R17", "lost too", lambda p: p.value <= 3),
    ("R18", "in a trick of it", lambda p: p.led == "S"),
    ("R19", "in a trick of it", lambda p: p.led == "H"),
    ("R20", "in a trick of it", lambda p: p.led == "D"),
    ("R21", "in a trick of it", lambda p: p.led == "C"),
    ("R22", "from 6 with three", lambda p: p.at_least(6, 10)),
    ("R22", "from 8 with three", lambda p: p.at_least(8, 10)),
    ("R22", "from 9 with four", lambda p: p.at_least(7, 9)),
    ("R22", "from 11 with four", lambda p: p.at_least(7, 11)),
    ("R23", "up to 2", lambda p: p.value <= 2),
    ("R23", "up to 4", lambda p: p.value <= 4),
    ("R24", "any trick", lambda p: p.wins),
    ("R24", "the last", lambda p: p.wins and p.last),
    ("R25", "the leader", lambda p: p.leads),
    ("B1", "no tie", lambda s: s.most and s.all_tricks.count(s.tricks) == 1),
    ("B2", "no tie", lambda s: s.least and s.all_tricks.count(s.tricks) == 1),
    ("B2", "none at all", lambda s: s.tricks == 0),
    ("B3", "at most one", lambda s: s.tricks <= 1),
    ("B3", "the fewest", lambda s: s.least),
    ("B4", "at least", lambda s: s.tricks >= 1),
    ("B4", "at most", lambda s: s.tricks <= 1),
    ("B5", "at most", lambda s: len(s.suits) <= 1),
    ("B5", "at least", lambda s: len(s.suits) >= 1),
    ("B6", "not all odd", lambda s: not s.values or any(value % 2 == 0 for value in s.values)),
    ("B6", "at least one trick", lambda s: s.tricks and all(value % 2 == 0 for value in s.values)),
    ("B7", "not all even", lambda s: not s.values or any(value % 2 for value in s.values)),
    ("B7", "at least one trick", lambda s: s.tricks and all(value % 2 for value in s.values)),
    ("B8", "below", lambda s: sum(s.values) < 21),
    ("B8", "up to 22", lambda s: sum(s.values) <= 22),
    ("B8", "at least one trick", lambda s: s.tricks and sum(s.values) <= 21),
    ("B9", "at least", lambda s: s.tricks >= 2),
    ("B9", "at most", lambda s: s.tricks <= 2),
    ("B10", "at least", lambda s: len(s.suits) >= 2),
    ("B10", "at most", lambda s: len(s.suits) <= 2),
    ("B10", "tricks", lambda s: s.tricks == 2),
    ("B11", "above", lambda s: sum(s.values) > 21),
    ("B11", "from 20", lambda s: sum(s.values) >= 20),
    ("B16", "at least", lambda s: s.tricks >= 3),
    ("B16", "at most", lambda s: s.tricks <= 3),
    ("B17", "at least", lambda s: len(s.suits) >= 3),
    ("B17", "at most", lambda s: len(s.suits) <= 3),
    ("B17", "tricks", lambda s: s.tricks == 3),
    ("B22", "at least three", lambda s: s.tricks >= 3),
    ("B23", "tricks", lambda s: s.tricks == 4),
    ("B23", "at least three", lambda s: len(s.suits) >= 3),
    ("B24", "no tie", lambda s: s.most and s.all_tricks.count(s.tricks) == 1),
    ("B24", "least", lambda s: s.least),
    ("B25", "always least", lambda s: s.least),
    ("B25", "always most", lambda s: s.most),
    ("B25", "none at all", lambda s: s.most if s.house.blue_25 == "most_tricks" else s.tricks == 0),
    *(
        (code, slip, wrong)
        for code, suit in (("B12", "S"), ("B13", "H"), ("B14", "D"), ("B15", "C"))
        for slip, wrong in (
            ("at least one trick", lambda s, suit=suit: s.tricks and suit not in s.suits),
            ("not this suit alone", lambda s, suit=suit: s.suits != {suit}),
        )
    ),
    *(
        (code, slip, wrong)
        for code, suit in (("B18", "S"), ("B19", "H"), ("B20", "D"), ("B21", "C"))
        for slip, wrong in (
            ("any", lambda s, suit=suit: suit in s.suits or (s.house.most_at_zero and s.most_of(suit))),
            ("zero never counts", lambda s, suit=suit: suit in s.suits and s.most_of(suit)),
            ("zero always counts", lambda s, suit=suit: replace(s, house=HouseRules()).most_of(suit)),
            ("no tie", lambda s, suit=suit: s.most_of(suit) and (suit not in s.suits or alone(s, suit))),
        )
    ),
]
"""Conditions as one might misread them."""


def alone(stage: Stage, suit: str) -> bool:
    return sum(replace(stage, seat=seat).most_of(suit) for seat in range(len(stage.won))) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize(("code", "slip", "wrong"), SLIPS, ids=[f"{code}-{slip}" for code, slip, _ in SLIPS])
def test_a_misread_condition_fails_a_case(
    code: str, slip: str, wrong: Callable[[Play | Stage], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rows(code), code, replace(rows(code)[code], met=wrong))
    assert any(differs(case) for case in cases_of(code))
