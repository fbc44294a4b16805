"""What every request passes, whatever it asks for: who may reach the server, from which page, how much it may send."""

from __future__ import annotations

import ipaddress
import os
import socket
from urllib.parse import urlsplit

from flask import Flask, Response, request

from companion.house import House
from companion.problem import Problem

LARGEST_BODY = 1 << 20
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
LOCAL_NAMES = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localhost")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # Under no-referrer a browser says "Origin: null" for a form of our own page.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def guard(app: Flask, house: House) -> None:
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = LARGEST_BODY
    hosts = os.environ.get("COMPANION_HOSTS")
    if hosts:
        app.config["TRUSTED_HOSTS"] = hosts.split()

    @app.before_request
    def reach() -> None:
        if house.open and not (_private(request.remote_addr or "") and _local_name(request.host)):
            raise Problem("not_yours", {"reason": "not_from_here"})
        if request.method not in SAFE and not _own_page():
            raise Problem("not_yours", {"reason": "other_site"})

    @app.after_request
    def headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def in_the_room() -> str | None:
    """This machine's address as others in the room see it; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def _private(address: str) -> bool:
    """Loopback, private and link-local addresses: the people in the room."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    ip = mapped or ip
    return ip.is_loopback or ip.is_link_local or (ip.is_private and not ip.is_unspecified)


def _local_name(host: str) -> bool:
    """Whether the name asked for is one of this room's: a page elsewhere may have had its name pointed here."""
    name = urlsplit(f"//{host}").hostname or ""
    if _private(name):
        return True
    return name in ("localhost", socket.gethostname().lower()) or name.endswith(LOCAL_NAMES)


def _own_page() -> bool:
    """Whether a request that changes something comes from our own page, or from no page at all."""
    if request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
        return False
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.host


def address() -> str:
    """Where the request comes from: an IPv4 address, or the network in which an IPv6 address is chosen at will."""
    told = request.remote_addr or ""
    try:
        ip = ipaddress.ip_address(told.partition("%")[0])
    except ValueError:
        return told
    return told if ip.version == 4 else str(ipaddress.ip_network((ip, 64), strict=False))
