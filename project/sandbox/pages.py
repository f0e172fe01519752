"""The pages people see: the pay page, the stand-in for their bank, and the list of recent orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jinja2
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from . import disputes, ledger, scenario_runner, settlements
from .config import Config
from .instruments import UPI_MODES, attempts
from .requests import Refusal
from .scenarios import SCENARIOS
from .store import Row, Store, Transaction
from .texts import Language, choose_language, format_rupees, texts
from .webhook_sender import WebhookSender

# One for each provider, so that an address looks like its own.
PAY_PAGES = ("/transact/uat_v3", "/i")
METHODS = ("upi", "card", "netbanking", "wallet")
# number → (expiry, CVV, kind); any other number is turned away, so that no real card is typed here.
TEST_CARDS = {
    "4208585190116667": ("06/27", "508", "CREDIT_CARD"),
    "4242424242424242": ("12/27", "936", "DEBIT_CARD"),
}
TEST_OTP = "123456"
BANKS = ("SBI", "HDFC", "ICICI", "AXIS", "KOTAK")
WALLETS = ("PHONEPE",)
LONGEST_FORM_BYTES = 16 * 1024


class Pages:
    def __init__(self, store: Store, sender: WebhookSender, config: Config) -> None:
        self._store = store
        self._sender = sender
        self._config = config
        self._templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters["rupees"] = format_rupees

    def routes(self) -> list[Route]:
        routes = [
            *(
                Route(path, self._endpoint(view), methods=[method])
                for path in PAY_PAGES
                for method, view in (("GET", self._show), ("POST", self._act))
            ),
            Route("/", self._endpoint(self._orders), methods=["GET"]),
        ]
        if self._config.control:
            routes += [
                Route("/orders/{id}/settle", self._endpoint(self._settle), methods=["POST"]),
                Route("/refunds/{id}/settle", self._endpoint(self._settle), methods=["POST"]),
                Route("/orders/{id}/dispute", self._endpoint(self._dispute), methods=["POST"]),
                Route("/disputes/{id}/move", self._endpoint(self._dispute), methods=["POST"]),
                Route("/scenarios", self._endpoint(self._play), methods=["POST"]),
            ]
        return routes

    def _endpoint(self, view: Callable[[Visit], Response]) -> Callable[[Request], Any]:
        async def endpoint(request: Request) -> Response:
            body = b""
            async for chunk in request.stream():
                body += chunk
                if len(body) > LONGEST_FORM_BYTES:
                    return Response(status_code=413)
            return await run_in_threadpool(view, Visit(request, body))

        return endpoint

    # The pay page

    def _show(self, visit: Visit) -> Response:
        with self._store.transaction() as db:
            row = ledger.refresh_order_of_page(db, visit.query.get("token", ""))
            if row is None:
                return self._closed(visit, None, "unknown_page", 404)
            visit.adopt_language_of(row["redirect_url"])
            if db.setting("require_referer") and not visit.headers.get("referer"):
                return self._closed(visit, None, "no_referer", 403)
            return self._page(visit, db, row)

    def _act(self, visit: Visit) -> Response:
        """Take one step: choose a method ("start"), let the bank answer ("answer"), or give up ("cancel")."""
        form = visit.form
        with self._store.transaction() as db:
            row = ledger.refresh_order_of_page(db, visit.query.get("token", ""))
            if row is None:
                return self._closed(visit, None, "unknown_page", 404)
            visit.adopt_language_of(row["redirect_url"])
            tried = attempts(db, row["merchant_order_id"])
            waiting = bool(tried) and tried[-1]["state"] == "PENDING"
            # A second tab, a double click or the back button: show where the order stands, do nothing twice.
            step = form.get("step", "")
            fits = {"start": not waiting, "answer": waiting, "cancel": True}.get(step, False)
            if row["state"] != "PENDING" or not fits:
                return self._again(visit)
            if step == "start":
                chosen = _read_method(visit.query.get("method", "upi"), form)
                if isinstance(chosen, str):
                    return self._page(visit, db, row, error=chosen)
                ledger.open_attempt(db, row["merchant_order_id"], *chosen)
                return self._again(visit)
            outcome = "cancel" if step == "cancel" else form.get("outcome", "")
            if (
                outcome == "success"
                and waiting
                and tried[-1]["mode"] == "CARD"
                and form.get("otp") != TEST_OTP
            ):
                return self._page(visit, db, row, error="bad_otp")
            try:
                ledger.settle(db, row["merchant_order_id"], outcome, detail=form.get("reason", "Z9"))
            except Refusal:
                return self._again(visit)
            row = ledger.refresh_order(db, row["merchant_order_id"])
        self._sender.wake()
        if outcome == "failure" and row["state"] == "PENDING":
            return self._again(visit)
        return RedirectResponse(row["redirect_url"], 303)

    def _page(self, visit: Visit, db: Transaction, row: Row, error: str = "") -> Response:
        """Show what the order waits for: a method, the bank, or nothing any more."""
        say = visit.texts
        tried = attempts(db, row["merchant_order_id"])
        if row["state"] != "PENDING":
            expired = row["detailed_error_code"] == "ORDER_EXPIRED"
            return self._closed(visit, row, "done_expired" if expired else f"done_{row['state']}", 200)
        last = tried[-1] if tried else None
        common = {
            "order": row,
            "seconds_left": max(0, (row["expire_at"] - db.now()) // 1000),
            "error": say[error] if error else "",
            "form": visit.form,
        }
        status = 422 if error else 200
        if last is not None and last["state"] == "PENDING":
            reasons = {
                code: say[code] for code in ledger.FAILURES if ("_" in code) == (last["mode"] == "CARD")
            }
            return self._render(
                visit, "bank.html", row, status, **common, needs_otp=last["mode"] == "CARD", reasons=reasons
            )
        if last is not None and not error:
            reason = say.get(last["detailed_error_code"], last["error_code"])
            common["error"] = say["failed_try_again"].format(reason=reason)
        method = visit.query.get("method", "upi")
        return self._render(
            visit,
            "pay.html",
            row,
            status,
            **common,
            method=method if method in METHODS else "upi",
            methods=METHODS,
            upi_modes=("UPI_COLLECT", "UPI_INTENT", "UPI_QR"),
            banks=BANKS,
            wallets=WALLETS,
            link=visit.link,
        )

    def _closed(self, visit: Visit, row: Row | None, word: str, status: int) -> Response:
        return self._render(visit, "closed.html", row, status, order=row, text=visit.texts[word])

    def _again(self, visit: Visit) -> Response:
        """Send the browser to the page by GET, so that reloading it posts nothing."""
        return RedirectResponse(visit.link(), 303)

    # The list

    def _orders(self, visit: Visit) -> Response:
        with self._store.transaction() as db:
            ledger.sweep(db)
            orders = db.all(
                "SELECT orders.*, (SELECT group_concat(event || ': ' || state, ', ') FROM deliveries"
                " WHERE deliveries.merchant_order_id = orders.merchant_order_id) AS messages"
                " FROM orders ORDER BY number DESC LIMIT 50"
            )
            refunds = db.all("SELECT * FROM refunds ORDER BY number DESC LIMIT 20")
            claims = db.all("SELECT * FROM disputes ORDER BY number DESC LIMIT 20")
            played = scenario_runner.current(db)
            day = settlements.today(db)
            today = day.isoformat() if settlements.report_of(db, day) else ""
        return self._render(
            visit,
            "orders.html",
            None,
            200,
            orders=orders,
            refunds=refunds,
            disputes=claims,
            moves=("under_review", "won", "lost"),
            today=today,
            control=self._config.control,
            scenarios=SCENARIOS.values(),
            playing=played,
            refused="refused" in visit.query,
        )

    def _settle(self, visit: Visit) -> Response:
        """Let the bank answer about an order or a refund."""
        act = ledger.settle_refund if "/refunds/" in visit.request.url.path else ledger.settle
        # Already settled elsewhere: the list shows it.
        with suppress(Refusal), self._store.transaction() as db:
            act(db, visit.request.path_params["id"], visit.form.get("outcome", ""))
        return self._listed(visit)

    def _dispute(self, visit: Visit) -> Response:
        """Let the bank claim an order's money, or go on with a dispute."""
        name = visit.request.path_params["id"]
        with suppress(Refusal), self._store.transaction() as db:
            if "/disputes/" in visit.request.url.path:
                disputes.move(db, name, visit.form.get("to", ""))
            else:
                disputes.open_dispute(db, name)
        return self._listed(visit)

    def _play(self, visit: Visit) -> Response:
        """Start a scenario, do its next step, or stop it."""
        refused = ""
        with self._store.transaction() as db:
            try:
                match visit.form.get("do"):
                    case "start" if visit.form.get("name") in SCENARIOS:
                        scenario_runner.start(db, visit.form["name"])
                    # The step the page showed: a double click does one step.
                    case "step":
                        scenario_runner.go_on(db, visit.form.get("step", ""))
                    case "stop":
                        scenario_runner.stop(db)
            except Refusal:
                refused = "&refused="
        return self._listed(visit, refused)

    def _listed(self, visit: Visit, query: str = "") -> Response:
        """Send what is due, and the browser back to the list."""
        self._sender.wake()
        return RedirectResponse(f"{visit.root}/?lang={visit.language}{query}", 303)

    def _render(self, visit: Visit, template: str, row: Row | None, status: int, **context: Any) -> Response:
        html = self._templates.get_template(template).render(
            lang=visit.language,
            say=visit.texts,
            root=visit.root,
            other_language_link=visit.link(lang="hi" if visit.language == "en" else "en"),
            **context,
        )
        shop = _origin(row["redirect_url"]) if row is not None else ""
        # Browsers apply form-action to the redirect after a form as well, hence the shop's origin.
        policy = (
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
            f"base-uri 'none'; form-action 'self' {shop}; frame-ancestors 'self' {shop}"
        )
        headers = {
            "Content-Security-Policy": policy,
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "strict-origin-when-cross-origin",
        }
        return HTMLResponse(html, status, headers)


