"""Each way an order is confirmed, by what became of its discount code meanwhile (`discounts/README.md`)."""

from collections.abc import Callable
from datetime import timedelta
from itertools import product as pairs

import pytest
from django.db import transaction
from django.utils import timezone

from project.catalog.models import Product
from project.discounts import actions as staff
from project.events.models import Event
from project.orders import actions, holds
from project.orders.discounts import DiscountRefused
from project.orders.errors import OrderNotPayable
from project.orders.models import DiscountCode, Order
from project.payments.attempts.start import lease_open_payment
from project.payments.attempts.status_check import apply_provider_answer
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Payment
from project.payments.providers.base import OrderAnswer
from tests.buying import GUEST, guest, guest_body, item, let_order_pass, new_key, proof
from tests.cod.cash_helpers import FEE_PAISE, PRICE_PAISE, choose, code_of, confirm, fresh, offer_cash
from tests.factories import make_product
from tests.http import Answer, Api
from tests.shop_settings import change_shop
from tests.threads import at_once

pytestmark = pytest.mark.django_db

WITH_CODE_PAISE = 45_000


def place(product: Product, *, amount: float = WITH_CODE_PAISE / 100, number: int = 0) -> Answer:
    """Order a piece with the code, as the shopper who saw this amount."""
    body = guest_body(item(product), discountCode="DIWALI", amount=amount)
    body["customerInfo"] = guest(number) if number else GUEST
    return Api().post("/orders/create-guest-order", body, key=new_key())


def placed(product: Product, *, number: int = 0) -> Order:
    return Order.objects.get(order_id=place(product, number=number).data["orderId"])


def chosen(product: Product, *, number: int = 0) -> tuple[Order, Api, str]:
    """Return an order whose buyer is about to type the code that confirms it with cash, and that code."""
    order, api = placed(product, number=number), Api()
    assert choose(order, api=api).status == 200
    return order, api, code_of(order)


def begin(order: Order) -> Order:
    """Begin to pay, up to where the provider is asked for a page."""
    lease_open_payment(order.pk, "")
    return order


def pay(order: Order) -> None:
    """Let the provider say that the money arrived."""
    payment = Payment.objects.get(order=order)
    paid = OrderAnswer(
        state="COMPLETED",
        outcome="success",
        merchant_order_id=payment.transaction_id,
        provider_order_id="OMO1",
        amount_paise=payment.amount_paise,
        currency="INR",
        instrument="UPI",
        bank_reference="",
        error_code="",
        detailed_error_code="",
        expires_at=None,
        attempts=(),
        raw={},
    )
    apply_provider_answer(payment.pk, paid, cause="webhook")


def end_hold(order: Order) -> None:
    """Let the hold of an order end by its time, with its use of the code."""
    let_order_pass(order, timedelta(hours=2))
    assert actions.end_hold(order.order_id, cause="clock")


@transaction.atomic
def overtake(order: Order) -> None:
    """Let a proven buyer take the pieces of an order."""
    holds.release_hold(actions.get_locked(order.order_id), cause="overtaken", event="order.hold_overtaken")


# What becomes of the code between the price and the confirmation.


def used_by_another(product: Product) -> None:
    used(product, number=1)


def used_by_the_same(product: Product) -> None:
    used(product, number=0)


def used(product: Product, *, number: int) -> None:
    rival = Order.objects.filter(email=(guest(number) if number else GUEST)["email"]).first()
    if rival is None:
        assert place(product, amount=0, number=number).status == 200
    else:
        pay(rival)


def change(**fields: object) -> None:
    staff.change_code("DIWALI", fields, version=None, actor="user:test")


STATES: dict[str, Callable[[Product], object]] = {
    "unchanged": lambda _: None,
    "used by another": used_by_another,
    "used by the same": used_by_the_same,
    "switched off": lambda _: staff.switch("DIWALI", active=False, actor="user:test"),
    "ended": lambda _: change(ends_at=timezone.now()),
    "edited": lambda _: change(percent=20, minimum_paise=10_000_000),
    "archived": lambda _: staff.remove_code("DIWALI", actor="user:test"),
}
# A use that is taken now is refused for it; a price that was given stays whatever it is edited to.
REFUSED = {
    "used by another": "DISCOUNT_USED_UP",
    "used by the same": "DISCOUNT_ALREADY_USED",
    "switched off": "DISCOUNT_UNKNOWN",
    "ended": "DISCOUNT_EXPIRED",
    "archived": "DISCOUNT_UNKNOWN",
}


