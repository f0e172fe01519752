"""A customer claims that a piece is proven fake: no more than was delivered, with the report."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from project.core.models import Mail
from project.orders.models import Order, OrderStatus
from project.returns.models.claim import Claim
from tests.accounts.login_helpers import code_to, wrong
from tests.buying import guest_body, item, new_key, place, proof
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.orders.order_helpers import bring, delivered
from tests.returns import return_helpers as returns
from tests.returns.claims.claim_helpers import CLAIM, claim, claimed, decide, new_code, shown, withdraw
from tests.reviews.review_helpers import photo
from tests.shop_settings import change_shop
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def test_claim_is_shown_on_the_order_and_mailed() -> None:
    order = delivered(quantity=3)
    version = shown(order)["version"]

    data = claim(order, item="1:2").data["order"]

    found = data["claims"][0]
    assert (found["line"], found["quantity"], found["status"], found["factor"]) == (1, 2, "opened", 5)
    assert (found["text"], found["payTo"]) == (CLAIM["text"], CLAIM["payTo"])
    assert (found["due"], found["refund"], found["transfer"]) == (None, None, None)
    assert (found["canWithdraw"], found["bankReference"], found["note"]) == (True, "", "")
    assert (data["status"], data["version"]) == ("delivered", version + 1)
    step = data["history"][-1]
    assert (step["kind"], step["data"]["claimId"]) == ("claim_opened", found["claimId"])
    assert step["data"]["payTo"] == "….rao@okbank"
    mail = Mail.objects.get(reference=order.topic, kind="claim_opened")
    assert found["claimId"] in mail.text and "5 times the price" in mail.text
    assert (mail.to, "….rao@okbank" in mail.text, CLAIM["payTo"] in mail.text) == (order.email, True, False)


def test_proof_of_the_order_alone_claims_no_money(media: Path) -> None:
    order, thief = delivered(), Api()

    assert claim(order, api=thief, code="123456").refusal == (400, "CODE_EXPIRED")
    thief.post(f"/orders/{order.order_id}/code", {"key": order.key})
    reading = code_to(order.email, "orders")
    assert claim(order, api=thief, code=reading).refusal == (400, "CODE_EXPIRED")
    code = new_code(order, thief)
    refusals = [claim(order, api=thief, code=wrong(code)).refusal for _ in range(5)]

    assert refusals == [(400, "CODE_WRONG")] * 4 + [(400, "CODE_TOO_MANY")]
    assert claim(order, api=thief, code=code).refusal == (400, "CODE_EXPIRED")
    assert not Claim.objects.exists()
    assert not media.exists() or list(media.iterdir()) == []


def test_code_outlasts_a_bad_photo_and_is_good_for_one_claim() -> None:
    order, browser = delivered(quantity=2), Api()
    code = new_code(order, browser)
    broken = SimpleUploadedFile("x.jpg", b"<html>", "image/jpeg")

    assert claim(order, api=browser, code=code, photos=[broken]).refusal == (422, "PHOTO_INVALID")
    assert claim(order, api=browser, code=code, Idempotency_Key="once").status == 200
    # The same request again is answered, whatever has become of its code.
    assert claim(order, api=browser, code=code, Idempotency_Key="once").status == 200
    assert claim(order, api=browser, code=code).refusal == (400, "CODE_EXPIRED")
    assert claim(order, api=browser, Idempotency_Key="once").status == 200
    assert Claim.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_code_at_once_opens_one_claim() -> None:
    order, browser = delivered(quantity=4), Api()
    code = new_code(order, browser)

    answers = at_once(4, lambda n: claim(order, api=browser, code=code).status)

    assert (answers.count(200), set(answers) - {200, 400, 409}) == (1, set())
    assert Claim.objects.count() == 1


def test_order_says_how_many_times_the_price_may_be_claimed_for_what() -> None:
    order = delivered(quantity=2)
    assert shown(order)["canClaim"] == {"factor": 5, "items": [{"line": 1, "quantity": 2}]}

    opened = claimed(order)
    assert shown(order)["canClaim"] is None
    decide(opened, "decline")
    assert shown(order)["canClaim"] == {"factor": 5, "items": [{"line": 1, "quantity": 2}]}


def test_what_was_promised_when_it_was_ordered_holds() -> None:
    change_shop(promises={"money_back_factor": 3})
    before = delivered()

    change_shop(promises={"money_back_factor": 0})
    after = delivered()

    assert shown(before)["canClaim"]["factor"] == 3
    claimed(before)
    assert shown(before)["claims"][0]["factor"] == 3
    assert shown(after)["canClaim"] is None
    assert claim(after).refusal == (409, "NOT_CLAIMABLE")


def test_photos_are_made_anew_and_served_to_nobody_who_keeps_them(media: Path) -> None:
    order = delivered()

    pictures = claim(order, photos=[photo(), photo("PNG", name="b.png")]).data["order"]["claims"][0]["photos"]

    assert [(picture["width"], picture["height"]) for picture in pictures] == [(60, 40), (60, 40)]
    assert len(list(media.iterdir())) == 4
    for address in (pictures[0]["url"], pictures[0]["thumbnail"]):
        response = Client().get(address)
        assert (response.status_code, response["Content-Type"]) == (200, "image/webp")
        assert (response["Cache-Control"], response["X-Robots-Tag"]) == ("private, max-age=3600", "noindex")
        response.close()


def test_without_a_photo_or_with_five_or_a_broken_one_nothing_is_left(media: Path) -> None:
    order = delivered()

    none = claim(order, photos=[])
    many = claim(order, photos=[photo() for _ in range(5)])
    broken = claim(order, photos=[photo(), SimpleUploadedFile("x.jpg", b"<html>", "image/jpeg")])

    assert none.refusal == (422, "VALIDATION")
    assert none.body["errors"] == {"photos": "Please add a photo of the report"}
    assert many.refusal == (422, "TOO_MANY_PHOTOS")
    assert (broken.refusal, list(broken.body["errors"])) == ((422, "PHOTO_INVALID"), ["photos.1"])
    assert not Claim.objects.exists()
    assert not media.exists() or list(media.iterdir()) == []


@pytest.mark.parametrize("status", [status for status in OrderStatus.values if status != "delivered"])
def test_only_what_was_delivered_can_be_claimed(status: str) -> None:
    order = bring(place(make_product()), status)

    assert claim(order).refusal == (409, "NOT_CLAIMABLE")
    assert shown(order)["canClaim"] is None


def test_there_is_no_last_day() -> None:
    assert claim(delivered(days_ago=3000)).status == 200


def test_more_than_was_bought_cannot_be_claimed() -> None:
    order = delivered(quantity=2)

    for wanted in ("1:3", "2:1", "99:1"):
        refused = claim(order, item=wanted)
        assert refused.refusal == (409, "NOT_CLAIMABLE"), wanted
        assert refused.body["message"] == "Not that many pieces of this order can be claimed"


BAD_INPUT: list[tuple[str, Any]] = [
    ("item", None),
    ("item", ""),
    ("item", "1:0"),
    ("item", "0:1"),
    ("item", "one"),
    ("item", "1:1; DROP"),
    ("item", "1:1\n"),
    ("item", "100:1"),
    ("item", "1:-1"),
    ("text", None),
    ("text", ""),
    ("text", "  \n "),
    ("text", "x" * 1001),
    ("code", None),
    ("payTo", None),
    ("payTo", ""),
    ("payTo", "asha"),
    ("payTo", "@okbank"),
    ("payTo", "a@okbank"),
    ("payTo", "asha@9bank"),
    ("payTo", "asha@b"),
    ("payTo", "asha rao@okbank"),
    ("payTo", "asha@okbank@more"),
    ("payTo", "आशा@okbank"),
    ("payTo", "a" * 65 + "@okbank"),
    ("payTo", "asha@" + "b" * 65),
    ("payTo", "asha@okbank<script>"),
]


def test_bad_input_names_its_field() -> None:
    order = delivered()

    for field, value in BAD_INPUT:
        answer = claim(order, **{field: value})
        assert answer.refusal == (422, "VALIDATION"), (field, value)
        assert list(answer.body["errors"]) == [field], (field, value)

    assert not Claim.objects.exists()


@pytest.mark.parametrize("pay_to", ["9876543210@ybl", "asha-rao_1.x@ok.bank-2", " asha@okbank ", "ab@cd"])
def test_upi_ids_as_banks_give_them_are_taken(pay_to: str) -> None:
    opened = claimed(delivered(), payTo=pay_to)

    assert opened.pay_to == pay_to.strip()


def test_faults_are_told_in_the_callers_language() -> None:
    order, hindi = delivered(), Api(language="hi")

    refused = claim(order, api=hindi, payTo="asha", text=" ")

    assert refused.body["errors"] == {
        "text": "कृपया लिखें कि प्रयोगशाला ने क्या पाया",
        "payTo": "कृपया सही UPI आईडी दर्ज करें, जैसे name@bank",
    }
    assert "दावा" in claim(order, api=hindi, item="2:1").body["message"]


def test_strangers_holders_of_the_link_and_staff_cannot_claim_for_somebody() -> None:
    order = delivered()
    path = f"/orders/{order.order_id}/claims"

    def sent(api: Api, **headers: str) -> tuple[int, str]:
        return api.form(path, CLAIM | {"photos": [photo()], "code": "123456"}, **headers).refusal

    assert sent(Api()) == (404, "NOT_FOUND")
    assert sent(Api(), X_Order_Key=order.key) == (404, "NOT_FOUND")
    assert sent(Api(token=log_in(make_user()))) == (404, "NOT_FOUND")
    for role in ("admin", "finance", "orders", "support"):
        assert sent(Api(token=log_in(make_user(role=role)))) == (403, "FORBIDDEN")
    assert not Claim.objects.exists()


def test_holder_of_the_link_sees_no_claims_and_staff_not_where_the_money_goes() -> None:
    order = delivered()
    claimed(order)
    path = f"/auth/orders/{order.order_id}"

    shared = Api().get(path, X_Order_Key=order.key).data["order"]
    staff = Api(token=log_in(make_user(role="support"))).get(f"/admin/orders/{order.order_id}").data

    assert (shared["claims"], shared["canClaim"]) == ([], None)
    assert staff["details"]["claims"][0]["payTo"] == ""
    assert staff["order"]["openClaims"] == 1


def test_claim_is_withdrawn_while_nobody_has_decided_and_its_pieces_may_be_claimed_again() -> None:
    order = delivered()
    first = claimed(order)
    assert claim(order).refusal == (409, "NOT_CLAIMABLE")

    for _ in range(2):
        row = withdraw(order, first).data["order"]["claims"][0]
        assert (row["status"], row["canWithdraw"], row["payTo"]) == ("withdrawn", False, "")

    assert [step["kind"] for step in shown(order)["history"][-2:]] == ["claim_opened", "claim_withdrawn"]
    assert claim(order).status == 200


def test_declined_claim_cannot_be_withdrawn_and_its_pieces_may_be_claimed_again() -> None:
    order = delivered()
    opened = claimed(order)
    decide(opened, "decline")

    assert withdraw(order, opened).refusal == (409, "INVALID_TRANSITION")
    assert claim(order).status == 200


def test_claim_of_another_order_is_not_withdrawn_here() -> None:
    mine, theirs = delivered(), delivered()
    opened = claimed(theirs)

    assert withdraw(mine, opened).refusal == (404, "NOT_FOUND")
    assert Api().post(f"/orders/{theirs.order_id}/claims/{opened.claim_id}/withdraw").status == 404
    opened.refresh_from_db()
    assert opened.status == "opened"


def test_lines_are_claimed_each_by_itself() -> None:
    product = make_product(stock=20)
    body = guest_body(item(product), item(make_product(), 2))
    order_id = Api().post("/orders/create-guest-order", body, key=new_key()).data["orderId"]
    order = bring(Order.objects.get(order_id=order_id), "delivered")

    claimed(order, item="1:1")
    assert shown(order)["canClaim"]["items"] == [{"line": 2, "quantity": 2}]
    assert claimed(order, item="2:1").quantity == 1
    assert [row["line"] for row in shown(order)["claims"]] == [1, 2]


def test_claimed_pieces_cannot_be_sent_back_and_pieces_that_go_back_may_still_be_claimed() -> None:
    order = delivered(quantity=2)
    opened = claimed(order)

    assert shown(order)["canReturn"]["items"] == [{"line": 1, "quantity": 1, "custom": False}]
    assert returns.ask(order, items=["1:2"]).refusal == (409, "NOT_RETURNABLE")
    assert returns.ask(order, items=["1:1"]).status == 200
    withdraw(order, opened)
    assert shown(order)["canReturn"]["items"] == [{"line": 1, "quantity": 1, "custom": False}]
    assert claim(order, item="1:2").status == 200
    assert shown(order)["canReturn"] is None


def test_same_claim_that_arrives_twice_is_made_once() -> None:
    order = delivered(quantity=2)

    first = claim(order, Idempotency_Key="one")
    again = claim(order, Idempotency_Key="one")
    other = claim(order, Idempotency_Key="one", text="Something else")

    assert (first.status, again.status) == (200, 200)
    assert other.refusal == (409, "IDEMPOTENCY_MISMATCH")
    assert Claim.objects.filter(order=order).count() == 1
    assert Mail.objects.filter(kind="claim_opened").count() == 1


@pytest.mark.django_db(transaction=True)
def test_last_piece_is_claimed_once_by_many_at_once(media: Path) -> None:
    order = delivered()

    browsers = [Api() for _ in range(5)]
    codes = [new_code(order, browser) for browser in browsers]

    statuses = at_once(5, lambda n: claim(order, api=browsers[n], code=codes[n]).status)

    assert sorted(statuses) == [200, 409, 409, 409, 409]
    assert Claim.objects.count() == 1
    assert len(list(media.iterdir())) == 2


@pytest.mark.django_db(transaction=True)
def test_last_piece_is_claimed_or_sent_back_by_who_asks_for_both_at_once() -> None:
    for _ in range(3):
        order = delivered()

        def act(number: int, order: Order = order) -> int:
            return (returns.ask(order) if number else claim(order)).status

        claim_status, return_status = at_once(2, act)

        # A piece that goes back may be claimed, too; one that is claimed does not go back.
        assert claim_status == 200
        assert return_status in (200, 409)
        assert order.returns.count() == (return_status == 200)


def test_what_is_told_to_the_owner_holds_the_claim_and_its_photos() -> None:
    order = delivered()
    claimed(order)

    data = Api().post("/data/download", {"email": order.email}, **proof(order)).data

    told = data["orders"][0]["claims"][0]
    assert (told["text"], told["payTo"], len(told["photos"])) == (CLAIM["text"], CLAIM["payTo"], 1)
