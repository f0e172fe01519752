"""Order validation: invalid items are refused with the field's path, and nothing is written."""

import json
from typing import Any

import pytest

from project.core.models import IdempotencyKey, Mail
from project.events.models import Event
from project.orders.models import Order
from tests.buying import GUEST, guest_body, item, new_key
from tests.factories import BEAD_OPTIONS, log_in, make_category, make_product, make_user
from tests.http import Answer, Api

pytestmark = pytest.mark.django_db


def refused(body: Any, *, language: str = "en") -> Answer:
    """Place the order, which must fail and leave no trace."""
    stock_events = Event.objects.count()
    answer = Api(language=language).post("/orders/create-guest-order", body, key=new_key())
    assert answer.body["success"] is False
    assert not Order.objects.exists()
    assert not Mail.objects.exists()
    assert not IdempotencyKey.objects.exists()
    assert Event.objects.count() == stock_events
    return answer


def test_unknown_product() -> None:
    answer = refused(guest_body(item(make_product()), {"productId": "nonsense", "quantity": 1}))

    assert answer.refusal == (409, "PRODUCT_UNAVAILABLE")
    assert answer.body["errors"] == {"items.1": "This product is not available"}


def test_hidden_product() -> None:
    product = make_product(is_visible=False)

    assert refused(guest_body(item(product))).refusal == (409, "PRODUCT_UNAVAILABLE")


def test_product_of_a_closed_category() -> None:
    product = make_product(category=make_category("closed", is_active=False))

    assert refused(guest_body(item(product))).refusal == (409, "PRODUCT_UNAVAILABLE")


def test_sold_out_product() -> None:
    answer = refused(guest_body(item(make_product(stock=0))))

    assert answer.refusal == (409, "OUT_OF_STOCK")
    assert answer.body["message"] == "There is not enough stock left for this order"


def test_more_than_there_is_also_when_spread_over_lines() -> None:
    product = make_product(stock=5, options=BEAD_OPTIONS)

    answer = refused(guest_body(item(product, 3), item(product, 3, size="big")))

    assert answer.refusal == (409, "OUT_OF_STOCK")
    assert set(answer.body["errors"]) == {"items.0", "items.1"}


@pytest.mark.parametrize(
    "choice",
    [
        {"origin": "UK"},
        {"origin": "Mars"},
        {"pendantType": "gold"},
        {"size": "rare"},
        {"size": "x" * 40},
    ],
)
def test_option_that_is_not_offered(choice: dict[str, str]) -> None:
    product = make_product(options=BEAD_OPTIONS)

    answer = refused(guest_body(item(product, 1, **choice)))

    assert answer.refusal == (409, "OPTION_UNAVAILABLE")


def test_certificate_that_is_not_offered() -> None:
    answer = refused(guest_body(item(make_product(), 1, xrayCertification=True)))

    assert answer.refusal == (409, "OPTION_UNAVAILABLE")


@pytest.mark.parametrize("quantity", [0, -1, -(10**30), 11, 100, 10**6, 10**30])
def test_quantity_below_one_or_beyond_sense(quantity: int) -> None:
    answer = refused(guest_body(item(make_product(stock=1000), quantity)))

    assert answer.refusal == (422, "INVALID_QUANTITY")


@pytest.mark.parametrize("quantity", [1.0, 1.5, "1", True, None, [1], {}])
def test_quantity_that_is_no_whole_number(quantity: Any) -> None:
    answer = refused(guest_body(item(make_product(), quantity)))

    assert answer.refusal == (422, "VALIDATION")
    assert set(answer.body["errors"]) == {"items.0.quantity"}


def test_negative_quantity_cannot_pay_for_another_line() -> None:
    dear, cheap = make_product(), make_product()

    assert refused(guest_body(item(dear, 2), item(cheap, -1))).refusal == (422, "INVALID_QUANTITY")


def test_no_items_and_too_many_items() -> None:
    product = make_product(stock=100)

    assert refused(guest_body()).refusal == (422, "VALIDATION")
    assert refused(guest_body(*[item(product)] * 21)).refusal == (422, "VALIDATION")
    assert refused({"customerInfo": GUEST}).refusal == (422, "VALIDATION")


@pytest.mark.parametrize(
    "amount",
    ["499", "1", "499.999", "500.001", "1e300"],
)
def test_foreign_amount_gets_the_fresh_quote(amount: str) -> None:
    product = make_product(price_paise=50_000)
    body = guest_body(item(product), amount="AMOUNT")

    answer = refused(json_with(body, amount))

    assert answer.refusal == (409, "PRICE_CHANGED")
    quote = answer.body["data"]
    assert quote["totalAmount"] == 500.0
    assert quote["lines"][0]["unitPrice"] == 500.0
    assert quote["lines"][0]["productId"] == product.public_id
    assert quote["currency"] == "INR"