Meanwhile = Callable[[], object]
# How it ended: why it was refused, "" when it was confirmed; and how its buyer agrees to the price without.
Ended = tuple[str, Callable[[int], Answer] | None]
KEPT: Ended = ("", None)


def starts_to_pay(product: Product, meanwhile: Meanwhile) -> Ended:
    order = placed(product)
    meanwhile()
    return begin_and_pay(order)


def pays_in_time(product: Product, meanwhile: Meanwhile) -> Ended:
    order = begin(placed(product))
    meanwhile()
    pay(order)
    return KEPT


def pays_late(product: Product, meanwhile: Meanwhile) -> Ended:
    order = begin(placed(product))
    end_hold(order)
    meanwhile()
    pay(order)
    return KEPT


def pays_again_when_overtaken(product: Product, meanwhile: Meanwhile) -> Ended:
    order = begin(placed(product))
    overtake(order)
    meanwhile()
    return begin_and_pay(order)


def begin_and_pay(order: Order) -> Ended:
    try:
        begin(order)
    except DiscountRefused as refused:
        return refused.code, None
    pay(order)
    return KEPT


def confirms_cash_in_time(product: Product, meanwhile: Meanwhile) -> Ended:
    order, api, code = chosen(product)
    meanwhile()
    return confirm_cash(order, api, code)


def confirms_cash_late(product: Product, meanwhile: Meanwhile) -> Ended:
    order, api, code = chosen(product)
    end_hold(order)
    meanwhile()
    return confirm_cash(order, api, code)


def confirms_cash_when_overtaken(product: Product, meanwhile: Meanwhile) -> Ended:
    order, api, code = chosen(product)
    overtake(order)
    meanwhile()
    return confirm_cash(order, api, code)


def confirm_cash(order: Order, api: Api, code: str) -> Ended:
    answer = confirm(order, code, api=api)
    return ended(answer, lambda paise: confirm(order, code, api=api, amount=paise / 100))


def chooses_cash(product: Product, meanwhile: Meanwhile) -> Ended:
    order, api = placed(product), Api()
    meanwhile()

    def agree(paise: int) -> Answer:
        assert choose(order, api=api, amount=paise / 100).data["totalAmount"] == paise / 100
        # Nothing is held, and the code alone does not confirm another price than it was told.
        assert fresh(order).held_until is None
        code = code_of(order)
        assert confirm(order, code, api=api).body["data"]["totalAmount"] == paise / 100
        return confirm(order, code, api=api, amount=paise / 100)

    answer = choose(order, api=api)
    return ended(answer, agree) if answer.status != 200 else confirm_cash(order, api, code_of(order))


def ended(answer: Answer, agree: Callable[[int], Answer]) -> Ended:
    if answer.status == 200:
        return KEPT
    assert answer.body["data"]["totalAmount"] == (PRICE_PAISE + FEE_PAISE) / 100
    return str(answer.body["code"]), agree


def orders_for_nothing(product: Product, meanwhile: Meanwhile) -> Ended:
    DiscountCode.objects.update(percent=100)
    meanwhile()
    answer = place(product, amount=0)
    return str(answer.body.get("code", "")), None


# By way: what is refused, by state.
A_HOLD_IS_A_USE: dict[str, str] = {}
MONEY_IS_HONOURED: dict[str, str] = {}
WAYS: dict[Callable[[Product, Meanwhile], Ended], dict[str, str]] = {
    starts_to_pay: REFUSED,
    pays_in_time: A_HOLD_IS_A_USE,
    pays_late: MONEY_IS_HONOURED,
    pays_again_when_overtaken: REFUSED,
    chooses_cash: REFUSED,
    confirms_cash_in_time: A_HOLD_IS_A_USE,
    confirms_cash_late: REFUSED,
    confirms_cash_when_overtaken: REFUSED,
    # It has no price before: what its buyer saw is compared.
    orders_for_nothing: REFUSED | {"edited": "DISCOUNT_MINIMUM"},
}


