"""Changes made in a process of their own, as a worker or another web server makes them.

Run as a script it reads one JSON list a line, `["count", "bead-1", 7]`, does it through the shop's actions,
and answers with one JSON line once it is committed. `ActionProcess` is the test's side of it.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Self

from deploy.environment import ROOT

# Longer than the tail's longest pause, 2.4 s with a broker and 0.06 s embedded.
TAIL_PASSES_SECONDS = 4.0 if os.environ.get("REDIS_URL") else 0.5


class ActionProcess:
    """The process, started with a shop's environment."""

    # What is run as a script.
    module = "tests.realtime.action_process"

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", self.module],
            cwd=ROOT,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._process.kill()
        self._process.communicate()

    def do(self, action: str, *arguments: Any) -> Any:
        """Do one thing and return its answer when it is committed."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps([action, *arguments]) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{action} ended the process; its error is on standard error")
        return json.loads(line)


def _main() -> None:
    import django

    django.setup()

    from django.core import signing
    from django.db import connection, transaction
    from django.utils import timezone

    from project.accounts import account_administration
    from project.accounts.actions import sessions
    from project.accounts.address_proofs import prove as prove_address
    from project.accounts.api_tokens import create_token
    from project.accounts.models import AddressProof, User
    from project.accounts.tokens import ACCESS_LIFETIME, authenticate_token, digest_of
    from project.catalog.actions.stock import set_on_hand
    from project.catalog.models import Product
    from project.catalog.pricing import Selection
    from project.orders import actions as orders
    from project.orders.models import Customer, Order
    from project.orders.order_create import create_order
    from project.orders.pricing import Item
    from project.payments.attempts.start import start_payment
    from project.payments.attempts.status_check import apply_provider_answer
    from project.payments.models import Payment
    from project.payments.providers.base import OrderAnswer
    from project.payments.settlement.bank.actions.imports import import_statement as import_bank
    from project.payments.settlement.statements import (
        import_statement,
        receive_statement,
        take_due_statements,
    )
    from tests.factories import log_in, make_product, make_user
    from tests.payments.bank.bank_helpers import account, bank, day
    from tests.payments.statements import line, report
    from tests.shop_settings import change_shop

    address = {"street": "1 Gali", "city": "Pune", "state": "Maharashtra", "pincode": "411001"}
    asha = Customer("Asha Rao", "asha@example.com", "9876543210", {**address, "country": "India"})

    def shop(sections: dict[str, dict[str, Any]]) -> None:
        change_shop(**sections)

    def product(stock: int = 100_000) -> dict[str, str]:
        made = make_product(stock=stock)
        return {"slug": made.slug, "id": made.public_id}

    def products(number: int) -> list[str]:
        with transaction.atomic():
            return [make_product().slug for _ in range(number)]

    def count(slug: str, pieces: int) -> int:
        """Count the pieces on hand; returns the product's version."""
        found = Product.objects.get(slug=slug)
        set_on_hand(found, pieces)
        return found.version

    def count_and_die(slug: str, pieces: int) -> None:
        """Count the pieces on hand, and end between the commit and whatever follows it."""
        with transaction.atomic():
            transaction.on_commit(lambda: os._exit(1))
            count(slug, pieces)

    def count_often(slug: str, times: int) -> None:
        """Count a product many times in one transaction."""
        with transaction.atomic():
            for pieces in range(10, 10 + times):
                count(slug, pieces)

    def count_steadily(slug: str, times: int, per_second: float) -> list[tuple[int, float]]:
        """Count five or six at a steady pace; returns each version with the time it was committed."""
        found = Product.objects.get(slug=slug)
        committed: list[float] = []
        versions: list[int] = []
        began = time.monotonic()
        for number in range(times):
            with transaction.atomic():
                # Registered first, so it runs between the commit and the wake-up.
                transaction.on_commit(lambda: committed.append(time.time()))
                # Above ten the public is not told how many, so nothing would be pushed.
                set_on_hand(found, 5 if found.on_hand == 6 else 6)
            versions.append(found.version)
            time.sleep(max(0.0, began + (number + 1) / per_second - time.monotonic()))
        return list(zip(versions, committed, strict=True))

    def user(role: str, email: str = "") -> dict[str, Any]:
        made = make_user(role=role, email=email)
        return {"pk": made.pk, "email": made.email, "token": log_in(made)}

    def api_token() -> str:
        return create_token(make_user(role="admin"), name="Program", rights=["dashboard"], days=1)[1]

    def order(*product_ids: str) -> dict[str, str]:
        """Place an order of one piece of each."""
        made = create_order(
            items=[Item(product_id, 1, Selection()) for product_id in product_ids],
            customer=asha,
            user_id=None,
            language="en",
            agreed_paise=None,
        )
        return {"order": made.order_id, "key": made.key}

    def almost_expired(token: str, seconds_left: float) -> str:
        """Return an access token of the same session that expires so soon."""

        class Earlier(signing.TimestampSigner):
            def timestamp(self) -> str:
                now = time.time() - ACCESS_LIFETIME.total_seconds() + seconds_left
                return signing.b62_encode(int(now))

        return Earlier(salt="akshamala.access").sign(token.partition(":")[0])

    def prove(seconds_left: float) -> str:
        """Return a proof of the customer's address that ends so soon."""
        token = prove_address(asha.email)
        ends_at = timezone.now() + timedelta(seconds=seconds_left)
        AddressProof.objects.filter(digest=digest_of(token)).update(expires_at=ends_at)
        return token

    def pay(order_id: str) -> str:
        """Start an attempt to pay at the sandbox; returns its id."""
        return start_payment(Order.objects.get(order_id=order_id)).transaction_id

    def end_hold(order_id: str) -> bool:
        """Let the order's hold end as the worker does."""
        Order.objects.filter(order_id=order_id).update(held_until=timezone.now())
        return orders.end_hold(order_id, cause="clock")

    def answer(transaction_id: str, outcome: str) -> str:
        """Settle a payment by what the provider says; returns its status."""
        payment = Payment.objects.get(transaction_id=transaction_id)
        said = OrderAnswer(
            state={"success": "COMPLETED", "failed": "FAILED"}.get(outcome, "PENDING"),
            outcome=outcome,  # type: ignore[arg-type]
            merchant_order_id=transaction_id,
            provider_order_id=payment.provider_order_id,
            amount_paise=payment.amount_paise,
            currency=payment.currency,
            instrument="UPI",
            bank_reference="",
            error_code="",
            detailed_error_code="",
            expires_at=None,
            attempts=(),
            raw={},
        )
        return str(apply_provider_answer(payment.pk, said, cause="test").status)

    def receive_report(reference: str) -> str:
        """Store a settlement report of one line; returns its id."""
        body = report(line(reference, "500"))
        return receive_statement(provider="phonepe", name="report.csv", body=body)[0].statement_id

    def import_reports() -> None:
        """Import the settlement reports that are due, as the worker does."""
        for pk in take_due_statements(limit=100):
            import_statement(pk)

    def import_bank_statement() -> None:
        """Import a bank statement without a payout."""
        import_bank(
            account_id=account().account_id,
            name="bank.csv",
            body=bank((day(0), "RENT", -10)),
            user=make_user(role="finance"),
        )

    def log_out(token: str) -> None:
        session = authenticate_token(token)
        assert session is not None
        sessions.log_out(session)

    def block(pk: int) -> None:
        """Switch a user off without telling anybody."""
        User.objects.filter(pk=pk).update(is_active=False)

    def role(pk: int, new: str) -> None:
        # The shop's last admin cannot be demoted: this one stays, whoever else is there.
        make_user(role="admin")
        account_administration.set_role(User.objects.get(pk=pk), role=new, actor="test")

    def count_late(first: str, second: str, pieces: int) -> None:
        """Commit the event with the lower number after the one with the higher number (Postgres)."""
        from threading import Thread

        def other() -> None:
            count(second, pieces)
            connection.close()

        with transaction.atomic():
            count(first, pieces)
            # The other transaction takes a higher number, commits, and the tail passes it.
            thread = Thread(target=other)
            thread.start()
            thread.join()
            time.sleep(TAIL_PASSES_SECONDS)

    known: dict[str, Callable[..., Any]] = {
        "shop": shop,
        "product": product,
        "products": products,
        "count": count,
        "count_and_die": count_and_die,
        "count_often": count_often,
        "count_steadily": count_steadily,
        "user": user,
        "api_token": api_token,
        "order": order,
        "prove": prove,
        "pay": pay,
        "end_hold": end_hold,
        "answer": answer,
        "receive_report": receive_report,
        "import_reports": import_reports,
        "import_bank_statement": import_bank_statement,
        "almost_expired": almost_expired,
        "log_out": log_out,
        "block": block,
        "role": role,
        "count_late": count_late,
    }
    serve(known)


def serve(known: Mapping[str, Callable[..., Any]]) -> None:
    """Do what standard input asks for, line by line, and answer each on standard output."""
    from django.db import connection

    for line in sys.stdin:
        action, *arguments = json.loads(line)
        try:
            result = known[action](*arguments)
        finally:
            connection.close()
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    _main()
