"""What a call sends back: plain data as JSON, packed and marked where it may be asked for again."""

from __future__ import annotations

import gzip
import hashlib
from typing import TYPE_CHECKING, Any

import orjson
from starlette.responses import Response

import runout

if TYPE_CHECKING:
    from starlette.requests import Request

JSON = "application/json"
_OPTIONS = orjson.OPT_NON_STR_KEYS | orjson.OPT_SERIALIZE_NUMPY
_LEAST_PACKED = 1024  # bytes; smaller answers fit into one packet as they are
_LEVEL = 4  # on numbers as text: a third of the time of level 6, 4 % larger


def to_bytes(data: object) -> bytes:
    """Plain data as JSON; what is no number is null."""
    try:
        return orjson.dumps(data, option=_OPTIONS)
    except TypeError:  # half a surrogate pair, which somebody sent us
        return orjson.dumps(_readable(data), option=_OPTIONS)


def _readable(data: object) -> object:
    if isinstance(data, str):
        return data.encode("utf-8", "replace").decode("utf-8")
    if isinstance(data, dict):
        return {_readable(str(key)): _readable(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_readable(value) for value in data]
    return data if isinstance(data, bool | int | float | None) else str(data)


def answer(data: object, status: int = 200, **headers: str) -> Response:
    """Plain data as it is."""
    return Response(to_bytes(data), status, headers, JSON)


def mark(*parts: object) -> str:
    """An ETag: the same as long as all that an answer hangs on is the same, our version too.

    It is weak: the answer is the same whether it is packed or not, but its bytes are not.
    """
    known = repr((runout.__version__, parts)).encode()
    return f'W/"{hashlib.blake2b(known, digest_size=12).hexdigest()}"'


def unchanged(request: Request, etag: str) -> Response | None:
    """The short answer to who has it already."""
    known = [one.strip() for one in _header(request, "if-none-match").split(",")]
    if "*" in known or etag.removeprefix("W/") in (one.removeprefix("W/") for one in known):
        return Response(status_code=304, headers=_kept(etag))
    return None


class Packed:
    """An answer as it is sent, kept for those who ask again."""

    def __init__(self, data: object, etag: str) -> None:
        self.etag = etag
        plain = to_bytes(data)
        self.is_packed = len(plain) >= _LEAST_PACKED
        self._content = gzip.compress(plain, _LEVEL, mtime=0) if self.is_packed else plain

    def __len__(self) -> int:
        return len(self._content)

    def response(self, request: Request) -> Response:
        """As the browser wants it."""
        headers, content = _kept(self.etag), self._content
        if self.is_packed and takes_gzip(_header(request, "accept-encoding")):
            headers["Content-Encoding"] = "gzip"
        elif self.is_packed:
            content = gzip.decompress(content)
        return Response(content, 200, headers, JSON)


def takes_gzip(accepted: str) -> bool:
    """Whether an ``Accept-Encoding`` header names gzip, and does not refuse it.

    >>> takes_gzip("br, GZIP;q=0.5"), takes_gzip("gzip; q=0"), takes_gzip("identity")
    (True, False, False)
    """
    for one in accepted.lower().split(","):
        name, _, quality = one.replace(" ", "").partition(";q=")
        if name == "gzip":
            return quality.strip("0.") != "" or not quality
    return False


def _header(request: Request, name: str) -> str:
    found: Any = request.headers.get(name, "")
    return str(found)


def _kept(etag: str) -> dict[str, str]:
    return {"ETag": etag, "Cache-Control": "private, no-cache", "Vary": "Accept-Encoding"}