@pytest.mark.parametrize(
    ("way", "state"), list(pairs(WAYS, STATES)), ids=lambda each: getattr(each, "__name__", each)
)
def test_price_is_kept_or_asked_for_again(way: Callable[[Product, Meanwhile], Ended], state: str) -> None:
    offer_cash()
    once = {"limit_per_customer": 1} if state == "used by the same" else {"limit": 1}
    code = DiscountCode.objects.create(code="DIWALI", percent=10, **once)
    product = make_product(price_paise=PRICE_PAISE, stock=10)
    if way != orders_for_nothing:
        # Who uses it up, by late money for an order from before.
        end_hold(begin(placed(product, number=0 if state == "used by the same" else 1)))

    refusal, agree = way(product, lambda: STATES[state](product))

    assert refusal == WAYS[way].get(state, "")
    order = Order.objects.order_by("pk").last()
    if not refusal:
        assert order
        assert order.status == "confirmed"
        assert order.discount_paise == (PRICE_PAISE if order.is_free else PRICE_PAISE - WITH_CODE_PAISE)
        assert Order.objects.with_code(code).filter(pk=order.pk).exists()
        assert order.payment_status == ("pending" if order.awaits_cash else "paid")
    if order and agree:
        assert (order.status, order.total_paise - order.delivery_paise) == ("pending", WITH_CODE_PAISE)
        assert agree(PRICE_PAISE + FEE_PAISE).data["toCollect"] == (PRICE_PAISE + FEE_PAISE) / 100
        order = fresh(order)
        assert (order.status, order.discount_code, order.discount_paise) == ("confirmed", None, 0)
        assert order.lines.get().discount_paise == 0
    assert audit_ledger() == []


@pytest.mark.parametrize("includes_tax", [True, False])
def test_price_without_the_code_is_that_of_an_order_without_one(includes_tax: bool) -> None:
    offer_cash()
    change_shop(tax={"prices_include_tax": includes_tax}, shipping={"flat_paise": 9_900})
    DiscountCode.objects.create(code="DIWALI", percent=None, amount_paise=10_001)
    goods = [
        make_product(price_paise=33_333, stock=10, tax_rate_basis_points=rate) for rate in (1_800, 300, 0)
    ]
    items = [item(product, 2) for product in goods]
    coded, plain = (
        Order.objects.get(
            order_id=Api()
            .post("/orders/create-guest-order", guest_body(*items, discountCode=code), key=new_key())
            .data["orderId"]
        )
        for code in ("DIWALI", "")
    )
    api = Api()
    for order in (coded, plain):
        assert choose(order, api=api).status == 200
    mailed = code_of(coded)
    end_hold(coded)
    STATES["switched off"](goods[0])

    refused = confirm(coded, mailed, api=api)
    total = refused.body["data"]["totalAmount"]

    assert (refused.refusal, total * 100) == ((409, "DISCOUNT_UNKNOWN"), fresh(plain).total_paise)
    assert confirm(coded, mailed, api=api, amount=total).status == 200
    of_order = ("subtotal_paise", "tax_paise", "shipping_paise", "shipping_tax_paise", "discount_paise")
    assert Order.objects.filter(pk=coded.pk).values(*of_order, "total_paise").get() == (
        Order.objects.filter(pk=plain.pk).values(*of_order, "total_paise").get()
    )
    assert list(coded.lines.values("total_paise", "discount_paise", "tax_paise")) == (
        list(plain.lines.values("total_paise", "discount_paise", "tax_paise"))
    )
    assert audit_ledger() == []


def test_order_says_that_its_code_was_taken_off_and_by_which_price() -> None:
    offer_cash()
    DiscountCode.objects.create(code="DIWALI", percent=10)
    order, api, code = chosen(make_product(price_paise=PRICE_PAISE))
    end_hold(order)
    STATES["archived"](order.lines.get().product)
    confirm(order, code, api=api, amount=(PRICE_PAISE + FEE_PAISE) / 100)

    shown = Api().get(f"/auth/orders/{order.order_id}", **proof(order)).data["order"]

    assert "discount_removed" in [entry["kind"] for entry in shown["history"]]
    assert (shown["discountCode"], shown["totalAmount"]) == (None, (PRICE_PAISE + FEE_PAISE) / 100)
    removed = Event.objects.get(name="order.discount_removed").payload
    assert (removed["code"], removed["amount"]) == ("DIWALI", (PRICE_PAISE + FEE_PAISE) / 100)


