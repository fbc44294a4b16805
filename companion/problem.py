"""What every refusal of the house is, on its way to becoming an answer or a sentence on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.kit.rules import Refusal


class Problem(Exception):
    """``code`` is the contract's; ``params`` are what its sentence speaks of; ``more`` goes into the answer."""

    def __init__(
        self,
        code: str,
        params: Mapping[str, Any] | None = None,
        *,
        index: int | None = None,
        conflicts_with: Sequence[int] = (),
        **more: Any,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.params = dict(params or {})
        self.index = index
        self.conflicts_with = tuple(conflicts_with)
        self.more = more


def refused(refusal: Refusal, index: int | None = None, **more: Any) -> Problem:
    return Problem(refusal.code, dict(refusal.params), index=index, conflicts_with=refusal.conflicts_with, **more)
