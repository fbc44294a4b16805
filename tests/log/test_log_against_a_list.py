"""The log behaves as a plain list that somebody amends, removes from, inserts into and cuts off."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from sqlalchemy import Engine

from companion import log
from companion.database import reading, writing
from companion.kit.general import Noted

WORDS = st.text(min_size=1, max_size=8)


def machine(engine: Engine, steps: int) -> type[RuleBasedStateMachine]:
    matches = iter(range(1, 1_000_000))

    class LogAndList(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.match = next(matches)
            self.version = -1
            self.list: list[tuple[int, str]] = []
            self.add(log.OPENING, {"text": "opening"})
            self.list.append((0, "opening"))
            self.grown = self.read()

        def add(self, kind: str, data: dict[str, Any]) -> int:
            with writing(engine) as conn:
                log.append(conn, 1, self.match, [(kind, data, 7)], self.version + 1, 123)
            self.version += 1
            return self.version

        def correct(self, what: log.Correction) -> int:
            return self.add(*log.row_of(what))

        def read(self) -> log.Standing:
            with reading(engine) as conn:
                return log.standing(log.read(conn, 1, self.match))

        def place(self, data: st.DataObject) -> int:
            return data.draw(st.integers(1, len(self.list) - 1))

        @rule(words=WORDS)
        def record(self, words: str) -> None:
            seq = self.add(*log.row_of(Noted(words)))
            self.list.append((seq, words))

        @precondition(lambda self: len(self.list) > 1)
        @rule(data=st.data(), words=WORDS)
        def amend(self, data: st.DataObject, words: str) -> None:
            place = self.place(data)
            seq = self.list[place][0]
            self.correct(log.Amended(seq, {"type": "noted", "text": words}))
            self.list[place] = (seq, words)

        @precondition(lambda self: len(self.list) > 1)
        @rule(data=st.data())
        def remove(self, data: st.DataObject) -> None:
            place = self.place(data)
            self.correct(log.Removed(self.list[place][0]))
            del self.list[place]

        @precondition(lambda self: len(self.list) > 1)
        @rule(data=st.data(), words=WORDS)
        def insert(self, data: st.DataObject, words: str) -> None:
            place = self.place(data)
            seq = self.correct(log.Inserted(self.list[place][0], {"type": "noted", "text": words}))
            self.list.insert(place, (seq, words))

        @precondition(lambda self: len(self.list) > 1)
        @rule(data=st.data())
        def rewind(self, data: st.DataObject) -> None:
            place = self.place(data)
            self.correct(log.Rewound(self.list[place][0]))
            del self.list[place:]

        @invariant()
        def what_counts_is_the_list(self) -> None:
            with reading(engine) as conn:
                rows = log.read(conn, 1, self.match)
                late = log.read(conn, 1, self.match, self.version // 2)
            assert [row.seq for row in rows] == list(range(self.version + 1))
            assert rows[self.version // 2 + 1 :] == late
            standing = log.standing(rows)
            assert [(seq, standing.events[seq]["text"]) for seq in standing.order] == self.list
            assert set(standing.events) == set(standing.order)
            self.grown = log.extended(self.grown, tuple(rows[len(self.grown.entries) :]))
            assert self.grown == standing
            # An entry counts exactly when it is in the list, be it in its first words or in a correction's.
            for seq, _ in self.list:
                assert standing.state(seq) in ("active", "replaced")
            for row in rows:
                if row.type not in log.CORRECTIONS and row.seq not in standing.events:
                    assert standing.state(row.seq) in ("removed", "replaced")

    LogAndList.TestCase.settings = settings(max_examples=25, stateful_step_count=steps, deadline=None)
    return LogAndList


@pytest.mark.slow
def test_the_log_is_a_list_that_remembers_its_mistakes(engine: Engine) -> None:
    with_steps = machine(engine, 25)
    run_state_machine_as_test(with_steps, settings=with_steps.TestCase.settings)