def test_guest_without_an_amount_gets_the_quote_and_its_confirmation_makes_the_order() -> None:
    api, key = Api(), new_key()
    body = {"items": [item(make_product(price_paise=50_000))], "customerInfo": GUEST}
    path = "/orders/create-guest-order"

    unseen = api.post(path, body, key=key)

    assert unseen.refusal == (409, "PRICE_CHANGED")
    assert not Order.objects.exists()
    confirmed = body | {"amount": unseen.body["data"]["totalAmount"]}
    assert api.post(path, confirmed, key=key).data["amount"] == 500


def test_customer_without_an_amount_orders_at_the_price_of_now() -> None:
    api = Api(token=log_in(make_user()))
    address = {**GUEST["address"], "name": "Asha", "phone": "9876543210"}
    body = {"items": [item(make_product(price_paise=50_000), 2)], "shippingAddress": address}

    assert api.post("/orders/", body, key=new_key()).data["amount"] == 1000
    assert api.post("/orders/", body | {"amount": 999}).refusal == (409, "PRICE_CHANGED")


@pytest.mark.parametrize("amount", ["-1", "-500", "NaN", "Infinity", "-Infinity", "1e400", '"x"', "[]"])
def test_amount_that_is_none_is_refused_in_words(amount: str) -> None:
    body = guest_body(item(make_product()), amount="AMOUNT")

    english, hindi = refused(json_with(body, amount)), refused(json_with(body, amount), language="hi")

    assert english.refusal == hindi.refusal == (422, "VALIDATION")
    assert english.body["errors"] == {"amount": "Invalid order amount"}
    assert hindi.body["errors"] == {"amount": "ऑर्डर की राशि सही नहीं है"}


def json_with(body: dict[str, Any], amount: str) -> bytes:
    """Return the body with this literal as its amount."""
    return json.dumps(body).replace('"AMOUNT"', amount).encode()


def test_price_that_changed_after_the_quote_gets_the_fresh_quote() -> None:
    product = make_product(price_paise=50_000)
    seen = Api().post("/orders/quote", {"items": [item(product)]}).data["totalAmount"]
    product.price_paise = 60_000
    product.save()

    answer = refused(guest_body(item(product), amount=seen))

    assert answer.refusal == (409, "PRICE_CHANGED")
    assert answer.body["data"]["totalAmount"] == 600.0
    assert answer.body["message"] == "The price has changed. Please confirm the new total"


FIELDS = [
    ("firstName", "", "First name is required", "पहला नाम आवश्यक है"),
    ("firstName", "   ", "First name is required", "पहला नाम आवश्यक है"),
    ("email", "", "Email is required", "ईमेल आवश्यक है"),
    ("email", "asha", "Please enter a valid email address", "कृपया सही ईमेल पता दर्ज करें"),
    ("email", "a b@example.com", "Please enter a valid email address", "कृपया सही ईमेल पता दर्ज करें"),
    ("email", "a@example", "Please enter a valid email address", "कृपया सही ईमेल पता दर्ज करें"),
    ("email", "a@b.c\nBcc: x@y.zz", "Please enter a valid email address", "कृपया सही ईमेल पता दर्ज करें"),
    ("phone", "", "Phone is required", "फ़ोन आवश्यक है"),
    (
        "phone",
        "12345",
        "Please enter a valid 10-digit phone number",
        "कृपया 10 अंकों का सही फ़ोन नंबर दर्ज करें",
    ),
    (
        "phone",
        "98765432101",
        "Please enter a valid 10-digit phone number",
        "कृपया 10 अंकों का सही फ़ोन नंबर दर्ज करें",
    ),
    (
        "phone",
        "९८७६५४३२१",
        "Please enter a valid 10-digit phone number",
        "कृपया 10 अंकों का सही फ़ोन नंबर दर्ज करें",
    ),
]
ADDRESS_FIELDS = [
    ("street", "", "Street is required", "गली / मकान आवश्यक है"),
    ("city", " ", "City is required", "शहर आवश्यक है"),
    ("state", "", "State is required", "राज्य आवश्यक है"),
    ("pincode", "", "Pincode is required", "पिनकोड आवश्यक है"),
    ("pincode", "1234", "Please enter a valid 6-digit pincode", "कृपया 6 अंकों का सही पिनकोड दर्ज करें"),
    ("pincode", "012345", "Please enter a valid 6-digit pincode", "कृपया 6 अंकों का सही पिनकोड दर्ज करें"),
    ("pincode", "41100A", "Please enter a valid 6-digit pincode", "कृपया 6 अंकों का सही पिनकोड दर्ज करें"),
]


