"""Automatic refunds: cancelled and returned orders, double and late payments."""

from datetime import date

import pytest
from django.utils import timezone

from project.orders import actions as orders
from project.payments.models import Case, Payment, Refund
from project.payments.models.refund import promised_day
from tests.buying import check, pay, place, start
from tests.factories import make_product
from tests.orders.order_helpers import WAY, move, staff
from tests.payments.refund_helpers import advance, ask, finish, run_due
from tests.returns import return_helpers as returns
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db


def test_cancelled_paid_order_is_refunded_by_itself_and_refunded_only_when_all_is_back(
    provider: SandboxProcess, payment: Payment
) -> None:
    orders.cancel(payment.order.order_id, actor="")
    refund = Refund.objects.get()
    assert (refund.origin, refund.reason, refund.amount_paise) == ("rule", "order_cancelled", 50_000)

    run_due()
    payment.order.refresh_from_db()
    assert payment.order.status == "cancelled"
    refund = finish(provider, refund)

    assert (refund.payment.order.status, refund.payment.order.payment_status) == ("refunded", "refunded")


def test_order_with_part_of_its_money_back_is_not_refunded(
    provider: SandboxProcess, payment: Payment
) -> None:
    part = finish(provider, advance(ask(payment, 20_000)))
    assert part.payment.order.payment_status == "paid"

    orders.cancel(payment.order.order_id, actor="")
    rest = Refund.objects.get(origin="rule")
    assert rest.amount_paise == 30_000
    rest = finish(provider, advance(rest))

    assert (rest.payment.status, rest.payment.order.status) == ("REFUNDED", "refunded")


def test_order_cancelled_after_all_its_money_went_back_is_refunded_at_once(
    provider: SandboxProcess, payment: Payment
) -> None:
    finish(provider, advance(ask(payment, 50_000)))

    orders.cancel(payment.order.order_id, actor="")

    payment.order.refresh_from_db()
    assert payment.order.status == "refunded"
    assert Refund.objects.count() == 1


def test_money_for_returned_goods_waits_for_them_and_then_goes_back(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=50_000), 2), provider)
    for status in WAY:
        move(payment.order, status)
    payment.order.refresh_from_db()
    half, boss = returns.asked(payment.order), staff("admin")
    returns.move(half, "approved")
    assert not Refund.objects.exists()

    returns.move(half, "received", api=boss)
    refund = Refund.objects.get()
    assert (refund.amount_paise, refund.origin) == (50_000, "staff")
    assert refund.lines == [{"line": 1, "quantity": 1, "amountPaise": 50_000}]
    refund = finish(provider, advance(refund))
    assert (refund.payment.status, refund.payment.order.status) == ("SUCCESS", "delivered")

    rest = returns.asked(payment.order)
    for status in ("approved", "received"):
        returns.move(rest, status, api=boss)
    refund = finish(provider, advance(Refund.objects.exclude(pk=refund.pk).get()))

    assert (refund.payment.status, refund.payment.order.status) == ("REFUNDED", "refunded")


def test_replacement_gives_no_money_back(provider: SandboxProcess) -> None:
    payment = pay(place(make_product()), provider)
    for status in WAY:
        move(payment.order, status)
    payment.order.refresh_from_db()
    request = returns.asked(payment.order, kind="replacement")

    for status in ("approved", "received"):
        returns.move(request, status)

    assert not Refund.objects.exists()


def test_second_payment_of_one_order_goes_back_by_itself_and_closes_its_case(
    provider: SandboxProcess,
) -> None:
    provider.control("/settings", refund_seconds=None)
    order = place(make_product(stock=5))
    first = start(order)
    Payment.objects.filter(pk=first.pk).update(expires_at=timezone.now())
    second = start(order)
    for each in (first, second):
        provider.settle(each.transaction_id, "success")
        check(each)

    refund = Refund.objects.get()
    assert (refund.payment, refund.reason, refund.origin) == (second, "duplicate_payment", "rule")
    run_due()
    refund = finish(provider, refund)

    assert refund.payment.status == "REFUNDED"
    assert Case.objects.get().closed_rule == "refunded"
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "paid")


def test_money_for_a_cancelled_order_goes_back_by_itself(provider: SandboxProcess) -> None:
    provider.control("/settings", refund_seconds=None)
    payment = start(place(make_product()))
    orders.cancel_unpaid(payment.order.order_id, cause="staff")
    provider.settle(payment.transaction_id, "success")

    check(payment)
    run_due()
    refund = finish(provider, Refund.objects.get())

    assert (refund.payment.status, refund.payment.order.status) == ("REFUNDED", "refunded")
    assert Case.objects.get().closed_rule == "refunded"


@pytest.mark.parametrize(
    ("start_day", "due"),
    [
        (date(2026, 11, 20), date(2026, 11, 27)),  # a Friday
        (date(2026, 11, 21), date(2026, 11, 27)),  # a Saturday
        (date(2026, 11, 23), date(2026, 11, 30)),  # a Monday
    ],
)
def test_money_is_promised_within_the_business_days_the_shop_names(start_day: date, due: date) -> None:
    assert promised_day(start_day) == due


def test_bank_holidays_of_the_settings_are_no_business_days() -> None:
    names = {"en": "Festival", "hi": "त्योहार"}
    days = [{"day": day} | names for day in ("2026-11-24", "2026-11-28")]  # a Tuesday, a Saturday
    change_shop(returns={"bank_holidays": days})

    assert promised_day(date(2026, 11, 20)) == date(2026, 11, 30)
