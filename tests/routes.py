"""The result of every address of the shop for a visitor, a customer, support and an admin.

`python -m tests.routes --url http://127.0.0.1:8000` walks a shop in development that has the sample
accounts, prints where everybody landed, and ends with 1 where that is not what the table says.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from urllib.parse import parse_qs, urlsplit

import httpx
from playwright.sync_api import Page, sync_playwright

from deploy.machine import find_browser
from tests.mailbox import Mailbox

CHROMIUM_ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run")
WAIT_MS: Final = 30_000


class Role(StrEnum):
    """A role that opens an address."""

    VISITOR = "visitor"
    CUSTOMER = "customer"
    SUPPORT = "support"
    ADMIN = "admin"


# Where people land: on the page they asked for, at the login (which knows where they wanted to go), at home,
# at Page Not Found, or at another path, which then stands there itself.
STAYS = "stays"
LOGIN = "login"
HOME = "home"
NOT_FOUND = "404"

Landings = Mapping[Role, str]
PUBLIC: Landings = dict.fromkeys(Role, STAYS)
NOWHERE: Landings = dict.fromkeys(Role, NOT_FOUND)
LOGGED_IN: Landings = {**PUBLIC, Role.VISITOR: LOGIN}
STAFF: Landings = {**LOGGED_IN, Role.CUSTOMER: HOME}
VISITORS: Landings = {**dict.fromkeys(Role, HOME), Role.VISITOR: STAYS}


@dataclass(frozen=True)
class Route:
    """One address, and where each role lands that opens it."""

    path: str
    landings: Landings
    # Not built yet: Page Not Found to everybody until then.
    later: bool = False
    # There is such a page, and it says that there is no such thing.
    unknown: bool = False

    @property
    def status(self) -> int:
        """Return the server's status for any role."""
        return 404 if self.unknown or NOT_FOUND in self.landings.values() else 200


BEAD = "5-mukhi-rudraksha"


def _leads_to(path: str) -> Landings:
    return dict.fromkeys(Role, path)


def table(product_id: str) -> list[Route]:
    """Return all routes, in the order of the checklist; `product_id` is the sample bead's."""
    later = [Route(path, NOWHERE, later=True) for path in _LATER]
    return [
        *(Route(path, PUBLIC) for path in ("/", "/products", f"/products/{BEAD}")),
        Route(f"/product/{product_id}", _leads_to(f"/products/{BEAD}")),
        Route("/category/rudraksha", PUBLIC),
        Route("/rudraksha", PUBLIC),
        Route("/login", VISITORS),
        *(
            Route(path, PUBLIC)
            for path in (
                "/payment/status",
                "/payment-success",
                "/order-confirmation/TXN0",
                "/confirmation/TXN0",
                "/confirmation/success",
                "/confirmation/failed",
                "/confirmation/pending",
                "/confirmation/cancelled",
                *(f"/confirmation/{word}/TXN0" for word in ("success", "failed", "pending", "cancelled")),
                "/wishlist",
            )
        ),
        *(Route(path, LOGGED_IN) for path in ("/profile", "/orders", "/orders/AKS-0", "/checkout")),
        # The dashboard is the admin's; support's first page is the cockpit.
        Route("/admin", {**STAFF, Role.SUPPORT: "/admin/support"}),
        # Those who may move money; support lands on its own first page.
        Route("/admin/operations", {**STAFF, Role.SUPPORT: "/admin/support"}),
        Route("/admin/live", {**STAFF, Role.SUPPORT: "/admin/support"}),
        # It asks for a key, not for a login.
        Route("/wall", PUBLIC),
        Route("/admin/statements", {**STAFF, Role.SUPPORT: "/admin/support"}),
        Route("/admin/statements/bank", {**STAFF, Role.SUPPORT: "/admin/support"}),
        Route("/admin/exports", {**STAFF, Role.SUPPORT: "/admin/support"}),
        *(
            Route(f"/admin/{page}", {**STAFF, Role.SUPPORT: "/admin/support"})
            for page in (
                "users",
                "users/tokens",
                "users/webhooks",
                "users/webhooks/NONE",
                "audit",
                "settings",
                "settings/connections",
            )
        ),
        *(
            Route(f"/admin/{page}", STAFF)
            for page in (
                "support",
                "contact",
                "orders",
                "orders/AKS-NONE",
                "order-management",
                "claims",
                "transactions",
                "disputes",
                "disputes/NONE",
                "cases",
                "webhooks",
                "reviews",
            )
        ),
        *(
            Route(f"/admin/{page}", {**STAFF, Role.SUPPORT: "/admin/support"})
            for page in (
                "products",
                "products/new",
                "products/NONE",
                "categories",
                "discounts",
                "discounts/NONE",
                "content",
                "content/NONE",
                "move-in",
                "move-in/NONE",
                "old-addresses",
            )
        ),
        Route("/account/undo", PUBLIC),
        Route("/first-admin", PUBLIC),
        *(Route(path, PUBLIC) for path in ("/track-orders", "/track-order", "/my-data", "/test-direct-buy")),
        Route("/rudraksh-recommendation", PUBLIC),
        *(
            Route(path, PUBLIC)
            for path in (
                "/terms",
                "/privacy",
                "/shipping",
                "/refund",
                "/returns",
                "/replacement",
                "/disclaimer",
                "/about",
                "/contact",
                "/grievance",
                "/cookies",
            )
        ),
        *(Route(path, PUBLIC) for path in ("/order/AKS-0", "/cart", "/verify", "/dev/components")),
        Route("/verify/AKS-0", PUBLIC, unknown=True),
        *later,
        *(Route(path, NOWHERE) for path in ("/no-such-page", "/orders/AKS-0/more", "/admin/no-such-page")),
    ]


