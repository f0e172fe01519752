"""The lock of a payment is taken after its order's, and shows both as they are by then."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from project.orders.actions import lock_order
from project.payments.models import Payment
from project.payments.shared.row_locks import lock_payment
from tests.buying import place, start
from tests.factories import make_product
from tests.sandbox_process import SandboxProcess
from tests.waiting import eventually

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.production_stack]


def read_locked(payment_pk: int) -> tuple[str, str]:
    """Return what payment and order say once they are locked."""
    try:
        with transaction.atomic():
            payment = lock_payment(payment_pk)
            return payment.provider_state, payment.order.hold_network
    finally:
        connection.close()


def somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def test_payment_is_free_until_its_order_is_locked(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            order = lock_order(payment.order.order_id)
            assert order is not None
            waiting = pool.submit(read_locked, payment.pk)
            eventually(somebody_waits)
            # Refused if the other one had locked it before the order.
            locked = Payment.objects.select_for_update(nowait=True).get(pk=payment.pk)
            locked.bump(provider_state="NEWER")
            order.store(hold_network="10.1.0.0/24")
        assert waiting.result() == ("NEWER", "10.1.0.0/24")