def test_cash_costs_no_more_than_its_customer_saw() -> None:
    offer_cash()
    DiscountCode.objects.create(code="DIWALI", percent=10)
    order, api, code = chosen(make_product(price_paise=PRICE_PAISE))

    answer = confirm(order, code, api=api, amount=(WITH_CODE_PAISE + FEE_PAISE - 1) / 100)

    assert answer.refusal == (409, "PRICE_CHANGED")
    total = answer.body["data"]["totalAmount"]
    assert total == (WITH_CODE_PAISE + FEE_PAISE) / 100
    assert confirm(order, code, api=api, amount=total).status == 200


@pytest.mark.django_db(transaction=True)
def test_of_two_who_confirm_cash_at_once_one_takes_the_last_use() -> None:
    offer_cash()
    code = DiscountCode.objects.create(code="DIWALI", percent=10, limit=1)
    products = [make_product(price_paise=PRICE_PAISE, stock=10) for _ in range(2)]
    ready = []
    for number in range(2):
        ready.append(chosen(products[number], number=number + 1))
        end_hold(ready[-1][0])

    def act(number: int) -> str:
        order, api, typed = ready[number]
        return confirm_cash(order, Api(address=api.address), typed)[0]

    assert sorted(at_once(2, act)) == ["", "DISCOUNT_USED_UP"]
    assert Order.objects.with_code(code).count() == 1
    assert audit_ledger() == []


@pytest.mark.django_db(transaction=True)
def test_of_cash_and_a_payment_that_begins_at_once_one_takes_the_last_use() -> None:
    offer_cash()
    code = DiscountCode.objects.create(code="DIWALI", percent=10, limit=1)
    product = make_product(price_paise=PRICE_PAISE, stock=10)
    order, api, typed = chosen(product, number=1)
    end_hold(order)
    other = placed(product, number=2)

    def act(number: int) -> str:
        if number:
            return confirm_cash(order, Api(address=api.address), typed)[0]
        return begin_and_pay(other)[0]

    assert sorted(at_once(2, act)) == ["", "DISCOUNT_USED_UP"]
    assert Order.objects.with_code(code).count() == 1
    assert audit_ledger() == []


@pytest.mark.django_db(transaction=True)
def test_cash_and_a_payment_of_one_order_at_once_take_one_use_at_one_price() -> None:
    offer_cash()
    code = DiscountCode.objects.create(code="DIWALI", percent=10, limit=1)
    order, api, typed = chosen(make_product(price_paise=PRICE_PAISE, stock=10))
    end_hold(order)

    def act(number: int) -> str:
        if number:
            return str(confirm(order, typed, api=Api(address=api.address)).body.get("code", ""))
        try:
            begin(order)
        except OrderNotPayable as refused:
            return str(refused.code)
        return ""

    assert sorted(at_once(2, act)) == ["", "ORDER_NOT_PAYABLE"]
    order = fresh(order)
    assert order.total_paise == WITH_CODE_PAISE + (FEE_PAISE if order.status == "confirmed" else 0)
    assert Order.objects.with_code(code).get() == order
    assert audit_ledger() == []


@pytest.mark.django_db(transaction=True)
def test_of_cash_and_switching_off_at_once_one_sees_the_other() -> None:
    offer_cash()
    code = DiscountCode.objects.create(code="DIWALI", percent=10)
    order, api, typed = chosen(make_product(price_paise=PRICE_PAISE, stock=10))
    end_hold(order)

    def act(number: int) -> str:
        if number:
            return confirm_cash(order, Api(address=api.address), typed)[0]
        return staff.switch("DIWALI", active=False, actor="user:test").code

    _, typed_says = at_once(2, act)

    assert typed_says in ("", "DISCOUNT_UNKNOWN")
    assert Order.objects.with_code(code).exists() == (typed_says == "")
    assert audit_ledger() == []
