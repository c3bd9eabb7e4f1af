"""Numbers as files hold them: all first bytes, then all second ones, and whether they are sound."""

from __future__ import annotations

from runout import _core

split_bytes = _core.split_bytes
join_bytes = _core.join_bytes
all_within = _core.all_within
