"""What ``@btn_open`` means, for the time that one range is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from runout.errors import RunoutError
from runout.ranges.hands import Refused
from runout.ranges.shelf import Shelf, checked_name, shelves
from runout.reading import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from runout.ranges.shelf import Entry

Read = Callable[[str, "Lookup", str], "NDArray[np.float64]"]
"""Reads the text of a range: the text, where its names are looked up, what errors call it."""
_DEEPEST = 30  # names that stand for names
_LISTED = 8


class Lookup:
    """Named ranges, each file read once and each name worked out once.

    `read` reads the text of each. Without any shelves it refuses all names: the text is another
    program's.
    """

    def __init__(self, read: Read, shelves: Sequence[Shelf] | None = None) -> None:
        self._text_read = read
        self._given = shelves
        self._foreign = shelves is not None and not shelves
        self._read: list[dict[str, Entry]] = []
        self._found: dict[str, NDArray[np.float64]] = {}
        self._under_way: list[str] = []
        self._new: frozenset[str] = frozenset()

    def put_first(self, entries: Mapping[str, Entry]) -> None:
        """Let ranges count that are about to be saved."""
        self._read.insert(0, dict(entries))
        self._new = frozenset(entries)

    def weights(self, name: str) -> NDArray[np.float64]:
        """The weights of a named range; what it is made of may have names too."""
        try:
            known = checked_name(name)
        except RunoutError as error:
            raise Refused(f"is not in the library: {error}") from None
        if known in self._found:
            return self._found[known]
        self._refuse_circles(known)
        entry = self.entry(known)
        self._under_way.append(known)
        try:
            called = f"range @{known}" + f" of {shown(entry.file)}" * (known not in self._new)
            found = self._text_read(entry.text, self, called)
        finally:
            self._under_way.pop()
        self._found[known] = found
        return found

    def _refuse_circles(self, name: str) -> None:
        if name in self._under_way:
            circle = " → ".join(f"@{one}" for one in [*self._under_way, name])
            raise Refused(f"leads back to itself: {circle}")
        if len(self._under_way) == _DEEPEST:
            raise Refused(f"is behind {_DEEPEST} other names: no more are followed")

    def entry(self, name: str) -> Entry:
        """Where a name is written, in the nearest folder that has it."""
        for entries in self._folders():
            if name in entries:
                return entries[name]
        raise Refused(self._unknown(name))

    def _folders(self) -> Iterator[dict[str, Entry]]:
        """The ranges of one folder after the other, each read when it comes to that."""
        yield from list(self._read)
        if self._given is None:
            self._given = shelves()
        while self._given:
            self._read.append(self._given[0].entries())
            self._given = self._given[1:]
            yield self._read[-1]

    def _unknown(self, name: str) -> str:
        """What to say of a name that nobody knows: the nearest ones, then what there is."""
        from difflib import get_close_matches

        names = {one.casefold(): one for entries in reversed(self._read) for one in entries}
        if self._foreign:
            return "stands for a range of a library, which another program does not have"
        if not names:
            return "is not in the library, which is empty (runout ranges save NAME TEXT)"
        near = get_close_matches(name.casefold(), names, n=3, cutoff=0.6)
        listed = sorted(names[one] for one in names)
        more = f" and {len(listed) - _LISTED} more" if len(listed) > _LISTED else ""
        has = ", ".join(f"@{one}" for one in listed[:_LISTED]) + more
        if not near:
            return f"is not in the library, which has {has}"
        return (
            f"is not in the library: did you mean {' or '.join(f'@{names[one]}' for one in near)}? "
            f"(it has {has})"
        )