_LATER: tuple[str, ...] = ()


@dataclass(frozen=True)
class Visit:
    """One role at one address: what happened there."""

    route: Route
    role: Role
    # What the server answered before any script ran.
    status: int
    landed: str
    # Where the role lands that opens it as a visitor and logs in on the way; None where nobody has to.
    after_login: str | None = None

    @property
    def problem(self) -> str:
        """Return the difference from the table, or an empty text."""
        expected = self.route.landings[self.role]
        status = self.route.status
        if (self.landed, self.status) != (expected, status):
            return (
                f"{self.role} at {self.route.path}: {self.landed} ({self.status}), not {expected} ({status})"
            )
        if self.after_login not in (None, expected):
            return (
                f"{self.role} at {self.route.path}, by way of the login: {self.after_login}, not {expected}"
            )
        return ""


class Walker:
    """Somebody with a browser of their own who opens one address after the other."""

    def __init__(self, page: Page, shop_url: str) -> None:
        self._page = page
        self._url = shop_url
        # What it looks like is of no matter here, and takes most of the time.
        browser = page.context.new_cdp_session(page)
        browser.send("Network.enable")
        browser.send(
            "Network.setBlockedURLs", {"urls": ["*.webp", "*.avif", "*.png", "*.jpg", "*.woff", "*.woff2"]}
        )

    def walk(
        self,
        role: Role,
        session: str,
        routes: Iterable[Route],
        *,
        by_login: Callable[[Route], bool] = lambda route: True,
    ) -> list[Visit]:
        """Open every address as this role; `session` is how the pages call it, empty for a visitor.

        Addresses that send a visitor to the login are also reached by way of it, if `by_login` says so.
        """
        self._page.goto(f"{self._url}/login")
        return [self._visit(route, role, session, by_login=by_login(route)) for route in routes]

    def _visit(self, route: Route, role: Role, session: str, *, by_login: bool) -> Visit:
        after_login = None
        if session and by_login and route.landings[Role.VISITOR] == LOGIN:
            self._page.evaluate("localStorage.removeItem('token')")
            after_login = self._landed_by_way_of_login(route.path, session)
        self._page.evaluate(
            "name => name ? localStorage.setItem('token', name) : localStorage.removeItem('token')", session
        )
        status = self._open(route.path)
        return Visit(route, role, status, self._landed(route.path), after_login)

    def _landed_by_way_of_login(self, path: str, session: str) -> str:
        """Open an address as a visitor, log in, and see where that leads.

        As far as the page can tell the login happens in another tab; its form has tests of its own.
        """
        self._open(path)
        landed = self._landed(path)
        if landed != LOGIN:
            return f"{landed} before any login"
        self._page.evaluate(
            """name => {
                localStorage.setItem("token", name)
                window.dispatchEvent(new StorageEvent("storage", { key: "token", newValue: name }))
            }""",
            session,
        )
        self._page.wait_for_url(lambda url: urlsplit(url).path != "/login", wait_until="commit")
        return self._landed(path)

    def _open(self, path: str) -> int:
        answer = self._page.goto(self._url + path, wait_until="commit")
        assert answer is not None
        return answer.status

    def _landed(self, wanted: str) -> str:
        # The browser has taken over from the server's shell, which has the page's title already, and shows a
        # page: not a guard, which says that it waits for an answer, and nothing while it sends people on.
        self._page.locator("html[data-ready]").wait_for(state="attached")
        heading = self._page.locator("main h1").filter(has_not_text="Checking your login").first
        heading.wait_for()
        address = urlsplit(self._page.url)
        if heading.inner_text() == "Page Not Found":
            return NOT_FOUND
        if address.path == wanted:
            return STAYS
        if address.path == "/login" and parse_qs(address.query).get("redirect") == [wanted]:
            return LOGIN
        return HOME if address.path == "/" else f"{address.path}?{address.query}".removesuffix("?")


