"""A pincode fills in city and state; what it fills in always passes the form's own rule."""

import pytest

from project.core import pincodes
from project.core.india import STATES, pincode_fits_state
from project.core.pincodes import find_place
from tests.http import Api

pytestmark = pytest.mark.any_stack


@pytest.mark.parametrize(
    ("pincode", "city", "state"),
    [
        ("110001", "New Delhi", "Delhi"),
        ("400053", "Mumbai", "Maharashtra"),
        ("411001", "Pune", "Maharashtra"),
        ("560034", "Bengaluru", "Karnataka"),
        ("600004", "Chennai", "Tamil Nadu"),
        ("700091", "Kolkata", "West Bengal"),
        ("781001", "Guwahati", "Assam"),
        ("744101", "South Andamans", "Andaman and Nicobar Islands"),
    ],
)
def test_known_pincodes(pincode: str, city: str, state: str) -> None:
    assert find_place(pincode) == (city, state)


@pytest.mark.parametrize("pincode", ["100000", "290000", "990001", "999999"])
def test_pincodes_of_no_sorting_district_have_no_place(pincode: str) -> None:
    assert find_place(pincode) is None


def test_every_line_agrees_with_the_states_own_pincodes() -> None:
    lines = [line.split("\t") for line in pincodes._TABLE.read_text(encoding="utf-8").splitlines()]

    assert {state for _, _, state in lines} == set(STATES)
    assert [start for start, _, _ in lines] == sorted({start for start, _, _ in lines})
    assert [line for line in lines if not pincode_fits_state(line[0], line[2])] == []


@pytest.mark.django_db
def test_api_says_where_a_pincode_lies(api: Api) -> None:
    for typed in ("411001", "४११००१", " 411001%0a"):
        assert api.get(f"/pincodes/{typed}").data["city"] == "Pune"
    assert api.get("/pincodes/411001").data == {"pincode": "411001", "city": "Pune", "state": "Maharashtra"}


@pytest.mark.django_db
@pytest.mark.parametrize("pincode", ["011001", "41100", "4110011", "41100a", "999999"])
def test_api_knows_nothing_of_what_is_no_pincode(api: Api, pincode: str) -> None:
    assert api.get(f"/pincodes/{pincode}").refusal == (404, "NOT_FOUND")
