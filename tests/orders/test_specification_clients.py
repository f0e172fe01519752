"""The clients of the shop's two specifications: every path, with the bodies as they are written there."""

import base64
from typing import Any

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.orders.models import Order
from tests.accounts.login_helpers import PASSWORD, code_to, with_password
from tests.buying import GUEST, check, item, pay_call, place, proof, start, total_of
from tests.catalog.staff_helpers import photo, product_body
from tests.factories import log_in, make_category, make_product, make_user
from tests.http import Api
from tests.orders.order_helpers import advance_order, pay
from tests.sandbox_process import SandboxProcess

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]

PERSON: dict[str, Any] = {
    "customerName": "Asha Rao",
    "customerEmail": "asha@example.com",
    "customerPhone": "9876543210",
}
SHIPPING: dict[str, Any] = {
    "name": "Asha Rao",
    "email": "asha@example.com",
    "phone": "9876543210",
    "address": "12 MG Road",
    "city": "Pune",
    "state": "Maharashtra",
    "pincode": "411001",
}


def test_account_is_opened_used_and_left() -> None:
    api = Api()
    fields = {"name": "Asha Rao", "email": "new@example.com", "phone": "9876543210", "password": PASSWORD}
    assert api.post("/auth/register", fields).status == 200
    api.post("/auth/register", fields | {"otp": code_to("new@example.com", "register")})
    assert api.post("/auth/send-otp", {"email": "new@example.com"}).status == 200
    logged_in = api.post("/auth/verify-otp", {"email": "new@example.com", "otp": code_to("new@example.com")})
    assert {"user", "token"} <= logged_in.data.keys()
    user = with_password()
    # In another browser: a login ends the session that its browser had.
    assert Api().post("/auth/login", {"email": user.email, "password": PASSWORD}).status == 200

    api.token = logged_in.data["token"]
    assert api.get("/auth/profile").data["user"]["email"] == "new@example.com"
    profile = {"name": "Asha R", "phone": "9876543211", "address": GUEST["address"]}
    assert api.other("PUT", "/auth/profile", profile).data["user"]["name"] == "Asha R"
    product = make_product()
    assert api.post("/auth/wishlist", {"productId": product.public_id}).status == 200
    assert [each["_id"] for each in api.get("/auth/wishlist").data["wishlist"]] == [product.public_id]
    assert api.other("DELETE", f"/auth/wishlist/{product.public_id}").status == 200
    assert api.post("/auth/logout").status == 200


def test_catalogue_is_read() -> None:
    api = Api()
    category = make_category()
    product = make_product(is_featured=True)

    for name in ("featured", "trending", "new-arrivals"):
        assert "products" in api.get(f"/products/{name}", {"limit": 6}).data
    assert api.get("/categories").data["categories"]
    assert api.get(f"/categories/{category.slug}").data["category"]["slug"] == category.slug
    wanted = {"page": 1, "limit": 12, "minPrice": 100, "maxPrice": 20000, "isFeatured": "true"}
    for order in ("price-low", "price-high", "name"):
        found = api.get("/products", wanted | {"category": category.public_id, "sortBy": order}).data
        assert [each["_id"] for each in found["products"]] == [product.public_id]
        assert found["pagination"]["totalPages"] == 1
    assert api.get("/products", {"category": category.slug}).data["products"]
    for path in (f"/products/{product.slug}", f"/products/id/{product.public_id}"):
        assert api.get(path).data["product"]["_id"] == product.public_id