def log_in(page: Page, shop_url: str, email: str, mailbox: Mailbox) -> str:
    """Log in by the code in the mail, on the way to the profile; return how the pages call the session."""
    page.goto(f"{shop_url}/profile")
    page.wait_for_url("**/login?redirect=%2Fprofile")
    mark = mailbox.last_id()
    page.get_by_label("Email").fill(email)
    page.get_by_role("button", name="Send code").click()
    page.get_by_label("Six-digit code").fill(mailbox.code_to(email, containing="login code", after=mark))
    page.get_by_role("button", name="Verify and login").click()
    if not email.startswith(f"{Role.CUSTOMER}@"):
        page.get_by_role("button", name="Development: go on without").click()
    page.wait_for_url("**/profile")
    session: str = page.evaluate("localStorage.getItem('token')")
    return session


def routes_of(page: Page, shop_url: str) -> list[Route]:
    """Return the table for a shop, whose own ids it needs."""
    answer = page.request.get(f"{shop_url}/api/products/{BEAD}").json()
    return table(product_id=answer["data"]["product"]["_id"])


def report(visits: Iterable[Visit]) -> str:
    """Return who landed where, one line for each address; `!` marks what is not as the table says."""
    by_path: dict[str, list[Visit]] = {}
    for visit in visits:
        by_path.setdefault(visit.route.path, []).append(visit)
    roles = [visit.role for visit in next(iter(by_path.values()), [])]
    head = ["address", "HTTP", *roles, ""]
    rows = [
        [
            path,
            "/".join(sorted({str(visit.status) for visit in there})),
            *(("! " if visit.problem else "") + visit.landed for visit in there),
            "still to come" if there[0].route.later else "",
        ]
        for path, there in by_path.items()
    ]
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in [head, *rows]
    )


def main() -> int:
    """Walk the shop at the given address."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--url", required=True, help="a shop in development, with the sample accounts")
    url: str = parser.parse_args().url.rstrip("/")
    chromium = find_browser()
    visits: list[Visit] = []
    with (
        httpx.Client(timeout=10, trust_env=False) as http,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS) as browser,
    ):
        for role in Role:
            page = browser.new_page(locale="en-IN")
            page.set_default_timeout(WAIT_MS)
            session = ""
            if role != Role.VISITOR:
                session = log_in(page, url, f"{role}@akshamala.example", Mailbox(url, http))
            visits += Walker(page, url).walk(role, session, routes_of(page, url))
            page.close()
    print(report(visits))
    problems = [visit.problem for visit in visits if visit.problem]
    print("\n".join(["", *problems]) if problems else "\nEverybody landed where the table says.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
