"""What goes wrong when people type: errors that point at the offending part."""

from __future__ import annotations

from dataclasses import dataclass

_WINDOW = 72  # characters of a long text that are shown around the offending part


class RunoutError(ValueError):
    """A question that has no answer as it was put; the message says what to change."""


class DamagedError(RunoutError):
    """A file that is not as it was written: what it held is lost."""


class StoppedError(RunoutError):
    """Work that was stopped before its end, of which nothing could be kept."""


@dataclass(frozen=True)
class Span:
    """A part of a text: the characters from `start` up to, but not including, `end`."""

    start: int
    end: int


class NotationError(RunoutError):
    """A text that is not what it should be, with the place where it went wrong.

    >>> raise NotationError("range", "QQ+,AKx", Span(4, 7), "is not a hand")
    Traceback (most recent call last):
        ...
    runout.errors.NotationError: range 'QQ+,AKx': 'AKx' is not a hand
      QQ+,AKx
          ^^^
    """

    def __init__(self, kind: str, text: str, span: Span, reason: str) -> None:
        self.kind = kind
        self.text = text
        self.span = span
        self.reason = reason
        part = _shortened(text[span.start : span.end])
        super().__init__(
            f"{kind} {_shortened(text)!r}: {part!r} {reason}\n{_caret_lines(text, span)}"
        )

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str, Span, str]]:
        return type(self), (self.kind, self.text, self.span, self.reason)


def _shortened(text: str) -> str:
    return text if len(text) <= _WINDOW else text[: _WINDOW - 1] + "…"


def _caret_lines(text: str, span: Span) -> str:
    """The text with carets under the part, cut to a window around it, on lines of one screen."""
    first = max(0, min(span.start - _WINDOW // 4, len(text) - _WINDOW))
    shown = text[first : first + _WINDOW]
    on_one_line = "".join(char if char.isprintable() else " " for char in shown)
    before, after = "…" * (first > 0), "…" * (first + _WINDOW < len(text))
    indent = " " * (len(before) + span.start - first)
    carets = "^" * max(1, min(span.end, first + len(shown)) - span.start)
    return f"  {before}{on_one_line}{after}\n  {indent}{carets}"
