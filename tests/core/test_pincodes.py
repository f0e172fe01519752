"""A pincode fills in city and state; what it fills in always passes the form's own rule.

The state decides the tax, so that the whole table is held against the postal circles.
"""

import pytest

from project.core import pincodes
from project.core.india import STATES, pincode_fits_state, states_of_district
from project.core.pincodes import find_place
from tests.http import Api

pytestmark = pytest.mark.any_stack

DAMAN = "Dadra and Nagar Haveli and Daman and Diu"
# The states of India Post's circles by the first two digits of their pincodes.
CIRCLES = {
    "11": ["Delhi"],
    "12 13": ["Haryana"],
    "14 15": ["Punjab"],
    "16": ["Chandigarh", "Punjab"],
    "17": ["Himachal Pradesh"],
    "18 19": ["Jammu and Kashmir"],
    "20 21 22 23 24 25 26 27 28": ["Uttar Pradesh"],
    "30 31 32 33 34": ["Rajasthan"],
    "36 37 38 39": ["Gujarat"],
    "40 41 42 43 44": ["Maharashtra"],
    "45 46 47 48": ["Madhya Pradesh"],
    "49": ["Chhattisgarh"],
    "50": ["Telangana"],
    "51 52 53": ["Andhra Pradesh"],
    "56 57 58 59": ["Karnataka"],
    "60 61 62 63 64": ["Tamil Nadu"],
    "67 68 69": ["Kerala"],
    "70 71 72 73 74": ["West Bengal"],
    "75 76 77": ["Odisha"],
    "78": ["Assam"],
    "80 81 84 85": ["Bihar"],
    "82 83": ["Jharkhand"],
}
# Sorting districts (three digits) of other states than their circle's, or of several.
DISTRICTS = {
    "194": ["Ladakh"],
    "244 246 247 262": ["Uttar Pradesh", "Uttarakhand"],
    "248 249 263": ["Uttarakhand"],
    "362 396": ["Gujarat", DAMAN],
    "403": ["Goa"],
    # Villages that came to Andhra Pradesh with the Polavaram project.
    "507": ["Andhra Pradesh", "Telangana"],
    "533": ["Andhra Pradesh", "Puducherry"],
    "605 607 609": ["Puducherry", "Tamil Nadu"],
    "673": ["Kerala", "Puducherry"],
    "682": ["Kerala", "Lakshadweep"],
    "737": ["Sikkim"],
    "744": ["Andaman and Nicobar Islands"],
    "781 782": ["Assam", "Meghalaya"],
    "790 791 792": ["Arunachal Pradesh"],
    "793 794": ["Meghalaya"],
    "795": ["Manipur"],
    "796": ["Mizoram"],
    "797 798": ["Nagaland"],
    "799": ["Tripura"],
    "813 814": ["Bihar", "Jharkhand"],
    "815 816 818": ["Jharkhand"],
    "821 823 824": ["Bihar"],
}
# The only pincodes of their sorting district that lie in this state.
ENCLAVES = {
    "362520 362540 362570": DAMAN,
    "533464": "Puducherry",
    "607402 607403": "Puducherry",
    "673310": "Puducherry",
    "682551 682552 682553 682554 682555 682556 682557 682558 682559": "Lakshadweep",
}


def states_of(district: str) -> list[str]:
    """Return the states of a sorting district, by the circles; none for one that is not in use."""
    for table, digits in ((DISTRICTS, district), (CIRCLES, district[:2])):
        for starts, states in table.items():
            if digits in starts.split():
                return states
    return []


