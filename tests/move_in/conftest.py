"""Fixtures of imports."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from tests.catalog.staff_helpers import keeper, product_body
from tests.factories import log_in, make_category, make_user
from tests.http import Api
from tests.move_in.import_helpers import OtherShop
from tests.move_in.own_file_helpers import exported, table
from tests.stored_files import own_files


@pytest.fixture
def staff(db: None) -> Api:
    """Return a member of staff who may import products, with the category of the sample lines."""
    make_category("malas", name_en="Malas")
    return Api(token=log_in(make_user(role="catalogue")))


@pytest.fixture
def other_shop(settings: Settings, tmp_path: Path) -> Iterator[OtherShop]:
    """Return a server of pictures on this machine, which this test may fetch from."""
    own_files(settings, tmp_path)
    settings.OUTBOUND_PRIVATE_HOSTS = ["127.0.0.1"]
    shop = OtherShop()
    yield shop
    shop.stop()


@pytest.fixture
def api(db: None) -> Api:
    """Return somebody who keeps the catalogue, which has the category of the samples."""
    api, _user = keeper()
    product_body()
    return api


@pytest.fixture
def line(api: Api) -> dict[str, Any]:
    """Return the exported line of a product."""
    api.post("/admin/products", product_body())
    (found,) = table(exported(api))
    return found
