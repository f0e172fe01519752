"""The product form is told which GST rates goods with an HSN code usually have."""

import pytest

from tests.factories import log_in, make_user
from tests.http import Api

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("code", "rates"),
    [
        ("14049090", [0, 5]),
        ("7103", [0.25]),
        ("71039990", [0.25]),
        ("71162000", [3]),
        ("83061000", [5]),
        ("12345678", []),
        ("71", []),
        ("no code", []),
    ],
)
def test_staff_read_the_rates_of_a_code(code: str, rates: list[float]) -> None:
    staff = Api(token=log_in(make_user(role="admin")))

    assert staff.get(f"/admin/hsn-rates/{code}").data == {"rates": rates}


def test_customers_do_not() -> None:
    assert Api(token=log_in(make_user())).get("/admin/hsn-rates/7103").refusal[0] == 403
