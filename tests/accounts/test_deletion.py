"""One's own data: all of it to take away, none of it left behind but what the law asks for."""

import json
from datetime import timedelta

import pytest

from project.accounts.models import Address, EmailCode, Token, User
from project.cart.models import Cart, Wishlist
from project.core.models import Mail
from project.events.models import Event
from project.orders.models import Order
from tests.accounts.login_helpers import SAVED, code_to, let_code_pass, signed_in, wrong
from tests.buying import item, new_key, total_of
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.invoices.document_helpers import make_due, pdf_bytes, says
from tests.orders.order_helpers import bring
from tests.returns.return_helpers import ask as ask_to_return
from tests.threads import at_once

pytestmark = pytest.mark.django_db

DELIVERY = {
    "name": "Asha Rao",
    "phone": "9876543210",
    "street": "12 MG Road",
    "city": "Pune",
    "state": "Maharashtra",
    "pincode": "411001",
}


def order_of(api: Api) -> Order:
    bead = item(make_product())
    body = {"items": [bead], "shippingAddress": DELIVERY, "amount": total_of(bead)}
    return Order.objects.get(order_id=api.post("/orders/", body, key=new_key()).data["orderId"])


def ask(api: Api) -> Answer:
    return api.post("/auth/confirm/send-otp", {"purpose": "delete"})


def delete(api: Api, code: str) -> Answer:
    return api.post("/auth/account/delete", {"proof": {"otp": code}})


def test_download_holds_everything_we_keep_and_nobody_elses() -> None:
    user, api = signed_in(name="Asha Rao", phone="9876543210")
    api.post("/auth/addresses", SAVED)
    order = order_of(api)
    _, stranger = signed_in()
    order_of(stranger)

    data = api.get("/auth/data").data

    assert data["profile"]["email"] == user.email
    assert [address["street"] for address in data["addresses"]] == ["12 MG Road"]
    assert len(data["sessions"]) == 1
    assert [kept["orderId"] for kept in data["orders"]] == [order.order_id]
    assert data["orders"][0]["shippingAddress"]["city"] == "Pune"
    assert [mail["subject"] for mail in data["mails"]] == [f"We have received your order {order.order_id}"]
    assert {"cart", "wishlist", "reviews", "downloadedAt"} <= set(data)


def test_cart_and_wishlist_are_downloaded_and_go_with_the_account() -> None:
    user, api = signed_in()
    put_aside, wished = make_product(title_en="A cart's bead"), make_product(title_en="A wished bead")
    api.post("/cart/lines", item(put_aside, 2))
    api.post("/auth/wishlist", {"productId": wished.public_id})
    data = api.get("/auth/data").data
    ask(api)

    delete(api, code_to(user.email, "delete"))

    assert [(line["product"], line["quantity"]) for line in data["cart"]] == [("A cart's bead", 2)]
    assert [wish["product"] for wish in data["wishlist"]] == ["A wished bead"]
    assert not Cart.objects.filter(user=user).exists()
    assert not Wishlist.objects.filter(user=user).exists()


def test_download_tells_of_the_invoice_and_of_what_went_back() -> None:
    _, api = signed_in()
    order = bring(order_of(api), "delivered")
    [invoice] = make_due()
    ask_to_return(order, api=api)

    [kept] = api.get("/auth/data").data["orders"]

    assert kept["invoice"]["number"] == invoice.number
    assert [request["text"] for request in kept["returns"]] == ["The thread was torn."]


def test_invoice_outlives_the_account() -> None:
    user, api = signed_in()
    order = bring(order_of(api), "confirmed")
    [invoice] = make_due()
    printed = pdf_bytes(invoice)
    ask(api)

    delete(api, code_to(user.email, "delete"))

    invoice.refresh_from_db()
    assert invoice.order == order
    assert says(invoice).buyer.name == "Asha Rao"
    assert pdf_bytes(invoice) == printed


def test_download_holds_no_key_to_anything() -> None:
    user, api = signed_in()
    order = order_of(api)

    Api().post("/auth/send-otp", {"email": user.email})
    text = json.dumps(api.get("/auth/data").data)

    assert code_to(user.email) not in text
    assert order.key not in text
    assert api.token not in text
    assert Token.objects.get(user=user).digest not in text