@pytest.mark.parametrize(("field", "value", "english", "hindi"), FIELDS)
def test_customer_field_is_refused_in_the_words_of_the_screens(
    field: str, value: str, english: str, hindi: str
) -> None:
    body = guest_body(item(make_product()), customerInfo=GUEST | {field: value})

    first, second = refused(body), refused(body, language="hi")

    assert first.refusal == second.refusal == (422, "VALIDATION")
    assert first.body["errors"] == {f"customerInfo.{field}": english}
    assert first.body["message"] == english
    assert second.body["errors"] == {f"customerInfo.{field}": hindi}


@pytest.mark.parametrize(("field", "value", "english", "hindi"), ADDRESS_FIELDS)
def test_address_field_is_refused_in_the_words_of_the_screens(
    field: str, value: str, english: str, hindi: str
) -> None:
    address = GUEST["address"] | {field: value}
    body = guest_body(item(make_product()), customerInfo=GUEST | {"address": address})

    first, second = refused(body), refused(body, language="hi")

    assert first.body["errors"] == {f"customerInfo.address.{field}": english}
    assert second.body["errors"] == {f"customerInfo.address.{field}": hindi}


def test_every_missing_field_is_named_at_once() -> None:
    answer = refused(guest_body(item(make_product()), customerInfo={"address": {}}))

    assert set(answer.body["errors"]) == {
        f"customerInfo.{field}"
        for field in (
            "firstName",
            "email",
            "phone",
            "address.street",
            "address.city",
            "address.state",
            "address.pincode",
        )
    }


@pytest.mark.parametrize(
    ("customer", "english", "hindi"),
    [
        ({"address": {}}, "Please fill in all required fields", "कृपया सभी आवश्यक जानकारी भरें"),
        (
            GUEST | {"email": "", "phone": " "},
            "Please fill in all required fields",
            "कृपया सभी आवश्यक जानकारी भरें",
        ),
        (
            GUEST | {"address": {"street": "", "state": "Delhi"}},
            "Please fill in complete shipping address",
            "कृपया डिलीवरी का पूरा पता भरें",
        ),
    ],
)
def test_several_missing_fields_are_one_sentence(customer: dict[str, Any], english: str, hindi: str) -> None:
    body = guest_body(item(make_product()), customerInfo=customer)

    assert refused(body).body["message"] == english
    assert refused(body, language="hi").body["message"] == hindi


@pytest.mark.parametrize(
    ("first", "last", "field"),
    [("x" * 200, "", "firstName"), ("क", "ख" * 200, "lastName"), ("x" * 60, "y" * 60, "lastName")],
)
def test_name_that_is_too_long_is_refused_and_never_cut(first: str, last: str, field: str) -> None:
    body = guest_body(item(make_product()), customerInfo=GUEST | {"firstName": first, "lastName": last})

    answer = refused(body, language="hi")

    label = {"firstName": "पहला नाम", "lastName": "उपनाम"}[field]
    assert answer.body["errors"] == {f"customerInfo.{field}": f"{label} बहुत लंबा है"}


@pytest.mark.parametrize(
    ("pincode", "state"),
    [
        ("411001", "Delhi"),
        ("110001", "Maharashtra"),
        ("799001", "Manipur"),
        ("533001", "Puducherry"),
        ("411001", "Goa"),
    ],
)
def test_pincode_of_another_state_is_refused(pincode: str, state: str) -> None:
    address = GUEST["address"] | {"pincode": pincode, "state": state}
    body = guest_body(item(make_product()), customerInfo=GUEST | {"address": address})

    english, hindi = refused(body), refused(body, language="hi")

    assert english.body["message"] == f"This pincode is not in {state}"
    assert hindi.body["errors"].keys() == {"customerInfo.address.pincode"}
    assert hindi.body["message"].startswith("यह पिनकोड")


def test_quote_refuses_the_same_things(api: Api) -> None:
    product = make_product(stock=1)

    def quote(*items: dict[str, Any]) -> tuple[int, str]:
        return api.post("/orders/quote", {"items": list(items)}).refusal

    assert quote(item(product, 2)) == (409, "OUT_OF_STOCK")
    assert quote(item(product, 0)) == (422, "INVALID_QUANTITY")
    assert quote({"productId": "x", "quantity": 1}) == (409, "PRODUCT_UNAVAILABLE")
    assert quote(item(product, 1, origin="Mars")) == (409, "OPTION_UNAVAILABLE")
