"""Packing slips and address labels: one page an order, in one file, with the way back to the order."""

import pytest
from django.test import Client
from django.utils import timezone

from project.cod import actions as cod
from project.orders.models import Order
from project.orders.piece_certificates import give_certificate
from tests.buying import place
from tests.catalog.test_certificates import certify
from tests.cod.cash_helpers import choose, confirmed, delivered, guest, offer_cash, sent
from tests.factories import log_in, make_product, make_user
from tests.invoices.pdf_reading import page_texts
from tests.orders.order_helpers import bring

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]


def client(role: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {log_in(make_user(role=role))}"})


@pytest.mark.parametrize("kind", ["slip", "label"])
def test_each_order_has_its_page_in_the_order_asked_for_and_no_prices(kind: str) -> None:
    product = make_product(price_paise=77_700)
    orders = [bring(place(product, 2), "packaging"), place(product)]
    wanted = ",".join(order.order_id for order in reversed(orders))

    answer = client("support").get(f"/api/admin/slips.pdf?kind={kind}&orders={wanted},AKS-NONE")

    pages = page_texts(answer.content)
    assert answer["Content-Type"] == "application/pdf"
    assert f'filename="{kind}s-{timezone.localdate()}.pdf"' in answer["Content-Disposition"]
    assert all(order.order_id in page for order, page in zip(reversed(orders), pages, strict=True))
    assert all("Asha Rao" in page and "411001" in page and "777" not in page for page in pages)


def test_only_those_who_move_orders_print_and_nothing_is_no_file() -> None:
    assert client("finance").get("/api/admin/slips.pdf?orders=AKS-1").status_code == 403
    assert client("admin").get("/api/admin/slips.pdf?orders=AKS-1").status_code == 404
    assert client("admin").get("/api/admin/slips.pdf?orders=").status_code == 422


@pytest.mark.parametrize("kind", ["slip", "label"])
def test_courier_reads_in_both_languages_what_to_collect_but_only_while_it_is_due(kind: str) -> None:
    offer_cash()
    english, hindi, collected, refused = (confirmed(customerInfo=guest(number)) for number in range(4))
    Order.objects.filter(pk=hindi.pk).update(language="hi")
    delivered(collected)
    cod.refuse(sent(refused).order_id, note="", actor="")
    chosen = place(make_product(price_paise=50_000))
    choose(chosen)
    orders = [english, hindi, chosen, collected, refused, bring(place(make_product()), "packaging")]

    answer = client("support").get(
        f"/api/admin/slips.pdf?kind={kind}&orders={','.join(order.order_id for order in orders)}"
    )

    pages = page_texts(answer.content)
    wanted = ("To be collected by the courier", "कूरियर द्वारा ली जाने वाली राशि", "₹549")
    assert [[text in page for text in wanted] for page in pages] == [[True] * 3] * 2 + [[False] * 3] * 4


def test_slip_names_the_certificate_of_each_piece() -> None:
    product = make_product()
    order = bring(place(product, 2), "packaging")
    for piece, number in enumerate(("SGL-1", "SGL-2"), start=1):
        certify(product, number)
        give_certificate(order.order_id, line=1, piece=piece, number=number, actor="")

    answer = client("support").get(f"/api/admin/slips.pdf?kind=slip&orders={order.order_id}")

    (page,) = page_texts(answer.content)
    assert "Certificate SGL-1, SGL-2" in page


def test_slip_says_where_to_write_when_a_piece_is_missing() -> None:
    order = bring(place(make_product()), "packaging")

    answer = client("support").get(f"/api/admin/slips.pdf?kind=slip&orders={order.order_id}")

    assert "care@akshamala.example · +91 00000 00000" in page_texts(answer.content)[0]


def test_longest_address_with_cash_to_collect_fits_on_one_label() -> None:
    offer_cash()
    longest = guest(0) | {"firstName": "Venkata" * 8, "lastName": "Subramaniam" * 5}
    longest["address"] = longest["address"] | {"street": "Sample Road " * 8, "city": "Thiruvananthapuram"}
    order = confirmed(customerInfo=longest)

    answer = client("support").get(f"/api/admin/slips.pdf?kind=label&orders={order.order_id}")

    (page,) = page_texts(answer.content)
    assert order.order_id in page
