"""Sizes and durations as people read and write them."""

from __future__ import annotations

import re

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,6})?)\s*([kmgt]?)(i?)(b?)", re.ASCII | re.IGNORECASE)


def size_text(size: float) -> str:
    """Bytes as people read them.

    >>> size_text(1_234_000_000), size_text(56_000_000), size_text(22_267), size_text(812)
    ('1.23 GB', '56 MB', '22 kB', '812 bytes')
    """
    if size >= 1e9:
        return f"{size / 1e9:.2f} GB"
    if size >= 1e6:
        return f"{size / 1e6:.0f} MB"
    return f"{size / 1e3:.0f} kB" if size >= 1e3 else f"{size:.0f} bytes"


def size_of(text: str) -> int | None:
    """The bytes that a text names; None if it names none.

    >>> size_of("8GB"), size_of("1.5 MB"), size_of("2GiB"), size_of("800"), size_of("much")
    (8000000000, 1500000, 2147483648, 800, None)
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        return None
    number, unit, binary, _ = (part.lower() for part in found.groups())
    if binary and not unit:
        return None
    factor = 1024 ** list(_UNITS).index(unit) if binary else _UNITS[unit]
    return int(float(number) * factor)


def seconds_text(seconds: float) -> str:
    """A duration as people say it.

    >>> seconds_text(0.0042), seconds_text(0.234), seconds_text(75), seconds_text(7300)
    ('4.2 ms', '0.2 s', '1:15 min', '2:01 h')
    """
    if seconds < 0.1:
        return f"{1000 * seconds:.2g} ms" if seconds >= 0.001 else "under 1 ms"
    if seconds < 59.5:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02} min" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02} h"


def long_time_text(seconds: float) -> str:
    """A duration that nobody will wait for, as roughly as it is known.

    >>> long_time_text(90), long_time_text(5400), long_time_text(1e6), long_time_text(1e12)
    ('90 s', '90 min', '12 days', 'many years')
    """
    for unit, length, most in (("s", 1, 120), ("min", 60, 7200), ("h", 3600, 172_800)):
        if seconds < most:
            return f"{seconds / length:.0f} {unit}"
    days = seconds / 86_400
    return f"{days:,.0f} days" if days < 1000 else "many years"


def clock(seconds: float) -> str:
    """Minutes and seconds, with hours where there are any.

    >>> clock(7.4), clock(75), clock(3723)
    ('0:07', '1:15', '1:02:03')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def rate_text(rate: float) -> str:
    """So many a second, a minute or an hour, whichever can be read.

    >>> rate_text(2.5), rate_text(0.21), rate_text(0.001)
    ('2.5 a second', '13 a minute', '3.6 an hour')
    """
    for unit, seconds in (("a second", 1), ("a minute", 60)):
        if rate * seconds >= 1:
            return f"{rate * seconds:,.{int(rate * seconds < 10)}f} {unit}"
    return f"{rate * 3600:.1f} an hour"
