"""What the kernels are given: the structs of `core/cuda/arguments.cuh`, field by field."""

from __future__ import annotations

import numpy as np

_POINTER, _INT, _FLOAT, _LONG = np.uint64, np.int32, np.float32, np.int64


def _struct(*fields: tuple[str, object]) -> np.dtype[np.void]:
    return np.dtype(list(fields), align=True)


def _all(kind: object, names: str) -> list[tuple[str, object]]:
    return [(name, kind) for name in names.split()]


STORED = _struct(
    *_all(_POINTER, "regrets averages regret_scales average_scales locked probability")
)
STREET = _struct(
    *_all(_POINTER, "base pad"),
    ("scale_base", _LONG),
    *_all(_INT, "scales deal_first deal_count"),
)
RIVER = _struct(
    ("stored", STORED),
    ("street", STREET),
    ("discount", _POINTER),
    *_all(_POINTER, "splits_first targets_first lanes_first steps_first terms_first rows_first"),
    *_all(_POINTER, "splits targets lanes steps terms roots leaves groups"),
    *_all(_POINTER, "own others order lists counts list_lengths"),
    *_all(_POINTER, "reach values parents"),
    ("reach_stride", _LONG),
    ("scratch", _POINTER),
    ("scratch_stride", _LONG),
    *_all(_POINTER, "met unit"),
    *_all(_INT, "group_count subtrees me mode own_stride other_stride list_stride"),
    *_all(
        _INT,
        "reach_row value_row parent_first list_bytes program_bytes kept_reach_row slots",
    ),
)
ENTER = _struct(
    *_all(_POINTER, "from to leaves parents dealt cards"),
    *_all(_LONG, "from_stride to_stride"),
    *_all(_INT, "deal_first deal_count parent_first roots hands row"),
)
SPLIT = _struct(
    ("stored", STORED),
    ("street", STREET),
    *_all(_POINTER, "splits reach"),
    ("stride", _LONG),
    *_all(_INT, "count player hands row mode"),
)
ASCEND = _struct(
    ("stored", STORED),
    ("street", STREET),
    *_all(_POINTER, "discount nodes reach values"),
    *_all(_LONG, "reach_stride value_stride"),
    *_all(_POINTER, "card_first card_hands own_cards other_cards same unit dealt"),
    *_all(_INT, "count me mode own_hands other_hands reach_row value_row"),
)
GATHER = _struct(
    *_all(_POINTER, "from to first_after leaves sources copies dealt cards"),
    *_all(_POINTER, "map_first map_count map hand_maps"),
    *_all(_LONG, "from_stride to_stride"),
    ("probability", _FLOAT),
    *_all(_INT, "deal_first deal_count next_first roots hands row"),
)
SPLIT_BYTES, ASCENT_BYTES = 24, 36
"""Of one entry, as the tables of a route have them."""
