"""How large a tree is, before it is grown: points that are alike are looked at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

Point = TypeVar("Point", bound="Hashable")


def occurrences(
    root: Point, after: Callable[[Point], Iterable[Point]], most: int
) -> dict[Point, float] | None:
    """How often each point stands in the tree of all ways from the root; None above `most` points.

    What follows a point depends on nothing else, so the ways to a point are the sum of the ways to
    those before it. They are floats: exact as long as a tree could be grown, and never too long.

    >>> occurrences(4, lambda n: [n - 1, n - 2] if n > 1 else [], most=100)
    {4: 1.0, 3: 1.0, 2: 2.0, 0: 2.0, 1: 3.0}
    """
    order = _last_first(root, after, most)
    if order is None:
        return None
    ways = dict.fromkeys(reversed(order), 0.0)
    ways[root] = 1.0
    for point, here in ways.items():
        for following in after(point):
            ways[following] += here
    return ways


def _last_first(
    root: Point, after: Callable[[Point], Iterable[Point]], most: int
) -> list[Point] | None:
    """All points, each behind those that follow it; the way down may be long, so no recursion."""
    order: list[Point] = []
    seen = {root}
    path: list[tuple[Point, Iterator[Point]]] = [(root, iter(after(root)))]
    while path:
        point, rest = path[-1]
        for following in rest:
            if following not in seen:
                seen.add(following)
                path.append((following, iter(after(following))))
                break
        else:
            order.append(point)
            path.pop()
        if len(seen) > most:
            return None
    return order