def lines() -> list[tuple[str, str, str]]:
    """Return the table's lines: first pincode, city, state."""
    text = pincodes._TABLE.read_text(encoding="utf-8")
    return [(start, city, state) for start, city, state in (line.split("\t") for line in text.splitlines())]


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
        ("799001", "Agartala", "Tripura"),
        ("533464", "Yanam", "Puducherry"),
        ("605001", "Pondicherry", "Puducherry"),
        ("609602", "Karaikal", "Puducherry"),
        ("673310", "Mahe", "Puducherry"),
        ("673311", "Kannur", "Kerala"),
        ("334002", "Bikaner", "Rajasthan"),
        ("612906", "Ariyalur", "Tamil Nadu"),
        ("362520", "Diu", DAMAN),
        ("160055", "S.a.s Nagar", "Punjab"),
        ("194101", "Leh Ladakh", "Ladakh"),
        ("682555", "Lakshadweep District", "Lakshadweep"),
    ],
)
def test_known_pincodes(pincode: str, city: str, state: str) -> None:
    assert find_place(pincode) == (city, state)


@pytest.mark.parametrize("pincode", ["100000", "290000", "990001", "999999"])
def test_pincodes_of_no_sorting_district_have_no_place(pincode: str) -> None:
    assert find_place(pincode) is None


@pytest.mark.parametrize("pincode", ["900056", "900099", "901204", "999999"])
def test_army_post_has_no_place_and_goes_to_any_state(pincode: str) -> None:
    assert find_place(pincode) is None
    assert [state for state in STATES if not pincode_fits_state(pincode, state)] == []


@pytest.mark.parametrize("pincode", ["605014", "607402", "609603", "247662", "813206", "396235"])
def test_pincode_of_two_states_names_none(pincode: str) -> None:
    place = find_place(pincode)

    assert place is not None
    assert (place.city != "", place.state) == (True, "")


@pytest.mark.parametrize("pincode", ["533465", "362521", "682560", "160105"])
def test_unused_pincode_beside_another_state_has_no_place(pincode: str) -> None:
    assert find_place(pincode) is None


def test_every_line_agrees_with_the_postal_circles() -> None:
    table = [line for line in lines() if line[2]]

    assert {state for _, _, state in table} == set(STATES)
    assert [start for start, _, _ in lines()] == sorted({start for start, _, _ in lines()})
    assert [line for line in table if line[2] not in states_of(line[0][:3])] == []
    assert [line for line in table if not pincode_fits_state(line[0], line[2])] == []


@pytest.mark.parametrize(("enclave", "state"), ENCLAVES.items())
def test_only_the_pincodes_of_an_enclave_lie_in_its_state(enclave: str, state: str) -> None:
    numbers = [f"{enclave[:3]}{number:03}" for number in range(1000)]
    places = {number: place.state for number in numbers if (place := find_place(number))}

    assert {number for number in places if places[number] == state} <= set(enclave.split())
    # One that lies in both names neither.
    assert {places[number] for number in enclave.split()} <= {state, ""}


def test_form_takes_a_pincode_for_the_states_of_its_district_alone() -> None:
    used = {start[:3] for start, _, _ in lines()}
    unused = {str(number) for number in range(110, 900)} - used

    assert {each: states_of_district(each) for each in used} == {each: set(states_of(each)) for each in used}
    assert [each for each in unused if not states_of_district(each) <= set(states_of(each))] == []


@pytest.mark.django_db
def test_api_says_where_a_pincode_lies(api: Api) -> None:
    for typed in ("411001", "४११००१", " 411001%0a"):
        assert api.get(f"/pincodes/{typed}").data["city"] == "Pune"
    assert api.get("/pincodes/411001").data == {"pincode": "411001", "city": "Pune", "state": "Maharashtra"}


@pytest.mark.django_db
def test_unknown_pincode_is_an_answer_without_a_place(api: Api) -> None:
    assert api.get("/pincodes/999999").data == {"pincode": "999999", "city": "", "state": ""}


@pytest.mark.django_db
@pytest.mark.parametrize("pincode", ["011001", "41100", "4110011", "41100a"])
def test_api_knows_nothing_of_what_is_no_pincode(api: Api, pincode: str) -> None:
    assert api.get(f"/pincodes/{pincode}").refusal == (404, "NOT_FOUND")
