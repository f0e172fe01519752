"""Run scenarios: the provider's steps, and a scenario that a person steps through on the sandbox's page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import disputes, faults, ledger
from .requests import Refusal
from .scenarios import SCENARIOS, Scenario, Step
from .store import Transaction


def play(db: Transaction, step: Step, orders: Sequence[str]) -> None:
    """Do a provider's step; `orders` are the merchant order ids of the scenario so far, oldest first.

    Raises Refusal when the state does not allow it, ValueError for a step of the shop.
    """
    options = dict(step.options)
    match step.name if step.who == "provider" else "":
        case "fault":
            # Calls about a refund name no order.
            order = orders[-1] if orders and options["on"] != "refund_status" else ""
            faults.add(db, order=order, **options)
        case "bank":
            name = _nth(orders, options.pop("order"))
            unless_paid = options.pop("unless_paid")
            if not (unless_paid and ledger.refresh_order(db, name)["state"] == "COMPLETED"):
                ledger.settle(db, name, **options)
        case "clock":
            db.advance(options["seconds"])
            ledger.sweep(db)
        case "resend":
            resend(db, _nth(orders, -1))
        case "console_refund":
            ledger.console_refund(db, _nth(orders, -1), options["paise"])
        case "refund_ends":
            for refund in ledger.refunds_under_way(db, _nth(orders, -1)):
                ledger.settle_refund(db, refund, options["outcome"])
        case "dispute":
            disputes.open_dispute(db, _nth(orders, -1), options["paise"], phase=options["phase"])
        case "dispute_moves":
            for dispute in disputes.of_order(db, _nth(orders, -1)):
                disputes.move(db, dispute, options["to"])
        case _:
            raise ValueError(f"{step.name} is no step of the provider")


@dataclass(frozen=True)
class RunningScenario:
    """A scenario somebody plays on the page; `number` is its next step, from 0."""

    scenario: Scenario
    number: int
    after: int


def start(db: Transaction, name: str) -> None:
    """Begin a scenario with the next order."""
    newest = db.one("SELECT max(number) FROM orders")
    db.set_setting("playing", [name, 0, (newest[0] if newest else None) or 0])


def current(db: Transaction) -> RunningScenario | None:
    """Return what is played, None when nothing is."""
    kept = db.setting("playing")
    return RunningScenario(SCENARIOS[kept[0]], kept[1], kept[2]) if kept and kept[0] in SCENARIOS else None


def go_on(db: Transaction, step: str) -> None:
    """Do the step of this number if it is the next one; the last one ends the scenario.

    Raises Refusal when the provider cannot do it yet.
    """
    played = current(db)
    if played is None or step != str(played.number):
        return
    steps = played.scenario.steps
    if steps[played.number].who == "provider":
        rows = db.all("SELECT merchant_order_id FROM orders WHERE number > ? ORDER BY number", played.after)
        play(db, steps[played.number], [row[0] for row in rows])
    number = played.number + 1
    over = number == len(steps)
    db.set_setting("playing", None if over else [played.scenario.name, number, played.after])


def stop(db: Transaction) -> None:
    """End the scenario, and the bad luck that was ordered for it."""
    db.set_setting("playing", None)
    db.run("DELETE FROM faults")


def resend(db: Transaction, merchant_order_id: str) -> int:
    """Send every message of an order again, as the dashboard's button does; return how many."""
    return db.run(
        "UPDATE deliveries SET state = 'due', due_at = ?, tries = 0 WHERE merchant_order_id = ?",
        db.now(),
        merchant_order_id,
    )


def _nth(orders: Sequence[str], position: int) -> str:
    try:
        return orders[position]
    except IndexError:
        raise Refusal(400, "BAD_REQUEST", "the scenario has no such order yet") from None
