"""The tables, and nothing else. Every key begins with the circle, so that circles lie apart and can be sharded by it.

Times are milliseconds since 1970 in UTC, by the server's clock. Ids are random 63-bit integers.
"""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import BigInteger, Column, Index, LargeBinary, Text
from sqlmodel import Field, SQLModel


def _key() -> Any:
    return Field(sa_type=BigInteger, primary_key=True)


def _big(**more: Any) -> Any:
    return Field(sa_type=BigInteger, **more)


def _text(**more: Any) -> Any:
    return Field(sa_column=Column(Text, **{"nullable": False, **more}))


class Circle(SQLModel, table=True):
    """People who play together; nothing crosses from one circle to another."""

    __tablename__: ClassVar[Any] = "circle"
    circle_id: int = _key()
    name: str = _text()
    made_at: int = _big()


class Person(SQLModel, table=True):
    __tablename__: ClassVar[Any] = "person"
    circle_id: int = _key()
    person_id: int = _key()
    name: str = _text()
    folded: str = _text()  # the name as it is compared: spelling, not case
    met_at: int = _big()
    latest_at: int = _big()  # when they last sat down or finished a match
    same_as: int | None = _big(nullable=True)  # this person is now that one: events keep the id they were written with
    __table_args__: ClassVar[Any] = (
        Index("person_by_name", "circle_id", "folded"),
        Index("person_latest", "circle_id", "latest_at", "person_id"),
        Index("person_same_as", "circle_id", "same_as"),
    )


class Match(SQLModel, table=True):
    """The history's read model: what a list of matches shows, kept in step with the log by every append."""

    __tablename__: ClassVar[Any] = "match"
    circle_id: int = _key()
    match_id: int = _key()
    game: str = _text()
    dealing: str = _text()
    status: str = _text()
    version: int = Field()
    deal: int = Field()
    totals: str = _text()  # JSON list, seat by seat
    winners: str | None = _text(nullable=True)  # JSON list of seats
    opened_at: int = _big()
    touched_at: int = _big()
    played_on: str = _text()  # the day, ISO; what the table says, for games written up later
    deleted_at: int | None = _big(nullable=True)
    __table_args__: ClassVar[Any] = (
        Index("match_newest", "circle_id", "played_on", "opened_at", "match_id"),
        Index("match_by_game", "circle_id", "game", "played_on", "opened_at", "match_id"),
        Index("match_by_status", "circle_id", "status", "played_on", "opened_at", "match_id"),
    )


class Seat(SQLModel, table=True):
    """Who sits in which seat of which match, by the id that the log knows."""

    __tablename__: ClassVar[Any] = "seat"
    circle_id: int = _key()
    match_id: int = _key()
    seat: int = Field(primary_key=True)
    person_id: int | None = _big(nullable=True)


class Part(SQLModel, table=True):
    """The part a person had in a match: how their matches are found, and what their record is counted from.

    Without a place it does not count: the match has not been finished, or the seat was handed on.
    """

    __tablename__: ClassVar[Any] = "part"
    circle_id: int = _key()
    match_id: int = _key()
    person_id: int = _key()
    seat: int = Field()
    game: str = _text()
    played_on: str = _text()
    opened_at: int = _big()
    place: int | None = Field(default=None)  # 1: nobody was better
    sharing: int | None = Field(default=None)  # how many have that place
    total: int | None = Field(default=None)
    __table_args__: ClassVar[Any] = (
        Index("part_by_person", "circle_id", "person_id", "played_on", "opened_at", "match_id"),
    )


class Record(SQLModel, table=True):
    """What a person has done in a game so far, counted afresh whenever a result of theirs changes."""

    __tablename__: ClassVar[Any] = "record"
    circle_id: int = _key()
    person_id: int = _key()
    game: str = Field(sa_column=Column(Text, primary_key=True))
    played: int = Field()
    won: int = Field()
    shared: int = Field()
    win_share: float = Field()  # a first place shared by n is the n-th part of a win
    points: int = _big()
    best: int = Field()
    worst: int = Field()
    streak: int = Field()
    longest: int = Field()
    against: str = _text()  # JSON [[person, played, ahead, behind, level]], most met first


class Event(SQLModel, table=True):
    """The log. Rows are only ever added; ``seq`` is gapless in each match and the only order."""

    __tablename__: ClassVar[Any] = "event"
    circle_id: int = _key()
    match_id: int = _key()
    seq: int = Field(primary_key=True)
    type: str = _text()
    schema_version: int = Field()
    data: str = _text()  # JSON of the event but its type
    actor: int = _big()  # the token that recorded it; 0: the companion itself
    recorded_at: int = _big()
    __table_args__: ClassVar[Any] = {"sqlite_with_rowid": False}


class Token(SQLModel, table=True):
    """A right given out. The token itself is derived from the server's key and the nonce, and stored nowhere."""

    __tablename__: ClassVar[Any] = "token"
    circle_id: int = _key()
    token_id: int = _key()
    match_id: int = _big()  # 0: of the circle, not of a match
    role: str = _text()  # host, scribe, seat, watcher, member, owner; codes: join, own, share, recovery
    seat: int | None = Field(default=None)
    nonce: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    digest: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    made_at: int = _big()
    seen_at: int | None = _big(nullable=True)  # when its phone was last there, to within some seconds
    ended_at: int | None = _big(nullable=True)
    __table_args__: ClassVar[Any] = (
        Index("token_by_digest", "digest"),
        Index("token_by_match", "circle_id", "match_id"),
    )


class CardSet(SQLModel, table=True):
    """What is printed on the cards of one's own copy; a match keeps a copy of what it was opened with."""

    __tablename__: ClassVar[Any] = "card_set"
    circle_id: int = _key()
    card_set_id: int = _key()
    game: str = _text()
    name: str = _text()
    content: str = _text()  # JSON of the game's own record
    touched_at: int = _big()


class Request(SQLModel, table=True):
    """Accepted requests that named an idempotency key, kept 30 days; the answer is rebuilt from the log."""

    __tablename__: ClassVar[Any] = "request"
    circle_id: int = _key()
    key: str = Field(sa_column=Column(Text, primary_key=True))
    caller: int = _key()
    body_hash: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    match_id: int = _big()
    first_seq: int = Field()
    last_seq: int = Field()
    token_id: int = _big()  # the token the answer gave out; 0: none
    made_at: int = _big()
    __table_args__: ClassVar[Any] = (Index("request_by_age", "circle_id", "made_at"),)
