"""The proxy that leads to Discord, as `HTTPS_PROXY` and similar variables name it."""

from __future__ import annotations

import ipaddress
import logging
from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp

from bot.config import bare, split_url
from bot.errors import BadSettings

log = logging.getLogger(__name__)

EXAMPLE = "http://user:password@proxy.example:3128"


class Proxy(NamedTuple):
    """A proxy's address and our credentials for it, as aiohttp and discord.py take both."""

    url: str | None = None  # no proxy
    auth: aiohttp.BasicAuth | None = None


def proxy_for(url: str) -> Proxy:
    """Return the proxy for an address; raises BadSettings, which quotes no password.

    The standard library says which one; a proxy for all addresses counts, too. This machine itself
    is never reached through a proxy.
    """
    address = urlsplit(url)
    if is_loopback(address.hostname or "") or proxy_bypass(address.netloc):
        return Proxy()
    proxies = getproxies()
    kind = address.scheme if proxies.get(address.scheme) else "all"
    name = f"{kind.upper()}_PROXY"
    given = bare(name, proxies.get(kind, ""))
    if not given:
        return Proxy()
    try:
        proxy = split_url(given if "://" in given else f"http://{given}", EXAMPLE)
    except ValueError as error:
        raise BadSettings(f"{name} {error}") from None
    if proxy.scheme not in {"http", "https"} or not proxy.host or proxy.rest.strip("/"):
        raise BadSettings(
            f"{name} names no HTTP proxy, such as {EXAMPLE}, and others (SOCKS) are not known "
            "here; if Discord can be reached without, set NO_PROXY=*"
        )
    where = f"{proxy.scheme}://{proxy.host}" + (f":{proxy.port}" if proxy.port else "")
    if proxy.userinfo is None:
        return Proxy(where)
    user, _, password = proxy.userinfo.partition(":")
    return Proxy(where, aiohttp.BasicAuth(unquote(user), unquote(password), encoding="utf-8"))


def is_loopback(host: str) -> bool:
    """Return whether a name stands for this machine itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
