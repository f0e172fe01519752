"""Effects of an order's events in other apps, in their order, and the fields that these add to its answers.

The apps are layers (pyproject.toml). An app calls a method of the interface in its `upward_calls.py`, such as
`OrderEvents.bound().after_cancel(order, by=…)`, where it would have to import an app above it. Its own
effects (stock, history, mail) are beside the call:

- confirmed: `confirm`, `confirm_free`, `confirm_cash_on_delivery` in orders.actions
- cancelled: `cancel_locked` in orders.actions
- delivered, returned: `change_order_status` in orders.order_status, `move_return` in returns.actions
- money arrived: `_capture` in payments.attempts.status_check, which confirms the order
- money went back: `_finish` in payments.refunds.processing
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.db.models.expressions import Combinable

from project.backoffice import actions as backoffice
from project.catalog.models import Contention, Product, StockEvents
from project.cod import actions as cod
from project.cod import ledger_audit as cash_audit
from project.cod import risks
from project.cod import schemas as cash
from project.content.mails import published_mail
from project.core.mail import Attachment, MailEvents
from project.core.mail_templates import MailText
from project.core.models import Mail
from project.core.rollups import Source
from project.discounts.models import DISCOUNTS
from project.invoices import ledger_audit as invoice_audit
from project.invoices.actions import order_invoice, printing, queueing
from project.invoices.upward_calls import InvoiceEvents
from project.orders import actions as orders
from project.orders.models import Order
from project.orders.staff_schemas import CashRisk
from project.orders.upward_calls import OrderEvents
from project.payments.attempts import coverage, status, status_check
from project.payments.models import Refund
from project.payments.refunds import requests as refunds
from project.payments.settlement.bank import ledger_audit as bank_audit
from project.payments.upward_calls import PaymentEvents
from project.returns import schemas as returns
from project.returns.claims import ledger_audit as claim_audit
from project.returns.claims import rules as claim_rules
from project.returns.claims import schemas as claims
from project.returns.models import Return, ReturnKind
from project.returns.upward_calls import ReturnEvents
from project.support import actions as support
from project.waitlist import actions as waitlist


class ShopEvents(StockEvents, OrderEvents, ReturnEvents, PaymentEvents, InvoiceEvents, MailEvents):
    """The implementation that `settings.ORDER_EVENTS` names."""

    # -- Before the payment ----------------------------------------------------------------------

    def after_stock_freed(self, products: Sequence[Product]) -> None:
        waitlist.offer_free_pieces(products)

    def before_payment(self, order: Order) -> None:
        """Remove the fee of cash on delivery."""
        cod.withdraw_locked(order)

    def keeps_hold(self, order: Order) -> bool:
        """Keep the hold while the code of cash on delivery is awaited."""
        return cod.awaits_code(order)

    # -- An order --------------------------------------------------------------------------------

    def after_confirm(self, order: Order) -> None:
        queueing.queue_invoice(order)

    def before_cancel(self, order: Order) -> None:
        """Check pending payments at the provider, as one may have been paid meanwhile."""
        status_check.check_pending(order)

    def after_cancel(self, order: Order, by: str) -> None:
        """Refund what was paid, also for an order that staff set to returned."""
        refunds.refund_order(order, by)
        cod.end(order, by)
        queueing.queue_cancellation(order)

    def after_delivery(self, order: Order, by: str) -> None:
        """Record what the courier collected."""
        cod.collect(order, by)

    def covers_goods(self, order: Order) -> bool:
        return coverage.covers_goods(order)

    # -- Returns and refunds ---------------------------------------------------------------------

    def claimed_pieces(self, order: Order) -> Mapping[int, int]:
        return claim_rules.claimed(order)

    def after_received(self, request: Return, by: str) -> None:
        if request.kind == ReturnKind.RETURN:
            refunds.refund_return(request.order, request.pieces(), notes=str(request), by=by)

    def after_refund(self, refund: Refund) -> None:
        queueing.queue_credit_note(refund)

    # -- Mails -----------------------------------------------------------------------------------

    def after_mail_sent(self, mail: Mail) -> None:
        if not orders.record_mail_sent(mail):
            support.publish_mail_change(mail)

    def after_mail_failed(self, mail: Mail) -> None:
        backoffice.publish_mail_problem(mail, "mail_failed")
        support.publish_mail_change(mail)

    def after_mail_late(self, mail: Mail) -> None:
        backoffice.publish_mail_problem(mail, "mail_late")
        support.publish_mail_change(mail)

    def edited_mail(self, kind: str, language: str) -> MailText | None:
        return published_mail(kind, language)

    def document(self, number: str) -> Attachment:
        return printing.pdf_of(number)

    # -- Answers ---------------------------------------------------------------------------------

    def contention(self, product: Product) -> Contention | None:
        return Order.objects.contention(product)

    def order_fields(self, order: Order) -> dict[str, Any]:
        return {
            **returns.of_order(order),
            **status.attempts_of(order),
            **cash.of_order(order),
            **order_invoice.of_order(order),
            **claims.of_order(order),
        }

    def row_columns(self) -> Mapping[str, Combinable]:
        return {
            "open_returns": returns.waiting_of_order(),
            "open_claims": claims.waiting_of_order(),
            "invoice_number": order_invoice.number_of_order(),
        }

    def cash_risks(self, orders: Sequence[Order]) -> Mapping[int, Sequence[CashRisk]]:
        return risks.of_orders(orders)

    def cash_fee(self, order: Order) -> tuple[int, int]:
        return cod.fee_of(order)

    def cash_changed(self, since: datetime) -> QuerySet[Order]:
        return cod.orders_changed(since)

    def statistics(self) -> Sequence[Source]:
        return [DISCOUNTS]

    def ledger_audits(self) -> Sequence[Callable[[], Iterable[str]]]:
        return [audit.differences for audit in (cash_audit, invoice_audit, claim_audit, bank_audit)]
