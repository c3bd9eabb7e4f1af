"""The door: who may ask, from where, how much at once, and what browsers are told to refuse.

Only pages of this very server may ask it anything. A name that points here but is not ours is a
foreign site that has turned its own name to this machine; a foreign origin is another site's page
in the same browser.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from runout import checks
from runout.web.ending import Ending, ServerEndsError
from runout.web.problems import refusal

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY = 1_000_000
_ENDS = "body: the server ends before all of it was sent"
UPLOAD = "/api/v1/solutions"
_COOKIE = "runout_token"
_TOKEN = "token"  # noqa: S105 - what it is called in a link
_ORIGIN = b"origin"
_SITE = b"sec-fetch-site"
_OWN_SITES = (b"same-origin", b"none")
"""What a browser says of a call of our own page, and of an address that somebody typed.

A page of another port of this machine is of the same site, and none of ours.
"""
_HERE = frozenset({"127.0.0.1", "localhost", "::1"})
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^:\[\]]+))(?::[0-9]{0,5})?")
_CHANGING = ("POST", "PUT", "PATCH")
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


@dataclass(frozen=True)
class Access:
    """Who may come in."""

    hosts: frozenset[str] = _HERE
    """Names of this server; any address of the machine counts where it is open to others."""
    token: str = field(default="", repr=False)
    """Needed by everybody if there is one."""
    most_upload: int = 16_000_000_000

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server."""
        name = _name_of(host)
        return name in self.hosts or (bool(self.token) and _is_address(name))

    def admits(self, token: str) -> bool:
        """Whether a token is ours; takes as long for any."""
        return hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode())


def _name_of(host: str) -> str:
    """A Host header without its port; nothing if it is none."""
    found = _HOST.fullmatch(host)
    return (found[1] or found[2]).lower() if found else ""


def cookie_name(host: str) -> str:
    """Browsers send a cookie to every port of a machine: another server there has another.

    >>> cookie_name("studio:8517"), cookie_name("[::1]")
    ('runout_token_8517', 'runout_token')
    """
    found = re.search(r":([0-9]+)$", host)
    return f"{_COOKIE}_{found[1]}" if found else _COOKIE


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """Stands before the app."""

    def __init__(self, app: ASGIApp, access: Access, ending: Ending | None = None) -> None:
        self._app = app
        self._access = access
        self._ending = ending or Ending()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a call through, or say why not."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        headers = _headers(scope)
        reason = self._refused(scope, headers)
        if reason is not None:
            await refusal(*reason)(scope, receive, _with_headers(send))
            return
        if self._access.token and not self._is_admitted(headers):
            await self._ask_for_token(scope, receive, _with_headers(send))
        elif self._access.token and _is_link(scope):
            await _without_token(scope)(scope, receive, _with_headers(send))
        else:
            limited = _Limited(self._app, self._most(scope), self._ending)
            await limited(scope, receive, _with_headers(send))

    def _most(self, scope: Scope) -> int:
        """Bytes that a call may send."""
        return self._access.most_upload if _is_upload(scope) else MOST_BODY

    def _refused(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        own = f"{scope.get('scheme', 'http')}://{host}"
        if not self._access.knows(host):
            return 403, "host: this server does not go by that name"
        if any(
            value != own.encode("latin-1") for name, value in scope["headers"] if name == _ORIGIN
        ):
            return 403, "origin: a page of another site asks"
        if scope["path"].startswith("/api/") and any(
            value not in _OWN_SITES for name, value in scope["headers"] if name == _SITE
        ):
            return 403, "origin: a page of another site asks"
        if _length(headers) is None:
            return 400, "content-length: not a number"
        if (_length(headers) or 0) > self._most(scope):
            return 413, _too_large(self._most(scope))
        if scope["method"] in _CHANGING and not _is_expected(scope, headers):
            kind = "octet-stream" if _is_upload(scope) else "json"
            return 415, f"content-type: application/{kind} is expected"
        return None

    def _is_admitted(self, headers: dict[str, str]) -> bool:
        given = headers.get("authorization", "")
        if given.lower().startswith("bearer "):
            return self._access.admits(given[7:].strip())
        kept = (one.strip().partition("=") for one in headers.get("cookie", "").split(";"))
        own = cookie_name(headers.get("host", ""))
        return any(self._access.admits(value) for name, _, value in kept if name == own)

    async def _ask_for_token(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take the token of a link into a cookie; refuse everybody else."""
        given = next((value for name, value in _query(scope) if name == _TOKEN), "")
        if scope["method"] != "GET" or not self._access.admits(given):
            await refusal(401, "token: open the link that runout serve printed")(
                scope, receive, send
            )
            return
        response = _without_token(scope)
        # A strict one would not be sent on where the link is clicked on a page of another site.
        name = cookie_name(_headers(scope).get("host", ""))
        response.set_cookie(name, given, httponly=True, samesite="lax", path="/")
        await response(scope, receive, send)


def _query(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)


def _is_link(scope: Scope) -> bool:
    """Whether a page is asked for by the link with the token, which is not to stay in addresses."""
    is_page = scope["method"] == "GET" and not scope["path"].startswith("/api/")
    return is_page and any(name == _TOKEN for name, _ in _query(scope))


def _without_token(scope: Scope) -> Response:
    """On to the same address without the token."""
    from starlette.responses import RedirectResponse

    rest = urlencode([(name, value) for name, value in _query(scope) if name != _TOKEN])
    # One slash: two would be the name of another machine.
    path = "/" + scope["path"].lstrip("/") + (f"?{rest}" if rest else "")
    return RedirectResponse(path, 303)


_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain")
"""What pages of other sites may send without being asked."""
_JSON = re.compile(r"application/(?:[\w.-]+\+)?json")


def _is_expected(scope: Scope, headers: dict[str, str]) -> bool:
    """Whether a body is of a kind that is read; where none is sent, its kind does not matter."""
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind in _FORMS:
        return False
    return not _is_sent(headers) or _is_upload(scope) or bool(_JSON.fullmatch(kind))


def _is_sent(headers: dict[str, str]) -> bool:
    """Whether a call has a body."""
    return bool(_length(headers)) or "transfer-encoding" in headers


def _too_large(most: int) -> str:
    return f"body: more than {most:,} bytes"


def _length(headers: dict[str, str]) -> int | None:
    text = headers.get("content-length", "0")
    return int(text) if checks.is_count(text, 19) else None


def _is_upload(scope: Scope) -> bool:
    return bool(scope["method"] == "POST" and scope["path"] == UPLOAD)


def _headers(scope: Scope) -> dict[str, str]:
    return {
        name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
    }


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *_HEADERS]}
        await send(message)

    return sending


class _Limited:
    """The app behind a limit on what is sent to it, whatever was announced."""

    def __init__(self, app: ASGIApp, most: int, ending: Ending) -> None:
        self._app = app
        self._most = most
        self._ending = ending

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        from starlette.exceptions import HTTPException

        taken, is_whole = 0, not _is_sent(_headers(scope))

        async def counted() -> Message:
            nonlocal taken, is_whole
            if is_whole:  # nothing more to come but the news that nobody waits any more
                return await receive()
            try:
                message = await self._ending.heard(receive)
            except ServerEndsError:
                raise HTTPException(503, _ENDS, {"Connection": "close"}) from None
            is_whole = not message.get("more_body", False)
            taken += len(message.get("body", b""))
            if taken > self._most:
                raise HTTPException(413, _too_large(self._most))
            return message

        await self._app(scope, counted, send)