def test_deletion_erases_the_person_and_keeps_the_orders() -> None:
    user, api = signed_in(name="Asha Rao", phone="9876543210")
    other_device = Api(token=log_in(user))
    email, public_id = user.email, user.public_id
    api.post("/auth/addresses", SAVED)
    order = order_of(api)
    ask(api)

    answer = delete(api, code_to(email, "delete"))

    assert answer.status == 200
    user.refresh_from_db()
    assert (user.name, user.phone, user.is_active, user.has_usable_password()) == ("", "", False, False)
    assert user.email == f"{public_id.lower()}@deleted.invalid"
    assert not Address.objects.filter(user=user).exists()
    assert not Token.objects.filter(user=user).exists()
    assert not EmailCode.objects.filter(email=email).exists()
    for device in (api, other_device):
        assert device.get("/auth/profile").refusal == (401, "TOKEN_REFUSED")
    order.refresh_from_db()
    assert (order.name, order.user_id) == ("Asha Rao", user.pk)
    assert [mail.kind for mail in Mail.objects.filter(to=email).order_by("pk")] == [
        "order_received",
        "account_deleted",
    ]
    topics = [topic for event in Event.objects.filter(subject=f"user:{public_id}") for topic in event.topics]
    assert f"session:{user.pk}" in topics


def test_address_is_free_again_and_its_new_account_knows_nothing_of_the_old() -> None:
    user, api = signed_in()
    email = user.email
    order = order_of(api)
    ask(api)
    delete(api, code_to(email, "delete"))

    again = Api()
    again.post("/auth/send-otp", {"email": email})
    login = again.post("/auth/verify-otp", {"email": email, "otp": code_to(email)})

    assert login.data["user"]["_id"] != user.public_id
    fresh = Api(token=login.data["token"])
    assert fresh.get(f"/auth/orders/{order.order_id}").refusal == (404, "NOT_FOUND")
    assert fresh.get("/auth/data").data["orders"] == []


def test_wrong_five_times_and_expired_codes_delete_nothing() -> None:
    user, api = signed_in()
    ask(api)
    code = code_to(user.email, "delete")
    refusals = [delete(api, wrong(code)).refusal for _ in range(5)]
    assert refusals == [(400, "CODE_WRONG")] * 4 + [(400, "CODE_TOO_MANY")]
    assert delete(api, code).refusal == (400, "CODE_EXPIRED")

    let_code_pass(user.email, timedelta(seconds=31))
    ask(api)
    let_code_pass(user.email, timedelta(minutes=10))
    assert delete(api, code_to(user.email, "delete")).refusal == (400, "CODE_EXPIRED")
    assert User.objects.get(pk=user.pk).is_active


def test_code_of_one_user_does_not_delete_another() -> None:
    user, api = signed_in()
    _, thief = signed_in()
    ask(api)

    assert delete(thief, code_to(user.email, "delete")).refusal == (400, "CODE_EXPIRED")


@pytest.mark.parametrize("role", ["support", "admin"])
def test_staff_cannot_delete_themselves(role: str) -> None:
    _, api = signed_in(role=role)

    assert ask(api).refusal == (403, "FORBIDDEN")
    assert delete(api, "123456").refusal == (403, "FORBIDDEN")


@pytest.mark.django_db(transaction=True)
def test_one_code_used_many_times_at_once_deletes_once() -> None:
    user = make_user()
    api = Api(token=log_in(user))
    ask(api)
    code = code_to(user.email, "delete")

    statuses = at_once(4, lambda number: delete(api, code).status)

    assert statuses.count(200) == 1
    assert set(statuses) <= {200, 400, 401}
    assert Event.objects.filter(name="user.deleted").count() == 1


@pytest.mark.django_db(transaction=True)
def test_address_saved_while_the_account_is_deleted_leaves_nothing_behind() -> None:
    user = make_user()
    deleting, saving = (Api(token=log_in(user)) for _ in range(2))
    ask(deleting)
    code = code_to(user.email, "delete")

    def arrive(number: int) -> int:
        if number:
            return saving.post("/auth/addresses", SAVED).status
        return delete(deleting, code).status

    deleted, saved = at_once(2, arrive)

    assert deleted == 200
    assert saved in (200, 401)
    assert not Address.objects.filter(user=user).exists()
