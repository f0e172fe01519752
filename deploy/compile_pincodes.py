"""Compiler of project/core/pincodes.tsv, the city and state of each pincode.

    pip install --target DIR --no-deps indian-pincode && PYTHONPATH=DIR python -m deploy.compile_pincodes

The package (MIT licence, DevZoy) carries India Post's "All India Pincode Directory" of data.gov.in
(Government Open Data License – India). Neighbouring pincodes mostly share their district, so each line is
a run within one sorting district (the first three digits): its first pincode, city, state. The city is a
proposal that the shopper may correct. The state decides the tax and is never guessed: a pincode of two states
has none, nor have unused pincodes between two states.
"""

from pathlib import Path
from typing import Any

from project.core.india import ARMY, STATES, pincode_fits_state, states_of_district

TARGET = Path(__file__).parents[1] / "project" / "core" / "pincodes.tsv"
# Sorting districts that are one city, although suburbs have districts of other names.
CITIES = {
    "110": "New Delhi",
    "400": "Mumbai",
    "500": "Hyderabad",
    "560": "Bengaluru",
    "600": "Chennai",
    "700": "Kolkata",
}
# Districts whose seat has another name, or whose usual spelling differs from the directory's.
SEATS = {
    "24 PARAGANAS NORTH": "North 24 Parganas",
    "24 PARAGANAS SOUTH": "South 24 Parganas",
    "AHMADABAD": "Ahmedabad",
    "BENGALURU URBAN": "Bengaluru",
    "EAST DISTRICT": "Gangtok",
    "EAST KHASI HILLS": "Shillong",
    "GAUTAM BUDDHA NAGAR": "Noida",
    "KAMRUP METRO": "Guwahati",
    "KAMRUP METROPOLITAN": "Guwahati",
    "MUMBAI SUBURBAN": "Mumbai",
    "PAPUM PARE": "Itanagar",
    "WEST TRIPURA": "Agartala",
}


# Pincodes with a wrong row in the directory.
CORRECTED = {"533464": ("Yanam", "Puducherry"), "799001": ("Agartala", "Tripura")}
NOWHERE = ("", "")


def main() -> None:
    """Write the table and print its length."""
    import indian_pincode as source  # type: ignore[import-not-found]  # needed for compiling only

    states = {name.upper().replace("&", "AND"): name for name in STATES}
    states["THE DADRA AND NAGAR HAVELI AND DAMAN AND DIU"] = "Dadra and Nagar Haveli and Daman and Diu"
    lines: list[str] = []
    last, before = "", NOWHERE
    for pincode in sorted(source.get_pincodes()):
        place = CORRECTED.get(pincode) or _place(source, pincode, states, before)
        if place is None:
            continue
        same_district = pincode[:3] == last[:3]
        is_border = last != "" and (before[1] != place[1] or not same_district)
        unused = f"{int(last or pincode) + 1}"
        if is_border and unused != pincode and len(states_of_district(last[:3])) > 1:
            lines.append("\t".join((unused, *NOWHERE)))
        if before != place or not same_district:
            lines.append("\t".join((pincode, *place)))
        last, before = pincode, place
    TARGET.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{len(lines)} lines of India Post's directory of {source.DATA_VERSION}")


def _place(
    source: Any, pincode: str, states: dict[str, str], before: tuple[str, str]
) -> tuple[str, str] | None:
    details = source.get_details(pincode)
    # Some rows have no state, or one with other first digits of pincodes. The army's post is in none.
    of_state = {
        states[name]: source.list_districts(name)
        for name in details["states"] or []
        if pincode_fits_state(pincode, states[name]) and not pincode.startswith(ARMY)
    }
    if not of_state:
        return None
    state = next(iter(of_state)) if len(of_state) == 1 else ""
    if city := CITIES.get(pincode[:3]):
        return city, state
    # In several districts the neighbours' one is the likeliest.
    most = states.get(details["state"], "")
    towns = [name for name in details["districts"] if any(name in each for each in of_state.values())]
    names = [_city(name) for name in sorted(towns, key=lambda name: name not in of_state.get(most, ()))]
    if not names:
        return None
    return before[0] if before[0] in names else names[0], state


def _city(district: str) -> str:
    return SEATS.get(district) or " ".join(word.capitalize() for word in district.split())


if __name__ == "__main__":
    main()
