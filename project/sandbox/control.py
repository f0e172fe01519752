"""The control API: what tests and developers may do that no customer can. Off unless configured."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from . import disputes, faults, ledger, scenario_runner
from .requests import Refusal, read_refund_body
from .scenarios import SCENARIOS
from .store import DEFAULT_SETTINGS, TABLES, Store, Transaction
from .webhook_sender import WebhookSender

Command = Callable[[Transaction, dict[str, str], dict[str, Any]], dict[str, Any] | None]


class Control:
    def __init__(self, store: Store, sender: WebhookSender) -> None:
        self._store = store
        self._sender = sender

    def routes(self) -> list[Route]:
        table: list[tuple[str, str, Command]] = [
            ("GET", "/state", self.state),
            ("POST", "/reset", self.reset),
            ("POST", "/settings", self.settings),
            ("POST", "/clock", self.clock),
            ("POST", "/faults", self.add_fault),
            ("DELETE", "/faults", self.clear_faults),
            ("POST", "/orders/{id}/settle", self.settle),
            ("POST", "/orders/{id}/resend", self.resend),
            ("POST", "/orders/{id}/reverse", self.reverse),
            ("POST", "/orders/{id}/dispute", self.dispute),
            ("POST", "/disputes/{id}/move", self.move_dispute),
            ("POST", "/refunds", self.refund),
            ("GET", "/books", self.books),
            ("GET", "/scenarios", self.scenarios),
            ("POST", "/scenarios/{name}/steps/{number}", self.play),
            ("POST", "/refunds/{id}/settle", self.settle_refund),
        ]
        return [Route("/control" + path, self._endpoint(do), methods=[method]) for method, path, do in table]

    def state(self, db: Transaction, path: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
        """Everything the sandbox knows."""
        dump: dict[str, Any] = {
            table: [dict(row) for row in db.all(f"SELECT * FROM {table} ORDER BY rowid")]
            for table in TABLES
            if table != "settings"
        }
        dump["settings"] = {name: db.setting(name) for name in DEFAULT_SETTINGS}
        dump["now"] = db.now()
        return dump

    def reset(self, db: Transaction, path: dict[str, str], body: dict[str, Any]) -> None:
        db.reset()

    def settings(self, db: Transaction, path: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
        for name, value in body.items():
            db.set_setting(name, value)
        return {name: db.setting(name) for name in DEFAULT_SETTINGS}

    def clock(self, db: Transaction, path: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
        now = db.advance(float(body["advance"]))
        ledger.sweep(db)
        return {"now": now}

    def add_fault(self, db: Transaction, path: dict[str, str], body: dict[str, Any]) -> None:
        faults.add(db, **body)

    def clear_faults(self, db: Transaction, path: dict[str, str], body: dict[str, Any]) -> None:
        db.run("DELETE FROM faults")

    def settle(self, db: Transaction, path: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
        ledger.settle(db, path["id"], **body)
        return {"state": ledger.refresh_order(db, path["id"])["state"]}

    def resend(self, db: Transaction, path: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
        """Send every message of an order again."""
        return {"messages": scenario_runner.resend(db, path["id"])}

    def reverse(self, db: Transaction, path: dict[str, str], body: dict[str, Any]) -> None:
        """Reverse a payment as a bank does, or reinstate it; only settlement reports show it."""
        ledger.reverse(db, path["id"], **body)

    def dispute(self, db: Transaction, path: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
        """Let the customer's bank claim money of an order."""
        return {"disputeId": disputes.open_dispute(db, path["id"], **body)["dispute_id"]}

    def move_dispute(self, db: Transaction, path: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
        """Let the bank go on with a dispute."""
        return {"status": disputes.move(db, path["id"], body["to"])["status"]}

    def refund(self, db: Transaction, path: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
        """Refund an order as the merchant does by hand in the provider's dashboard."""
        wanted = read_refund_body(body)
        row = ledger.refresh_order(db, wanted.merchant_order_id)
        return {
            "refundId": ledger.open_refund(db, row, wanted.merchant_refund_id, wanted.amount)["refund_id"]
        }

    def settle_refund(self, db: Transaction, path: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
        ledger.settle_refund(db, path["id"], **body)
        return {"state": ledger.refund(db, path["id"])["state"]}

    def books(self, db: Transaction, path: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
        """Amounts that moved, in paise by the merchant's ids, and the number of messages still to be sent."""
        ledger.sweep(db)
        paid = db.all("SELECT merchant_order_id, amount FROM orders WHERE state = 'COMPLETED'")
        returned = db.all("SELECT merchant_refund_id, amount FROM refunds WHERE state = 'COMPLETED'")
        waiting = db.one("SELECT count(*) FROM deliveries WHERE state = 'due'")
        assert waiting is not None
        return {
            "orders": [row[0] for row in db.all("SELECT merchant_order_id FROM orders ORDER BY number")],
            "paid": {row["merchant_order_id"]: row["amount"] for row in paid},
            "returned": {row["merchant_refund_id"]: row["amount"] for row in returned},
            "messagesWaiting": waiting[0],
        }

    def scenarios(self, db: Transaction, path: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
        """Return the named failure scenarios, with what a test needs to know of them."""
        return {
            "scenarios": [
                {
                    "name": scenario.name,
                    "title": scenario.title[0],
                    "steps": [{"who": step.who, "name": step.name} for step in scenario.steps],
                    "ends": list(scenario.ends),
                }
                for scenario in SCENARIOS.values()
            ]
        }

    def play(self, db: Transaction, path: dict[str, str], body: dict[str, Any]) -> None:
        """Do the step of this number, from 0, for the scenario's orders so far."""
        step = SCENARIOS[path["name"]].steps[int(path["number"])]
        scenario_runner.play(db, step, body["orders"])

    def _endpoint(self, command: Command) -> Callable[[Request], Any]:
        async def endpoint(request: Request) -> Response:
            raw = await request.body()
            return await run_in_threadpool(self._run, command, dict(request.path_params), raw)

        return endpoint

    def _run(self, command: Command, path: dict[str, str], raw: bytes) -> Response:
        try:
            body = json.loads(raw) if raw else {}
            with self._store.transaction() as db:
                answer = command(db, path, body)
        except Refusal as refusal:
            return JSONResponse({"error": refusal.message}, refusal.status)
        except (ValueError, TypeError, LookupError) as error:  # a body that does not fit the command
            return JSONResponse({"error": str(error)}, 400)
        self._sender.wake()
        return JSONResponse(answer or {})
