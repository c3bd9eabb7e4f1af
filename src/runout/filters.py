"""Conditions on the rows of a table, as people write them: ``made="top pair" and bet>=0.5``.

A filter is read once and asked of any table of columns with those names. It knows nothing of what
the columns mean: whoever has them says what they are, by arrays or by `Column`s of his own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from runout import checks
from runout.errors import NotationError, RunoutError, Span

Mask = NDArray[np.bool_]
SIGNS = ("=", "!=", "~", "<", "<=", ">", ">=")

_ORDERED = ("<", "<=", ">", ">=")
_KEYWORDS = ("and", "or", "not")
_MOST_CHARACTERS = 20_000
_DEEPEST = 100  # brackets within brackets
_NEAR = 1e-6  # shares and chips that differ by less are the same: 0.99999994 is all of it
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?(%?)")
_TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<quoted>"[^"]*"|'[^']*')|(?P<sign><=|>=|!=|==|[=~<>])"""
    r"""|(?P<bracket>[()])|(?P<word>[^\s"'()=!~<>]+)"""
)


class Column(Protocol):
    """A column that can be compared; what it cannot be compared with is a `RunoutError`."""

    def matching(self, sign: str, value: str) -> Mask:
        """The rows for which it is true; the error says what is wrong with the value."""
        ...


Columnlike = Column | NDArray[np.float64] | Sequence[float] | Sequence[str]
"""A column, or plain numbers or texts."""


@dataclass(frozen=True, eq=False)
class NumberCells:
    """Numbers, NaN where there is none: that is neither equal to anything nor beyond it."""

    values: NDArray[np.float64]

    def matching(self, sign: str, value: str) -> Mask:
        """Compare with a number or a percentage; the least differences are none."""
        if sign == "~":
            raise RunoutError("cannot be looked for in numbers (= != < <= > >=)")
        wanted = _number(value)
        if wanted is None:
            raise RunoutError("is not a number, such as 0.5 or 50%")
        near = _NEAR * max(1.0, abs(wanted))
        with np.errstate(invalid="ignore"):
            off = self.values - wanted
            found: dict[str, Mask] = {
                "=": np.abs(off) <= near,
                "!=": ~(np.abs(off) <= near),
                "<": off < -near,
                "<=": off <= near,
                ">": off > near,
                ">=": off >= -near,
            }
        return found[sign]


@dataclass(frozen=True, eq=False)
class Texts:
    """Texts, compared without regard to case; `~` looks within them, or among several."""

    values: Sequence[str]
    within: Sequence[str | frozenset[str]] | None = None
    """What `~` looks through: the texts themselves, longer ones, or sets of texts."""
    known: tuple[str, ...] = ()
    """All that the values may be; others are refused. Without any, all texts are taken."""
    members: tuple[str, ...] = ()
    """The same for `~`."""

    def matching(self, sign: str, value: str) -> Mask:
        """Compare with a text, or look for it."""
        if sign in _ORDERED:
            raise RunoutError("is compared with texts, which have no order (= != ~)")
        wanted = " ".join(value.casefold().split())
        if sign == "~":
            _refuse_unknown(wanted, self.members)
            places: Sequence[str | frozenset[str]]
            places = self.values if self.within is None else self.within
            found = {place: wanted in _folded(place) for place in set(places)}
            return np.array([found[place] for place in places], dtype=bool)
        _refuse_unknown(wanted, self.known)
        equal = np.array([text.casefold() == wanted for text in self.values], dtype=bool)
        return equal if sign == "=" else ~equal


def _folded(place: str | frozenset[str]) -> str | set[str]:
    return place.casefold() if isinstance(place, str) else {text.casefold() for text in place}


def _refuse_unknown(wanted: str, known: tuple[str, ...]) -> None:
    if known and wanted not in {text.casefold() for text in known}:
        raise RunoutError(f"is not one of {', '.join(known)}")


def _number(text: str) -> float | None:
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        return None
    return float(text.strip().rstrip("%")) / (100 if found[1] else 1)


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    span: Span

    def is_keyword(self, *words: str) -> bool:
        return self.kind == "word" and self.text.lower() in words


@dataclass(frozen=True)
class _Comparison:
    field: str
    sign: str
    value: str
    field_at: Span
    value_at: Span

    def mask(self, text: str, columns: Mapping[str, Column]) -> Mask:
        column = columns.get(self.field)
        if column is None:
            fields = ", ".join(columns)
            reason = f"is not a field here (fields: {fields})"
            raise NotationError("filter", text, self.field_at, reason)
        try:
            return column.matching(self.sign, self.value)
        except NotationError as error:
            reason = f"cannot be read: {error.reason}"
        except RunoutError as error:
            reason = str(error)
        raise NotationError("filter", text, self.value_at, reason)


@dataclass(frozen=True)
class _All:
    parts: tuple[_Part, ...]

    def mask(self, text: str, columns: Mapping[str, Column]) -> Mask:
        masks = [part.mask(text, columns) for part in self.parts]
        found: Mask = np.logical_and.reduce(masks)
        return found


@dataclass(frozen=True)
class _Any:
    parts: tuple[_Part, ...]

    def mask(self, text: str, columns: Mapping[str, Column]) -> Mask:
        masks = [part.mask(text, columns) for part in self.parts]
        found: Mask = np.logical_or.reduce(masks)
        return found


