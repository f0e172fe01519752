"""Ids, codes, phone numbers and pincodes are understood however people type them."""

import pytest

from project.core.identifiers import plain_digits, typed_id
from tests.accounts.login_helpers import code_to, signed_in
from tests.buying import GUEST, pay_call, place, start
from tests.factories import make_product
from tests.http import Api
from tests.sandbox_process import SandboxProcess

HINDI = str.maketrans("0123456789", "०१२३४५६७८९")


def test_digits_of_other_scripts_are_digits() -> None:
    assert plain_digits("पिन ४११००१, ٤") == "पिन 411001, 4"
    assert typed_id(" aks-१२ab ") == "AKS-12AB"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "phone", ["9876543210", "+91 98765 43210", "919876543210", "09876543210", "९८७६५४३२१०", "+९१९८७६५४३२१०"]
)
def test_phone_number_is_understood_with_what_stands_in_front(phone: str) -> None:
    assert place(make_product(), customerInfo=GUEST | {"phone": phone}).phone == "9876543210"


@pytest.mark.django_db
def test_pincode_in_devanagari_is_a_pincode() -> None:
    pincode = "411001".translate(HINDI)
    address = GUEST["address"] | {"pincode": pincode}

    assert place(make_product(), customerInfo=GUEST | {"address": address}).address["pincode"] == "411001"
    assert Api().get(f"/pincodes/{pincode}").body == Api().get("/pincodes/411001").body


@pytest.mark.django_db
def test_code_in_devanagari_logs_in() -> None:
    api = Api()
    api.post("/auth/send-otp", {"email": "asha@example.com"})
    code = code_to("asha@example.com").translate(HINDI)

    assert api.post("/auth/verify-otp", {"email": "asha@example.com", "otp": code}).status == 200


@pytest.mark.django_db
def test_order_and_payment_are_found_by_ids_in_lower_case(provider: SandboxProcess) -> None:
    order = place(make_product())
    payment = start(order)
    typed = order.order_id.lower().translate(HINDI)
    number = payment.transaction_id.lower()

    shown = Api().get(f"/auth/orders/{typed}", X_Order_Key=order.key)
    assert shown.data["order"]["orderId"] == order.order_id
    assert pay_call(order, orderId=typed).data["transactionId"] == payment.transaction_id
    assert Api().get(f"/phonepe/status-check/{number}").data["transactionId"] == payment.transaction_id
    verified = Api().post("/payments/verify-phonepe", {"merchantTransactionId": number})
    assert verified.data["transactionId"] == payment.transaction_id


@pytest.mark.django_db
def test_wish_without_a_product_is_refused() -> None:
    _, api = signed_in()

    assert api.post("/auth/wishlist", {}).refusal == (422, "VALIDATION")
    assert api.post("/auth/wishlist", {"productId": ""}).refusal == (422, "VALIDATION")
    assert api.post("/auth/wishlist", {"productIds": []}).status == 200


@pytest.mark.django_db
def test_another_address_in_the_profile_is_refused_and_ones_own_is_not() -> None:
    user, api = signed_in()

    refusal = api.other("PUT", "/auth/profile", {"name": "New", "email": "other@example.com"})

    assert refusal.refusal == (422, "VALIDATION")
    assert set(refusal.body["errors"]) == {"email"}
    user.refresh_from_db()
    assert user.name != "New"
    assert api.other("PUT", "/auth/profile", {"name": "New", "email": user.email}).status == 200