def test_guest_orders_pays_and_tracks(provider: SandboxProcess) -> None:
    api = Api()
    product = make_product()
    chosen = item(product, 2, origin="Nepal", xrayCertification=False, pendantType="none", size="regular")
    amount = total_of(chosen)
    placed = api.post(
        "/orders/create-guest-order", {"items": [chosen], "customerInfo": GUEST, "amount": amount}
    ).data
    assert placed["amount"] == amount

    payment = PERSON | {"amount": placed["amount"], "orderId": placed["orderId"], "userId": "guest"}
    opened = api.post("/phonepe/create-order", payment).data
    assert {"transactionId", "paymentUrl", "phonepeTransactionId"} <= opened.keys()
    status = api.get(f"/phonepe/status-check/{opened['transactionId']}").body
    assert status["result"]["data"]["state"] == "PENDING"
    provider.settle(opened["transactionId"], "success")
    verified = api.post("/payments/verify-phonepe", {"merchantTransactionId": opened["transactionId"]})
    assert verified.body["success"] is True
    status = api.get(f"/phonepe/status-check/{opened['transactionId']}").body
    assert status["result"]["data"] == {
        "state": "COMPLETED",
        "code": "PAYMENT_SUCCESS",
        "orderId": placed["orderId"],
        "amount": amount,
    }
    tracked = api.get("/orders/track/asha@example.com").data["orders"]
    assert [order["orderId"] for order in tracked] == [placed["orderId"]]


def test_customer_orders_at_the_shops_price_and_reads_the_order(provider: SandboxProcess) -> None:
    user = make_user(email="asha@example.com")
    api = Api(token=log_in(user))
    product = make_product(price_paise=50_000)

    placed = api.post(
        "/orders/", {"items": [item(product)], "shippingAddress": SHIPPING, "paymentType": "phonepe"}
    ).data
    assert placed["amount"] == total_of(item(product))
    body = PERSON | {"amount": placed["amount"], "orderId": placed["orderId"], "userId": user.public_id}
    opened = api.post("/phonepe/create-order", body).data
    provider.settle(opened["transactionId"], "success")
    api.post("/payments/verify-phonepe", {"merchantTransactionId": opened["transactionId"]})
    advance_order(Order.objects.get(), "processing", "packaging", "dispatched")

    shown = api.get(f"/auth/orders/{placed['orderId']}").data["order"]
    assert shown["trackingNumber"] == "AB1234"
    assert shown["items"][0]["product"] == {
        "_id": product.public_id,
        "slug": product.slug,
        "title": product.title_en,
        "mainImage": product.main_image,
    }
    assert api.get("/auth/orders").data["orders"][0]["items"][0]["product"]["_id"] == product.public_id
    details = {"items": [{"name": "Bead", "quantity": 1, "price": 500}], "deliveryAddress": SHIPPING}
    invoice = {"customerEmail": user.email, "customerName": "Asha Rao", "orderDetails": details}
    assert api.post(f"/phonepe/send-invoice/{opened['transactionId']}", invoice).body["success"] is True


def test_admin_keeps_the_shop(settings: Settings, tmp_path: Any, provider: SandboxProcess) -> None:
    settings.MEDIA_ROOT = tmp_path
    admin = Api(token=log_in(make_user(role="admin")))
    assert {"totalUsers", "totalOrders", "recentOrders"} <= admin.get("/admin/dashboard").data.keys()
    picture = "data:image/png;base64," + base64.b64encode(photo("PNG")).decode()
    [upload] = admin.post("/admin/test-upload", {"images": [picture]}).body["data"]
    product = admin.post("/admin/products", product_body(images=[upload["url"], picture])).data["product"]
    changed = product_body(title={"en": "Seven Mukhi"}, images=product["images"])
    assert admin.other("PUT", f"/admin/products/{product['_id']}", changed).status == 200
    assert admin.get("/admin/products").data["products"]
    assert admin.other("DELETE", f"/admin/products/{product['_id']}").status == 200
    fields = {"name": "Threads", "description": "To wear", "icon": "x", "isActive": True, "sortOrder": 1}
    category = admin.post("/admin/categories", fields | {"image": upload["url"]}).data["category"]
    assert admin.get("/admin/categories").data["categories"]
    assert admin.other("PUT", f"/admin/categories/{category['_id']}", fields).status == 200
    assert admin.other("DELETE", f"/admin/categories/{category['_id']}").status == 200
    assert admin.get("/admin/users").data["users"]

    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    order = check(payment).order
    assert admin.get("/admin/orders").data["orders"][0]["orderId"] == order.order_id
    assert (
        admin.other("PUT", f"/admin/orders/{order.order_id}/status", {"status": "processing"}).status == 200
    )
    filters = {"page": 1, "limit": 20, "status": "processing", "paymentStatus": "paid", "search": "asha"}
    listed = admin.get("/admin-orders/orders", filters | {"startDate": "2020-01-01", "endDate": "2099-01-01"})
    assert len(listed.data["orders"]) == 1 and listed.data["pagination"]["totalPages"] == 1
    step = {
        "status": "packaging",
        "notes": "x",
        "trackingNumber": "AB1",
        "estimatedDelivery": f"{timezone.localdate()}",
    }
    assert admin.other("PATCH", f"/admin-orders/orders/{order.order_id}/status", step).status == 200
    filters = {"page": 1, "limit": 20, "status": "SUCCESS", "minAmount": 1, "maxAmount": 100000}
    found = admin.get("/transactions", filters).data
    assert len(found["transactions"]) == 1 and found["pagination"]["totalTransactions"] == 1
    path = f"/transactions/{payment.transaction_id}"
    assert admin.get(path).data["transaction"]["transactionId"] == payment.transaction_id
    refund = {"amount": 100, "reason": "customer_request", "notes": "x"}
    assert admin.post(f"{path}/refund", refund).status == 200