@dataclass(frozen=True)
class _Not:
    part: _Part

    def mask(self, text: str, columns: Mapping[str, Column]) -> Mask:
        return ~self.part.mask(text, columns)


_Part = _Comparison | _All | _Any | _Not


class Filter:
    """A condition on the rows of a table, read from text.

    >>> rows = {"made": ["set", "top pair", "nothing"], "bet": np.array([1.0, 0.4, 0.7])}
    >>> Filter('made="top pair" or not bet<=50%').mask(rows).tolist()
    [True, True, True]
    >>> Filter("bet>=0.5 and cal>0").mask(rows)
    Traceback (most recent call last):
        ...
    runout.errors.NotationError: filter 'bet>=0.5 and cal>0': 'cal' is not a field here (...
      bet>=0.5 and cal>0
                   ^^^
    """

    __slots__ = ("_tree", "text")
    text: str
    """As it was written."""

    def __init__(self, text: str) -> None:
        self.text = checks.text("filter", text, "'made=\"top pair\" and bet>=0.5'")
        if len(self.text) > _MOST_CHARACTERS:
            reason = f"is beyond the first {_MOST_CHARACTERS:,} characters"
            raise NotationError("filter", text, Span(_MOST_CHARACTERS, len(text)), reason)
        self._tree = _Reader(self.text).whole()

    def mask(self, columns: Mapping[str, Columnlike]) -> Mask:
        """Which rows it is true for; names of fields are compared without regard to case."""
        table = {_field_name(name): _as_column(values) for name, values in columns.items()}
        return self._tree.mask(self.text, table)

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Filter) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Filter({self.text!r})"


def _field_name(text: str) -> str:
    return " ".join(text.casefold().split())


def _as_column(values: Columnlike) -> Column:
    if not isinstance(values, Iterable):
        return values
    array = np.asarray(values)
    if array.dtype.kind in "fiub":
        return NumberCells(array.astype(np.float64))
    return Texts([str(value) for value in values])


class _Reader:
    """Reads a text from left to right: or binds least, then and, then not."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = list(self._split())
        self._at = 0
        self._depth = 0

    def whole(self) -> _Part:
        if self._token().kind == "end":
            raise RunoutError("filter '': a condition such as made=\"top pair\" is expected")
        found = self._any()
        if self._token().kind != "end":
            raise self._expected("and, or, or the end")
        return found

    def _split(self) -> Iterable[_Token]:
        at = 0
        while at < len(self._text):
            match = _TOKEN.match(self._text, at)
            if match is None:
                quote = self._text[at] in "\"'"
                reason = "has no closing quote" if quote else f"is no sign ({' '.join(SIGNS)})"
                span = Span(at, len(self._text) if quote else at + 1)
                raise NotationError("filter", self._text, span, reason)
            at = match.end()
            if match.lastgroup != "space":
                yield _Token(str(match.lastgroup), match[0], Span(*match.span()))
        yield _Token("end", "", Span(at, at + 1))

    def _token(self) -> _Token:
        return self._tokens[self._at]

    def _take(self) -> _Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _error(self, token: _Token, reason: str) -> RunoutError:
        return NotationError("filter", self._text, token.span, reason)

    def _expected(self, what: str) -> RunoutError:
        """An error for what stands here instead of something else, or for nothing."""
        token = self._token()
        if token.kind == "end":
            return self._error(self._tokens[self._at - 1], f"is the end, but {what} is expected")
        return self._error(token, f"stands where {what} is expected")

    def _any(self) -> _Part:
        parts = [self._all()]
        while self._token().is_keyword("or"):
            self._take()
            parts.append(self._all())
        return parts[0] if len(parts) == 1 else _Any(tuple(parts))

    def _all(self) -> _Part:
        parts = [self._one()]
        while self._token().is_keyword("and"):
            self._take()
            parts.append(self._one())
        return parts[0] if len(parts) == 1 else _All(tuple(parts))

    def _one(self) -> _Part:
        token = self._token()
        if token.is_keyword("not"):
            return _Not(self._deeper(self._one))
        if token.text == "(" and token.kind == "bracket":
            found = self._deeper(self._any)
            if self._token().text != ")":
                raise self._expected("a closing bracket")
            self._take()
            return found
        return self._comparison()

    def _deeper(self, read: Callable[[], _Part]) -> _Part:
        """What follows the token here."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self._error(self._token(), f"is more than {_DEEPEST} brackets deep")
        self._take()
        found = read()
        self._depth -= 1
        return found

    def _comparison(self) -> _Part:
        field, field_at = self._phrase("a field such as made or bet")
        sign = self._token()
        if sign.kind != "sign":
            raise self._expected(f"a comparison ({' '.join(SIGNS)})")
        self._take()
        value, value_at = self._phrase("a value")
        return _Comparison(
            _field_name(field), "=" if sign.text == "==" else sign.text, value, field_at, value_at
        )

    def _phrase(self, wanted: str) -> tuple[str, Span]:
        """Something in quotes, or all words up to the next sign, bracket or keyword."""
        first = self._token()
        if first.kind == "quoted":
            self._take()
            return first.text[1:-1], first.span
        words: list[_Token] = []
        while self._token().kind == "word" and not self._token().is_keyword(*_KEYWORDS):
            words.append(self._take())
        if not words:
            raise self._expected(wanted)
        span = Span(words[0].span.start, words[-1].span.end)
        return " ".join(word.text for word in words), span