class Visit:
    """One request for a page: its query, its form, its language, and links that keep them."""

    def __init__(self, request: Request, body: bytes) -> None:
        self.request = request
        self.headers = request.headers
        self.query: Mapping[str, str] = request.query_params
        self.form: dict[str, str] = {
            key: values[0] for key, values in parse_qs(body.decode("utf-8", "replace")).items()
        }
        self._choose_language(self.query.get("lang"))
        self.root: str = request.scope.get("root_path", "")

    def adopt_language_of(self, return_address: str) -> None:
        """Use the `lang` of the shop's return address, unless the page's own address has one."""
        if "lang" not in self.query:
            asked = parse_qs(urlsplit(return_address).query).get("lang")
            self._choose_language(asked[0] if asked else None)

    def _choose_language(self, asked: str | None) -> None:
        self.language: Language = choose_language(asked, self.headers.get("accept-language", ""))
        self.texts = texts(self.language)

    def link(self, **changes: str) -> str:
        """Return this page's address with some of its query changed."""
        query = {
            key: self.query[key] for key in ("token", "routingKey", "method", "lang") if key in self.query
        }
        path = self.request.url.path
        return f"{path}?{urlencode({**query, **changes})}"


def _read_method(method: str, form: Mapping[str, str]) -> tuple[str, dict[str, str]] | str:
    """Return the payment mode and what it was chosen with, or the word for what is wrong with the form."""
    match method:
        case "card":
            number = "".join(each for each in form.get("card_number", "") if each.isdigit())
            expiry, cvv, kind = TEST_CARDS.get(number, ("", "", ""))
            given = form.get("expiry", "").replace(" ", "").replace("/20", "/")
            if not kind or given != expiry or form.get("cvv") != cvv:
                return "bad_card"
            return "CARD", {"card": kind}
        case "netbanking":
            return ("NET_BANKING", {"bank": form["bank"]}) if form.get("bank") in BANKS else "bad_choice"
        case "wallet":
            return ("WALLET", {}) if form.get("wallet") in WALLETS else "bad_choice"
        case _:
            mode, vpa = form.get("upi_mode", ""), form.get("vpa", "").strip()
            if mode not in UPI_MODES:
                return "bad_choice"
            name, _, bank = vpa.partition("@")
            if mode == "UPI_COLLECT" and not (name and bank.isalnum()):
                return "bad_vpa"
            return mode, {"vpa": vpa} if mode == "UPI_COLLECT" else {}


def _origin(address: str) -> str:
    """Return scheme and host of an address, for a policy header; "" when it could break out of one."""
    parts = urlsplit(address)
    origin = f"{parts.scheme}://{parts.netloc}"
    return "" if any(each in origin for each in " ;,'\"") or not origin.isascii() else origin
