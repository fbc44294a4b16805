"""Events as JSON and back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.extreme_tricks.rules import RULES
from companion.kit.cards import Card
from companion.kit.codec import Shape, by_type, fits, from_json, members, read, seats_in, shape, to_json
from companion.kit.general import GENERAL
from companion.kit.rules import IN_ORDER, BySeat, EachSeat, Event, OneOf, Person, Within
from companion.kit.seats import Seat


@dataclass(frozen=True, slots=True)
class Inner:
    who: Seat
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Flip:
    bonus: Literal["P2"]
    trick: int
    top: Card | None = None


@dataclass(frozen=True, slots=True)
class Joker:
    bonus: Literal["P3"]
    as_: Literal["trick", "false_trick"]


@dataclass(frozen=True, slots=True)
class Record:
    inner: Inner
    maybe: Inner | None = None
    many: tuple[Inner, ...] = ()
    hands: BySeat[tuple[Card, ...]] = ()


@dataclass(frozen=True, slots=True)
class Everything(Event):
    """One field of every kind an event may have."""

    type: ClassVar[str] = "everything"
    number: int
    bounded: Annotated[int, Within(-3, 3)]
    text: Annotated[str, Within(1, 5)]
    yes: bool
    literal: Literal["a", "b"]
    one_of: Annotated[str, OneOf(("x", "y", "z"))]
    card: Card
    seat: Seat
    person: Person
    seats: BySeat[Person]
    hands: BySeat[tuple[Card, ...]]
    counts: Annotated[tuple[Annotated[int, Within(0, 9)], ...], Within(1, 4)]
    codes: tuple[Annotated[str, OneOf(("x", "y"))], ...]
    grid: tuple[tuple[Card, ...], ...]
    record: Record
    records: tuple[Record, ...]
    choices: tuple[Flip | Joker, ...]
    either: int | tuple[int, ...]
    side: Literal["odd", "even"] | Inner
    nobody: Seat | None  # must be said, may be null
    bonus: Literal["P1"] | None
    maybe_number: int | None = None
    maybe_card: Card | None = None
    maybe_record: Record | None = None
    maybe_list: tuple[int, ...] | None = None
    maybe_either: int | tuple[int, ...] | None = None
    off: bool = False
    on: bool = True
    as_: Literal["trick"] | None = None


def values(of: Shape) -> st.SearchStrategy[Any]:
    some = _values(of)
    return st.none() | some if of.optional else some


def _values(of: Shape) -> st.SearchStrategy[Any]:
    low, high = (of.within.low, of.within.high) if of.within else (None, None)
    match of.kind:
        case "int":
            return st.integers(low, high)
        case "str":
            return st.text(min_size=low or 0, max_size=high)
        case "bool":
            return st.booleans()
        case "card":
            return st.sampled_from(["S1", "H10", "DJ", "lucky", "20"])
        case "seat":
            return st.integers(0, 4)
        case "person":
            return st.text(min_size=1, max_size=8)
        case "choice":
            return st.sampled_from(of.choices)
        case "list":
            assert of.item
            return st.lists(values(of.item), min_size=low or 0, max_size=high or 4).map(tuple)
        case "by_seat":
            assert of.item
            pairs = st.dictionaries(st.integers(0, 4), values(of.item), max_size=4)
            return pairs.map(lambda by_seat: tuple(sorted(by_seat.items())))
        case "record":
            assert of.record
            return records(of.record)
        case "union":
            return st.one_of(*map(values, of.forms))


def records(cls: type) -> st.SearchStrategy[Any]:
    return st.builds(cls, **{member.attribute: values(member.shape) for member in members(cls)})


EVENTS = (Everything, *GENERAL, *RULES.events)
TYPES = by_type(EVENTS)


@pytest.mark.parametrize("cls", EVENTS, ids=lambda cls: cls.type)
def test_what_an_event_says_comes_back_from_json_as_it_was(cls: type[Event]):
    @given(records(cls))
    def comes_back(event: Event):
        text = json.dumps(to_json(event))
        again = from_json(TYPES, json.loads(text), at=7)
        assert again == event
        assert again.at == 7
        assert to_json(again) == json.loads(text)

    comes_back()


@pytest.mark.parametrize("cls", EVENTS, ids=lambda cls: cls.type)
def test_what_was_written_fits_the_shape_it_was_written_from(cls: type[Event]):
    @given(records(cls))
    def all_fit(event: Event):
        data = json.loads(json.dumps(to_json(event)))
        for member in members(cls):
            assert member.required <= (member.name in data)
            if member.name in data:
                assert fits(member.shape, data[member.name]), member

    all_fit()


def test_every_kind_of_field_is_tried():
    kinds = set()

    def walk(of: Shape) -> None:
        kinds.add(of.kind)
        for inner in (of.item, *of.forms):
            if inner:
                walk(inner)
        if of.record:
            for member in members(of.record):
                walk(member.shape)

    for member in members(Everything):
        walk(member.shape)
    assert kinds == set(get_args(get_type_hints(Shape)["kind"]))


@dataclass(frozen=True, slots=True)
class Chosen(Event):
    type: ClassVar[str] = "chosen"
    bonus: Literal["P1", "P2"] | None
    card: Card | None = None
    lucky: bool = True
    irregular: bool = False


def test_nothing_is_left_out_of_json_but_what_the_field_says_by_default():
    assert to_json(Chosen(bonus="P1")) == {"type": "chosen", "bonus": "P1", "lucky": True}
    assert to_json(Chosen(bonus="P1", lucky=False, irregular=True, card=Card("B7"))) == {
        "type": "chosen",
        "bonus": "P1",
        "card": "B7",
        "lucky": False,
        "irregular": True,
    }


def test_a_field_that_must_be_said_is_written_even_when_it_is_nothing():
    assert to_json(Chosen(bonus=None)) == {"type": "chosen", "bonus": None, "lucky": True}


def test_null_and_leaving_out_mean_the_same_where_there_is_a_default():
    types = {"chosen": Chosen}
    assert from_json(types, {"type": "chosen", "bonus": "P1", "card": None}) == Chosen(bonus="P1")
    assert from_json(types, {"type": "chosen", "bonus": "P1"}) == Chosen(bonus="P1")


def test_the_place_in_the_log_is_no_part_of_what_is_said():
    assert "at" not in to_json(Chosen(bonus=None, at=12))
    assert Chosen(bonus=None, at=12) == Chosen(bonus=None, at=3)


@pytest.mark.parametrize(
    ("data", "error"),
    [({"type": "nonsense"}, KeyError), ({"type": "chosen"}, TypeError), ({}, KeyError)],
    ids=["a type nobody knows", "a field that must be said is missing", "no type"],
)
def test_what_is_no_event_is_an_error(data: dict[str, Any], error: type[Exception]):
    with pytest.raises(error):
        from_json({"chosen": Chosen}, data)


def test_what_has_no_seat_or_another_order_of_seats_reads_the_same():
    hands = read(Record, {"inner": {"who": 0}, "hands": {"2": ["S1"], "0": ["H10"]}}).hands
    assert hands == ((0, ("H10",)), (2, ("S1",)))


def test_the_first_form_that_fits_is_meant():
    of = {member.name: member.shape for member in members(Everything)}
    choice = of["choices"].item
    assert choice
    assert fits(choice, {"bonus": "P2", "trick": 1, "top": "S1"})
    assert fits(choice, {"bonus": "P3", "as": "trick"})
    assert not fits(choice, {"bonus": "P3", "trick": 1})
    assert not fits(choice, {"bonus": "P3", "as": "trick", "top": "S1"})
    assert not fits(choice, {"bonus": "P2"})
    assert fits(of["either"], 10)
    assert fits(of["either"], [10, 20])
    assert not fits(of["either"], "10")
    assert not fits(of["either"], True)


def test_a_form_that_nothing_fits_is_an_error():
    @dataclass(frozen=True, slots=True)
    class Opened:
        points: int | tuple[int, ...]

    with pytest.raises(TypeError):
        read(Opened, {"points": "ten"})


def test_every_seat_an_event_names_is_found_in_its_records_too():
    record = Record(Inner(Seat(3)), Inner(Seat(4)), (Inner(Seat(5)), Inner(Seat(6))), ((Seat(7), ()),))

    @dataclass(frozen=True, slots=True)
    class Named(Event):
        type: ClassVar[str] = "named"
        to: Seat
        nobody: Seat | None
        hands: BySeat[tuple[Card, ...]]
        order: tuple[Seat, ...]
        record: Record
        either: int | Inner
        plain: int = 99

    event = Named(Seat(0), None, ((Seat(1), ()),), (Seat(2),), record, Inner(Seat(8)))
    assert list(seats_in(event)) == list(range(9))


@pytest.mark.parametrize("hint", [float, dict[str, int], list[int], tuple[int, int], set[int], object, Any])
def test_a_field_of_another_type_is_an_error_when_the_game_is_looked_at(hint: Any):
    with pytest.raises(TypeError):
        shape(hint)


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("bounded", [-3, 0, 3], [-4, 4, 1.0, "1", True, None]),
        ("text", ["a", "abcde"], ["", "abcdef", 3, None]),
        ("yes", [True, False], [0, 1, None]),
        ("literal", ["a"], ["c", 1, None]),
        ("one_of", ["x"], ["w"]),
        ("seat", [0, 3], ["0", True]),
        ("counts", [[1], [0, 9, 3, 4]], [[], [1, 2, 3, 4, 5], [10], "12", None]),
        ("hands", [{}, {"0": ["S1"]}], [[], {"first": ["S1"]}, {"0": "S1"}, {"0": [1]}]),
        ("nobody", [0, None], ["0"]),
        ("maybe_list", [None, [], [1]], [["a"]]),
        ("record", [{"inner": {"who": 1}}], [{"inner": {}}, {}, {"inner": {"who": 1}, "more": 1}, [], "x"]),
    ],
)
def test_only_json_of_the_shape_fits(name: str, good: list[Any], bad: list[Any]):
    of = next(member.shape for member in members(Everything) if member.name == name)
    assert [value for value in good if not fits(of, value)] == []
    assert [value for value in bad if fits(of, value)] == []


def test_a_seat_has_one_spelling() -> None:
    by_seat = Shape("by_seat", item=Shape("int"))
    assert fits(by_seat, {"0": 1, "10": 2})
    for spelling in ("00", "٠", "-1", " 1", "1.0", ""):
        assert not fits(by_seat, {spelling: 1})


def test_a_list_whose_order_means_something_says_so() -> None:
    assert shape(Annotated[tuple[int, ...], IN_ORDER]).in_order
    assert not shape(tuple[int, ...]).in_order


def test_a_list_may_be_said_to_have_an_entry_for_each_seat() -> None:
    each = shape(Annotated[tuple[int, ...], Within(4, 4), EachSeat()])
    assert (each.each_seat, each.within) == (True, Within(4, 4))
    assert not shape(tuple[int, ...]).each_seat
