"""The library: ranges with names, in ``./ranges/`` and in the user's configuration folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runout.checks import shown, switch
from runout.errors import RunoutError
from runout.ranges.hands import Refused
from runout.ranges.lookup import Lookup
from runout.ranges.parser import names_in, read_named
from runout.ranges.range import Range
from runout.ranges.shelf import OWN_FILE, Entry, checked_name, shelves

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rich.console import RenderableType

    from runout.ranges.range import Hands


class RangeLibrary:
    """Your named ranges, those of ``./ranges/`` before those of the configuration folder.

    A new `RangeLibrary()` has them all: ``library["btn_open"]`` is ``Range("@btn_open")``. Files
    are read whenever something is asked.
    """

    def __getitem__(self, name: str) -> Range:
        known = checked_name(name)
        if known not in self.entries():
            raise unknown(known)
        return Range(f"@{known}")

    def __contains__(self, name: object) -> bool:
        return checked_name(name) in self.entries()

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries())

    def __len__(self) -> int:
        return len(self.entries())

    def entries(self) -> dict[str, Entry]:
        """Names with what they are written as and where; the nearer folder wins."""
        near, far = (shelf.entries() for shelf in shelves())
        return near | {name: entry for name, entry in far.items() if name not in near}

    def save(
        self, name: str, hands: Range | Hands, *, here: bool = False, force: bool = False
    ) -> Path:
        """Keep a range under a name; the file it is in.

        A text is kept as it is written, also with other names in it. It goes into the configuration
        folder, or into ``./ranges/`` with `here`; `force` replaces one of the same name.
        """
        return self.save_all({checked_name(name): hands}, here=here, force=force)

    def save_all(
        self, ranges: Mapping[str, Range | Hands], *, here: bool = False, force: bool = False
    ) -> Path:
        """Keep several ranges, all of them or none; the file they are in."""
        shelf = shelves()[0 if switch("here", here) else 1]
        texts: dict[str, str] = {}
        if not isinstance(ranges, Mapping):
            raise RunoutError(
                f"ranges {shown(ranges)}: a table such as {{'btn': 'AA'}} is expected"
            )
        for name, hands in ranges.items():
            known = checked_name(name)
            if known in texts:
                raise RunoutError(f"name {name!r}: it is given twice")
            texts[known] = _kept_text(hands)
        file = shelf.folder / OWN_FILE
        new = {name: Entry(name, text, file) for name, text in texts.items()}
        for name in new:
            _check(name, new)
        return shelf.save(texts, switch("force", force))

    def delete(self, name: str, *, force: bool = False) -> Path:
        """Forget a range that was saved, that of the nearer folder; the file it was in.

        One that others are made of stays, unless `force` is given.
        """
        known, forced = checked_name(name), switch("force", force)
        for shelf in shelves():
            if known in shelf.entries():
                if not forced:
                    self._refuse_used(known)
                return shelf.delete(known)
        raise unknown(known)

    def _refuse_used(self, name: str) -> None:
        users = [
            f"@{entry.name}"
            for entry in self.entries().values()
            if entry.name != name and name in names_in(entry.text)
        ]
        if users:
            raise RunoutError(
                f"range @{name}: {', '.join(users)} would miss it (--force deletes it all the same)"
            )

    def to_dict(self) -> dict[str, Any]:
        """All ranges as plain data: name, text, where it is and how many combos it has."""
        return {"ranges": [one.to_dict() for one in self.listed()]}

    def listed(self) -> list[Listed]:
        """All ranges with their hands; what cannot be read with the reason."""
        return [_listed(entry) for entry in self.entries().values()]

    def __repr__(self) -> str:
        return f"RangeLibrary({', '.join(f'@{name}' for name in self)})"

    def __rich__(self) -> RenderableType:
        from runout.ranges.small_grids import small_grids

        return small_grids(self.listed())


def unknown(name: str) -> RunoutError:
    """What to say of a name that is not there."""
    try:
        Lookup(read_named).entry(name)
    except Refused as refused:
        return RunoutError(f"range @{name}: it {refused}")
    return RunoutError(f"range @{name}: it was removed just now")


@dataclass(frozen=True)
class Listed:
    """A range of the library as it is listed."""

    entry: Entry
    hands: Range | None
    """None where it cannot be read."""
    error: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As plain data; with an error in the place of the combos where it cannot be read."""
        entry, hands = self.entry, self.hands
        data = {"name": entry.name, "text": entry.text, "file": str(entry.file)}
        if hands is None:
            return data | {"error": self.error}
        return data | {"combos": hands.combos, "percent": hands.percent}


def saved(name: str, text: str, file: Path) -> Listed:
    """A range that `save` has put into a file, whatever has become of it since."""
    entry = Entry(checked_name(name), _kept_text(text), file)
    return _listed(entry, entry.text)


def _listed(entry: Entry, text: str = "") -> Listed:
    try:
        return Listed(entry, Range(text or f"@{entry.name}"))
    except RunoutError as error:
        return Listed(entry, None, str(error))


def _kept_text(hands: Range | Hands) -> str:
    """The text to keep: as it is written if it is one, else in short."""
    if not isinstance(hands, str):
        return str(Range(hands))
    return " ".join(hands.split())


def _check(name: str, new: Mapping[str, Entry]) -> None:
    """Refuse a range that could not be read once it is saved."""
    lookup = Lookup(read_named)
    lookup.put_first(new)
    try:
        weights = lookup.weights(name)
    except Refused as refused:
        raise RunoutError(f"range @{name}: it {refused}") from None
    if not weights.any():
        raise RunoutError(f"range @{name}: it is empty")
