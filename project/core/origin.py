"""From where the running request came: address, browser, API token; empty for jobs and commands."""

import secrets
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from ipaddress import IPv6Network

from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

from project.core.cookies import MAX_AGE, read_cookie, set_cookie
from project.core.errors import Forbidden
from project.core.site_address import is_own_origin
from project.core.throttle import client_address, network_of

_COOKIE = "browser"
_COOKIE_SALT = "akshamala.browser"
_COOKIE_PATH = "/api/"
# Of how many addresses a browser is remembered to have logged in.
_MOST_KNOWN = 5


@dataclass
class Browser:
    """The browser of a request: by its cookie, once it has asked for a code, and by the network it is in."""

    network: str = ""
    id: str = ""
    # The proof of work that the request carries.
    solution: str = ""
    # Digests of the addresses that have logged in with it, the last one first.
    known: list[str] = field(default_factory=list)
    # Whether the cookie has to be written.
    changed: bool = False

    @property
    def mark(self) -> str:
        """The browser's identifier as stored in tables; "" for a browser without a cookie."""
        return _digest("id", self.id) if self.id else ""

    @property
    def network_mark(self) -> str:
        """The network's identifier as stored in tables."""
        return _digest("network", self.network)

    def knows(self, email: str) -> bool:
        """Return whether this address has logged in with this browser."""
        return _digest("email", email) in self.known

    def requester(self, email: str) -> str:
        """Return whom a request about this address is counted for: the browser it knows, else the network."""
        return self.mark if self.knows(email) else self.network_mark

    def name(self, new_id: str) -> None:
        """Give the browser this id from now on, unless it has one."""
        if not self.id:
            self.id = new_id
            self.changed = True

    def remember(self, email: str) -> None:
        """Note that the address has logged in with this browser."""
        self.name(new_browser_id())
        digest = _digest("email", email)
        self.known = [digest, *(other for other in self.known if other != digest)][:_MOST_KNOWN]
        self.changed = True


def new_browser_id() -> str:
    """Return an unguessable id for a browser."""
    return secrets.token_urlsafe(16)


def _digest(kind: str, value: str) -> str:
    return salted_hmac(_COOKIE_SALT, f"{kind}:{value}", algorithm="sha256").hexdigest()[:32]


_address: ContextVar[str] = ContextVar("address", default="")
_browser: ContextVar[Browser | None] = ContextVar("browser", default=None)
_api_token: ContextVar[str] = ContextVar("api_token", default="")


def current_address() -> str:
    """Return the network address of the request this code runs for, "" outside of one."""
    return _address.get()


def current_api_token() -> str:
    """Return the public id of the API token the request was let in by, "" for any other request."""
    return _api_token.get()


def set_api_token(public_id: str) -> None:
    """Remember by which API token the request was let in."""
    _api_token.set(public_id)


def current_browser() -> Browser:
    """Return the browser of the request this code runs for, one without a name outside of any."""
    return _browser.get() or Browser()


def current_network_prefix() -> str:
    """Return the start of the request's address, as mails name it; "" outside of one."""
    network = current_browser().network
    if "/" in network:
        return ":".join(IPv6Network(network).network_address.exploded.split(":")[:3]) + ":…"
    return f"{network.rpartition('.')[0]}.…" if "." in network else ""


def require_same_origin(request: HttpRequest) -> None:
    """Raise Forbidden unless a page of the shop sent the request, as the browser itself says.

    A browser names the page's origin or how it relates to ours; a request that says neither is refused, too.
    """
    refuse_other_sites(request)
    if "Origin" not in request.headers and "Sec-Fetch-Site" not in request.headers:
        raise Forbidden("not from a page of ours")


def refuse_other_sites(request: HttpRequest) -> None:
    """Raise Forbidden for a request that the browser says a page of another site sent; programs say nothing.

    For calls that log in: another site's form must not leave a visitor of ours in an account of its own.
    """
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    is_foreign = origin is not None and not is_own_origin(origin, request.get_host())
    if is_foreign or site not in (None, "same-origin"):
        raise Forbidden("not from a page of ours")


def remember_origin(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Let everything that runs for the request know where it came from."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        address = client_address(request)
        browser = _browser_of(request, network_of(address))
        browser.solution = request.headers.get("X-Proof-Of-Work", "")
        tokens = _address.set(address), _browser.set(browser), _api_token.set("")
        try:
            response = get_response(request)
        finally:
            _address.reset(tokens[0])
            _browser.reset(tokens[1])
            _api_token.reset(tokens[2])
        if browser.changed:
            value = signing.dumps([browser.id, *browser.known], salt=_COOKIE_SALT)
            set_cookie(response, _COOKIE, value, path=_COOKIE_PATH)
        return response

    return middleware


def _browser_of(request: HttpRequest, network: str) -> Browser:
    # Pages never have it, and the address, by which its name goes, is a query.
    cookie = read_cookie(request, _COOKIE) if request.path.startswith(_COOKIE_PATH) else ""
    if not cookie:
        return Browser(network)
    try:
        browser_id, *known = signing.loads(cookie, salt=_COOKIE_SALT, max_age=MAX_AGE)
    except signing.BadSignature:
        return Browser(network)
    return Browser(network, browser_id, known=known)
