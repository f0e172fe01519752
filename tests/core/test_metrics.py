"""Figures for Prometheus: who may read them, and that what a caller writes is not kept in them."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from prometheus_client.parser import text_string_to_metric_families
from pytest_django.fixtures import Settings

from project import __version__
from project.backoffice.health import page
from project.payments.models import PaymentStatus
from tests.buying import pay, place, start
from tests.factories import make_product
from tests.http import Api
from tests.sandbox_process import SandboxProcess

TOKEN = {"Authorization": "Bearer of figures"}


@pytest.fixture(autouse=True)
def token(settings: Settings) -> None:
    settings.METRICS_TOKEN = "of figures"


def figures() -> dict[tuple[str, ...], float]:
    """Return the figures by name and labels."""
    text = Client().get("/metrics", headers=TOKEN).content.decode()
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "of figures"}])
def test_without_the_token_there_are_no_figures(headers: dict[str, str]) -> None:
    assert Client().get("/metrics", headers=headers).status_code == 404


@pytest.mark.django_db
def test_prometheus_reads_a_container_by_the_containers_own_address() -> None:
    elsewhere = {**TOKEN, "Host": "10.2.3.4:8000"}

    assert Client().get("/metrics", headers=elsewhere).status_code == 200
    assert Client().get("/healthz", headers=elsewhere).status_code == 400


@pytest.mark.django_db
def test_without_a_token_set_nobody_is_let_in(settings: Settings) -> None:
    settings.METRICS_TOKEN = ""

    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.django_db
def test_version_of_the_shop_is_among_the_figures() -> None:
    assert figures()["akshamala_build_info", __version__] == 1


@pytest.mark.django_db
def test_requests_are_counted_by_route_not_by_path(api: Api) -> None:
    counted = ("akshamala_requests_total", "GET", "/api/products/<slug>", "404")
    before = figures().get(counted, 0)

    api.get("/products/one-bead")
    api.get("/products/another")

    after = figures()
    assert after[counted] == before + 2
    assert not any("another" in part for key in after for part in key)


@pytest.mark.django_db
def test_made_up_methods_share_one_figure() -> None:
    for number in range(3):
        Client().generic(f"MADEUP{number}", "/healthz")

    methods = {key[1] for key in figures() if key[0] == "akshamala_requests_total"}
    assert "other" in methods and not any("MADEUP" in method for method in methods)


@pytest.mark.django_db
def test_payments_are_counted_by_state_from_the_rollup(provider: SandboxProcess) -> None:
    product = make_product(stock=10)
    pay(place(product), provider)
    start(place(product))

    page.set_gauges()
    with CaptureQueriesContext(connection) as captured:
        page.set_gauges()
    reads = [query["sql"] for query in captured if '"payments_payment"' in query["sql"]]

    found = {key[1]: value for key, value in figures().items() if key[0] == "akshamala_payments"}
    assert set(found) == set(PaymentStatus)
    assert {status for status, count in found.items() if count} == {"PENDING", "SUCCESS"}
    assert (found["PENDING"], found["SUCCESS"]) == (1, 1)
    # Never a count of all payments: there may be millions.
    assert reads == []
