"""`runout serve`: the address, the token, and a server that ends cleanly."""

from __future__ import annotations

import errno
import ipaddress
import logging
import secrets
import socket
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from runout import checks
from runout.defaults import HOST, PORT
from runout.errors import RunoutError
from runout.job import hang_up_as_terminate

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with
_TRIED = 100  # ports after one that is taken
_KEPT = 75  # seconds that a connection stays open without a call
_GRACE = 5  # seconds for calls that are under way at the end


@dataclass(frozen=True)
class ServerSettings:
    """How the studio is served."""

    library: str | os.PathLike[str]
    port: int = PORT
    host: str = HOST
    memory: int | str | None = None
    jobs: int = 1


def serve(settings: ServerSettings, ready: Callable[[list[str]], None]) -> None:
    """Serve until Ctrl-C or a request to terminate; `ready` is told the addresses."""
    if any(find_spec(name) is None for name in ("fastapi", "uvicorn")):
        raise RunoutError("serve: the server is not installed; pip install 'runout[web]'")
    import uvicorn

    checks.whole("port", settings.port, 0, 65535)
    token = "" if settings.host.lower() in _LOOPBACK else secrets.token_urlsafe(24)
    listening = bound(settings.host, settings.port)
    with closing(listening):
        from runout.web.ending import Ending, QuietEnd
        from runout.web.guard import Access, Guard
        from runout.web.late_app import LateApp
        from runout.web.studio import Studio

        studio = Studio(settings.library, memory=settings.memory, at_once=settings.jobs)
        access = Access(_names(settings.host), token)
        ending = Ending()
        guarded = Guard(LateApp(studio), access, ending)
        config = uvicorn.Config(
            guarded,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_GRACE,
            timeout_keep_alive=_KEPT,
            ws="none",
        )
        server = uvicorn.Server(config)
        exiting = server.handle_exit
        logging.getLogger("uvicorn.error").addFilter(QuietEnd(ending))

        def handle_exit(number: int, frame: object) -> None:
            studio.events.close()  # streams would be waited for
            ending.begin()  # and so would who sends us something
            exiting(number, frame)  # type: ignore[arg-type]

        server.handle_exit = handle_exit  # type: ignore[method-assign, assignment]
        hang_up_as_terminate(handle_exit)  # jobs can then be continued
        ready(addresses(settings.host, listening.getsockname()[1], token))
        with suppress(KeyboardInterrupt):  # the server has ended, and says once more why
            server.run(sockets=[listening])


def addresses(host: str, port: int, token: str = "") -> list[str]:
    """What to open in a browser: one is enough, but other devices may not know our name."""
    names = [socket.gethostname(), *_lan_addresses()] if host in _EVERYWHERE else [host]
    ending = f"?token={token}" if token else ""
    hosts = (f"[{name}]" if ":" in name else name for name in names)
    return [f"http://{one}:{port}/{ending}" for one in hosts]


def _lan_addresses() -> list[str]:
    """Where devices of the same network find this machine, as far as it knows by itself."""
    import psutil

    running = {name for name, state in psutil.net_if_stats().items() if state.isup}
    found = [
        one.address
        for name, of_card in psutil.net_if_addrs().items()
        if name in running
        for one in of_card
        if one.family == socket.AF_INET
    ]
    return [text for text in found if _is_of_lan(ipaddress.IPv4Address(text))]


def _is_of_lan(address: ipaddress.IPv4Address) -> bool:
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


def _names(host: str) -> frozenset[str]:
    return frozenset({*_LOOPBACK, host.lower(), socket.gethostname().lower()})


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; where the port is taken, the next free one is named."""
    try:
        return _listening(host, port)
    except (OSError, UnicodeError) as error:  # a name may be none that any machine can have
        if not isinstance(error, OSError) or _is_elsewhere(error):
            raise RunoutError(f"host {checks.shown(host)}: no address of this machine") from None
        free = next((one for one in range(port + 1, port + _TRIED) if _is_free(host, one)), None)
        advice = f"; the next free one is {free}: runout serve --port {free}" if free else ""
        raise RunoutError(f"port {port}: {error.strerror or error}{advice}") from None


def _is_elsewhere(error: OSError) -> bool:
    return isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL


def _listening(host: str, port: int) -> socket.socket:
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    # Said to be TCP: only then does asyncio send answers without waiting for more of them.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(128)
    except BaseException:
        found.close()
        raise
    return found


def _is_free(host: str, port: int) -> bool:
    if port > 65535:
        return False
    try:
        _listening(host, port).close()
    except OSError:
        return False
    return True