def test_birth_details_are_read() -> None:
    birth = {"dateOfBirth": "2000-02-29", "timeOfBirth": "06:30", "placeOfBirth": "Pune"}

    assert Api().post("/astrology/zodiac-sign", birth).body["success"] is True
    assert {"vedicChart", "source"} <= Api().post("/astrology/vedic-chart", birth).data.keys()


# -- What these clients must not get -------------------------------------------------------------


def test_an_invented_order_is_not_paid(provider: SandboxProcess) -> None:
    body = PERSON | {"amount": 500, "orderId": "GUEST-1764300000-x7k2", "userId": "guest"}

    assert Api().post("/phonepe/create-order", body).status == 404


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount": 499},
        {"amount": None},
        {"customerEmail": "other@example.com"},
        {"customerPhone": "9876543211"},
        {"customerPhone": ""},
    ],
)
def test_guest_who_does_not_know_all_of_the_order_cannot_pay_or_learn_of_it(
    provider: SandboxProcess, wrong: dict[str, Any]
) -> None:
    order = place(make_product(price_paise=50_000))
    body = {"orderId": order.order_id, "amount": order.total_paise / 100} | PERSON
    assert Api().post("/phonepe/create-order", body).status == 200

    assert Api().post("/phonepe/create-order", body | wrong).status == 404


@pytest.mark.parametrize("phone", ["+91 98765-43210", "098765 43210", "९८७६५४३२१०"])
def test_guest_pays_with_the_phone_number_as_it_was_typed_for_the_order(
    provider: SandboxProcess, phone: str
) -> None:
    order = place(make_product(), customerInfo=GUEST | {"phone": phone})
    body = {"orderId": order.order_id, "amount": order.total_paise / 100} | PERSON

    assert Api().post("/phonepe/create-order", body | {"customerPhone": phone}).status == 200


def test_tracking_by_path_is_redacted_and_counted_with_the_other(settings: Settings) -> None:
    settings.RATE_LIMIT_FACTOR = 1
    order = place(make_product())
    pay(order)
    api = Api()

    bare = api.get("/orders/track/Asha@Example.com").data
    whole = api.get("/orders/track/asha@example.com", **proof(order)).data

    assert bare["accessToken"] is None
    assert (bare["orders"][0]["items"], bare["orders"][0]["totalAmount"]) == (None, None)
    assert whole["orders"][0]["items"] is not None
    assert api.get("/orders/track/nobody@example.com").status == 404
    assert api.get("/orders/track/no-address").status == 422
    for _ in range(9):
        api.post("/orders/track", {"email": "asha@example.com"})
    assert api.get("/orders/track/asha@example.com").status == 429
    assert pay_call(order).status == 409
