"""The built pages as they are sent: packed once, marked, and kept by browsers where they may be."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from mimetypes import guess_type
from typing import TYPE_CHECKING

from starlette.responses import Response

from runout.web.answers_json import takes_gzip
from runout.web.problems import refusal
from runout.web.static_pages import NO_PAGES, STATIC, pages_are_built

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import Receive, Scope, Send

_ASSETS = "assets/"
_FOREVER = "public, max-age=31536000, immutable"  # assets are named by what they hold
_ASK = "no-cache"
_TEXTS = ("text/", "application/json", "image/svg+xml")
_LEAST_PACKED = 1024  # bytes


@dataclass(frozen=True)
class BuiltFile:
    """A file as it is sent."""

    mark: tuple[int, int]
    """What changes when the file does."""
    kind: str
    plain: bytes
    packed: bytes | None
    etag: str

    @classmethod
    def read(cls, path: Path, mark: tuple[int, int]) -> BuiltFile:
        """A file of the disk."""
        plain = path.read_bytes()
        kind = _kind_of(path)
        is_packed = kind.startswith(_TEXTS) and len(plain) >= _LEAST_PACKED
        packed = gzip.compress(plain, 9, mtime=0) if is_packed else None
        return cls(mark, kind, plain, packed, hashlib.blake2b(plain, digest_size=12).hexdigest())


class BuiltPages:
    """Every address that is none of the API's: a file that was built, or the page itself."""

    def __init__(self, static: Path = STATIC) -> None:
        self._static = static
        self._files: dict[str, BuiltFile] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a file, or the page."""
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return refusal(405, f"{scope['path']}: GET it", headers={"Allow": "GET, HEAD"})
        if not pages_are_built(self._static):
            return Response(f"{NO_PAGES}\n", 404, media_type="text/plain; charset=utf-8")
        name = scope["path"].lstrip("/")
        is_file = name.startswith(_ASSETS) or "." in name.rpartition("/")[2]
        found = self._file(name if is_file else "index.html")
        if found is None:
            return refusal(404, f"{scope['path']}: there is no such file")
        return _sent(found, scope, _FOREVER if name.startswith(_ASSETS) else _ASK)

    def _file(self, name: str) -> BuiltFile | None:
        """A file of the folder; read again when it was built again."""
        path = self._static / name
        try:
            if not path.resolve().is_relative_to(self._static.resolve()) or not path.is_file():
                return None
            about = path.stat()
            mark = about.st_mtime_ns, about.st_size
            known = self._files.get(name)
            if known is None or known.mark != mark:
                known = self._files[name] = BuiltFile.read(path, mark)
        except (OSError, ValueError):  # gone meanwhile, or a name that no disk has
            return None
        return known


def _sent(file: BuiltFile, scope: Scope, keeping: str) -> Response:
    asked = {name: value.decode("latin-1") for name, value in scope["headers"]}
    packed = file.packed if takes_gzip(asked.get(b"accept-encoding", "")) else None
    etag = f'"{file.etag}{"-gzip" if packed else ""}"'
    headers = {"ETag": etag, "Cache-Control": keeping, "Vary": "Accept-Encoding"}
    if etag in asked.get(b"if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if packed:
        headers["Content-Encoding"] = "gzip"
    return Response(packed or file.plain, 200, headers, file.kind)


def _kind_of(path: Path) -> str:
    kind = "text/javascript" if path.suffix == ".js" else guess_type(path.name)[0]
    return kind or "application/octet-stream"
