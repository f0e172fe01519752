"""The list of discount codes as a file, with what they brought in."""

from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from project.accounts.models import Role
from tests.discounts.discount_helpers import admin, hold_with_code, make_code
from tests.exports.export_helpers import make, rows_of
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.stored_files import own_files

pytestmark = pytest.mark.django_db


def test_the_filtered_codes_are_exported_with_their_figures(settings: Settings, tmp_path: Path) -> None:
    own_files(settings, tmp_path)
    api = admin()
    make_code(api, limit=3, note="=1+1")
    make_code(api, code="OFF", percent=None, amount=99.5, isActive=False)
    batch = api.post("/admin/discount-batches", {"prefix": "WIN", "count": 2, "percent": 5}).data
    hold_with_code(make_product(), 1)

    row, other = rows_of(make(api, "discounts", filters={"sortBy": "uses"}))

    assert (row["Code"], row["Percent off"], row["Limit"], row["Uses"]) == ("DIWALI", "10", "3", "1")
    assert (row["Status"], row["Paid orders"], row["Note"]) == ("running", "0", "'=1+1")
    assert (other["Amount off"], other["Status"]) == ("99.50", "off")
    in_batch = rows_of(make(api, "discounts", filters={"batch": batch["batch"]}))
    assert {row["Code"] for row in in_batch} == set(batch["codes"])


def test_who_may_not_export_does_not_get_the_codes() -> None:
    catalogue = Api(token=log_in(make_user(role=Role.CATALOGUE)))

    assert catalogue.post("/admin/exports", {"kind": "discounts"}).status == 403
