"""A discount code takes off what it promises, to whom it promises it, as often as it may be used."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from project.orders import actions
from project.orders.discounts import DiscountAlreadyUsed, DiscountUsedUp
from project.orders.models import DiscountCode, Order
from tests.buying import GUEST, begin, guest_body, item, let_order_pass, new_key, place, proof
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.shop_settings import change_shop
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def make_code(**fields: Any) -> DiscountCode:
    return DiscountCode.objects.create(**{"code": "WELCOME10", "percent": 10} | fields)


def order(*items: dict[str, Any], api: Api | None = None, **changes: Any) -> Answer:
    body = guest_body(*items, **{"discountCode": "WELCOME10"} | changes)
    return (api or Api()).post("/orders/create-guest-order", body, key=new_key())


def paying(*items: dict[str, Any], **changes: Any) -> Order:
    """Order and begin to pay: from then on the order takes up a use of the code."""
    return begin(Order.objects.get(order_id=order(*items, **changes).data["orderId"]))


def quote(*items: dict[str, Any], api: Api | None = None, code: str = "WELCOME10") -> dict[str, Any]:
    return (api or Api()).post("/orders/quote", {"items": list(items), "discountCode": code}).data


def pay(order_id: str) -> None:
    with transaction.atomic():
        locked = actions.lock_order(order_id)
        assert locked is not None
        actions.confirm(locked, payment_id="T", paid_at=timezone.now(), cause="test")


def other_guest(number: int) -> dict[str, Any]:
    return GUEST | {"email": f"guest{number}@example.com", "phone": f"98765{number:05}"}


def test_quote_and_order_name_the_same_lower_amount() -> None:
    make_code()
    product = make_product(price_paise=50_000)

    quoted = quote(item(product, 2), code=" welcome 10 ")
    answer = order(item(product, 2), amount=quoted["totalAmount"])

    assert (quoted["discount"], quoted["totalAmount"], quoted["discountProblem"]) == (100.0, 900.0, None)
    placed = Order.objects.get(order_id=answer.data["orderId"])
    assert (placed.discount_paise, placed.total_paise) == (10_000, 90_000)
    assert str(placed.discount_code) == "WELCOME10"


@pytest.mark.parametrize(
    "typed", ["ＷＥＬＣＯＭＥ１０", "ｗｅｌｃｏｍｅ　１０", "welcome१०", "\u00a0Welcome\u00a010"]
)
def test_code_is_read_however_it_is_typed(typed: str) -> None:
    make_code()
    product = make_product(price_paise=50_000)

    quoted = quote(item(product), code=typed)
    answer = order(item(product), amount=quoted["totalAmount"], discountCode=typed)

    assert (quoted["discount"], quoted["discountProblem"]) == (50.0, None)
    assert Order.objects.get(order_id=answer.data["orderId"]).discount_code == DiscountCode.objects.get()


def test_order_names_its_code_to_its_customer_but_not_on_a_shared_link() -> None:
    make_code()
    placed = Order.objects.get(order_id=order(item(make_product())).data["orderId"])
    plain = place(make_product())

    def shown(order: Order, **headers: Any) -> Any:
        return Api().get(f"/auth/orders/{order.order_id}", **headers).data["order"]["discountCode"]

    assert shown(placed, **proof(placed)) == "WELCOME10"
    assert shown(placed, X_Order_Key=placed.key) is None
    assert shown(plain, **proof(plain)) is None


def test_tax_is_on_what_is_left_of_each_line() -> None:
    make_code(percent=None, amount_paise=10_001)
    taxed = make_product(price_paise=66_667, tax_rate_basis_points=1800)
    exempt = make_product(price_paise=33_333, tax_rate_basis_points=0)

    placed = Order.objects.get(order_id=order(item(taxed), item(exempt)).data["orderId"])

    lines = list(placed.lines.all())
    # Two thirds and one third of the discount, and twice 9/118 of what is left of the first line.
    assert [line.discount_paise for line in lines] == [6_667, 3_334]
    assert [line.tax_paise for line in lines] == [9_152, 0]
    assert placed.total_paise == 100_000 - 10_001


def test_tax_on_top_is_counted_after_the_discount() -> None:
    change_shop(tax={"prices_include_tax": False})
    make_code()

    quoted = quote(item(make_product(price_paise=100_000)))

    assert (quoted["subtotal"], quoted["discount"], quoted["tax"]) == (1000.0, 100.0, 162.0)
    assert quoted["totalAmount"] == 1062.0


def test_percentage_stops_at_its_most_and_an_amount_at_the_goods() -> None:
    make_code(most_paise=15_000)
    make_code(code="HUGE", percent=None, amount_paise=10_000_000)
    product = make_product(price_paise=500_000)

    assert quote(item(product))["discount"] == 150.0
    assert quote(item(product), code="HUGE")["totalAmount"] == 0.0


def test_a_code_never_adds_a_shipping_charge() -> None:
    change_shop(shipping={"flat_paise": 4_900})
    make_code(percent=50)

    quoted = quote(item(make_product(price_paise=100_000)))

    assert (quoted["shippingCost"], quoted["totalAmount"]) == (0.0, 500.0)


TOMORROW, YESTERDAY = timedelta(days=1), timedelta(days=-1)


@pytest.mark.parametrize(
    ("fields", "code", "english", "hindi"),
    [
        ({"code": "OTHER"}, "DISCOUNT_UNKNOWN", "couldn't find this discount code", "ऐसा कोई छूट कोड नहीं"),
        ({"is_active": False}, "DISCOUNT_UNKNOWN", "couldn't find this discount code", "ऐसा कोई छूट कोड नहीं"),
        ({"ends_at": YESTERDAY}, "DISCOUNT_EXPIRED", "has expired", "अवधि समाप्त"),
        ({"starts_at": TOMORROW}, "DISCOUNT_NOT_YET", "This code is valid from", "से मान्य है"),
        ({"minimum_paise": 100_000}, "DISCOUNT_MINIMUM", "orders of ₹1,000 or more", "₹1,000 या अधिक"),
        ({"limit": 0}, "DISCOUNT_USED_UP", "has been used up", "उपयोग पूरा हो चुका"),
        ({"limit_per_customer": 0}, "DISCOUNT_ALREADY_USED", "already used", "उपयोग कर चुके"),
    ],
)
def test_refusal_says_why_and_what_the_order_costs_without(
    fields: dict[str, Any], code: str, english: str, hindi: str
) -> None:
    now = timezone.now()
    make_code(
        **{key: now + value if isinstance(value, timedelta) else value for key, value in fields.items()}
    )
    product = make_product(price_paise=50_000)

    refused = order(item(product), amount=450)
    in_hindi = order(item(product), api=Api(language="hi"))

    assert refused.refusal == in_hindi.refusal == (409, code)
    assert english in refused.body["message"] and hindi in in_hindi.body["message"]
    assert refused.body["data"]["totalAmount"] == 500.0
    assert not Order.objects.exists()
    if code != "DISCOUNT_ALREADY_USED":  # who a guest is, only the order says
        quoted = quote(item(product))
        assert (quoted["totalAmount"], quoted["discountProblem"]["code"]) == (500.0, code)
        assert english in quoted["discountProblem"]["message"]


@pytest.mark.both_stacks
@pytest.mark.parametrize("same", ["email", "phone"])
def test_once_per_customer_means_the_person(same: str) -> None:
    make_code(limit_per_customer=1)
    product = make_product()
    pay(order(item(product)).data["orderId"])
    stranger = other_guest(7)

    again = order(item(product), customerInfo=stranger | {same: GUEST[same]})

    assert again.refusal == (409, "DISCOUNT_ALREADY_USED")
    assert again.body["message"] == "You have already used this discount code"
    assert order(item(product), customerInfo=stranger).status == 200


def test_the_logged_in_hear_at_the_quote_that_they_have_used_it() -> None:
    make_code(limit_per_customer=1)
    product = make_product()
    user = make_user(email="asha@example.com")
    begin(paying(item(product)), proven=True)  # as a guest who proved the same address

    quoted = quote(item(product), api=Api(token=log_in(user)))

    assert quoted["discountProblem"]["code"] == "DISCOUNT_ALREADY_USED"
    assert "not paid yet" in quoted["discountProblem"]["message"]


def test_an_order_given_up_gives_its_use_back() -> None:
    make_code(limit=1)
    product = make_product()
    cancelled = paying(item(product))
    assert order(item(product), customerInfo=other_guest(1)).refusal == (409, "DISCOUNT_USED_UP")

    actions.cancel_unpaid(cancelled.order_id, cause="test")
    lapsed = paying(item(product), customerInfo=other_guest(1))
    let_order_pass(lapsed, timedelta(hours=2))
    actions.end_hold(lapsed.order_id, cause="clock")

    assert order(item(product), customerInfo=other_guest(2)).status == 200


def test_an_order_taken_up_again_needs_a_use_again() -> None:
    make_code(limit=1)
    product = make_product()
    lapsed = paying(item(product))
    let_order_pass(lapsed, timedelta(hours=2))
    actions.end_hold(lapsed.order_id, cause="clock")

    paying(item(product), customerInfo=other_guest(1))

    with pytest.raises(DiscountUsedUp):
        begin(lapsed)


@pytest.mark.both_stacks
def test_late_money_of_an_order_given_up_is_honoured_and_counts_again() -> None:
    code = make_code(limit=1)
    product = make_product()
    late = paying(item(product))
    let_order_pass(late, timedelta(hours=2))
    actions.end_hold(late.order_id, cause="clock")
    assert not Order.objects.with_code(code).exists()

    pay(late.order_id)

    assert Order.objects.with_code(code).get() == late


def test_repeated_request_uses_the_code_once() -> None:
    code = make_code()
    body, key = guest_body(item(make_product()), discountCode="WELCOME10"), new_key()

    answers = [Api().post("/orders/create-guest-order", body, key=key).data for _ in range(3)]

    assert answers[0] == answers[1] == answers[2]
    begin(Order.objects.get())
    assert Order.objects.with_code(code).count() == 1


@pytest.mark.parametrize("typed", ["x" * 41, 7, None, ["WELCOME10"]])
def test_nonsense_in_place_of_a_code_is_refused(typed: Any) -> None:
    assert order(item(make_product()), discountCode=typed).refusal == (422, "VALIDATION")


def test_no_code_is_no_problem() -> None:
    product = make_product(price_paise=50_000)

    assert quote(item(product), code="  ")["discountProblem"] is None
    assert place(product, discountCode="").discount_code is None


@pytest.mark.both_stacks
@pytest.mark.parametrize(
    "fields", [{"percent": None}, {"amount_paise": 100}, {"percent": 101}, {"percent": 0}]
)
def test_database_knows_what_a_code_is(fields: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        make_code(**fields)


@pytest.mark.django_db(transaction=True)
def test_of_buyers_at_the_same_moment_one_gets_the_last_use() -> None:
    code = make_code(limit=3)
    products = [make_product(stock=50) for _ in range(2)]

    def buy(number: int) -> bool:
        answer = order(item(products[number % 2]), customerInfo=other_guest(number))
        if answer.status != 200:  # others have begun to pay before
            assert answer.refusal == (409, "DISCOUNT_USED_UP")
            return False
        try:
            begin(Order.objects.get(order_id=answer.data["orderId"]))
        except DiscountUsedUp:
            return False
        return True

    assert at_once(12, buy).count(True) == 3
    assert Order.objects.with_code(code).count() == 3


@pytest.mark.django_db(transaction=True)
def test_one_customer_in_two_windows_gets_it_once() -> None:
    make_code(limit_per_customer=1)
    product = make_product(stock=50)

    orders = [Order.objects.get(order_id=order(item(product)).data["orderId"]) for _ in range(6)]

    def pay_for(number: int) -> bool:
        try:
            begin(orders[number])
        except DiscountAlreadyUsed:
            return False
        return True

    assert at_once(6, pay_for).count(True) == 1


@pytest.mark.django_db(transaction=True)
def test_a_lapsed_order_and_a_new_one_do_not_both_get_the_last_use() -> None:
    code = make_code(limit=1)
    product = make_product(stock=50)
    lapsed = paying(item(product))
    let_order_pass(lapsed, timedelta(hours=2))
    actions.end_hold(lapsed.order_id, cause="clock")
    fresh = [order(item(product), customerInfo=other_guest(number)).data["orderId"] for number in range(4)]
    orders = [lapsed, *Order.objects.filter(order_id__in=fresh)]

    def take(number: int) -> bool:
        try:
            begin(orders[number])
        except DiscountUsedUp:
            return False
        return True

    assert at_once(5, take).count(True) == 1
    assert Order.objects.with_code(code).count() == 1
