"""The states of India, their codes in tax numbers, and the pincodes they can have."""

from django.utils.translation import gettext, override
from django.utils.translation import gettext_noop as _

# The states and union territories as India Post writes them, with the two digits a GSTIN of the state begins
# with, and the first digits of its pincodes. The latter are those of the postal circles and, where a circle
# has several states, of the sorting districts (three digits), of which some lie in two states;
# tests/core/test_pincodes.py states them. frontend/src/lib/indian-states.ts says the same in the browser.
_STATES = {
    _("Andaman and Nicobar Islands"): ("35", "744"),
    _("Andhra Pradesh"): ("37", "507 51 52 53"),
    _("Arunachal Pradesh"): ("12", "790 791 792"),
    _("Assam"): ("18", "78"),
    _("Bihar"): ("10", "80 811 812 813 814 821 823 824 84 85"),
    _("Chandigarh"): ("04", "160"),
    _("Chhattisgarh"): ("22", "49"),
    _("Dadra and Nagar Haveli and Daman and Diu"): ("26", "362520 362540 362570 396193 3962"),
    _("Delhi"): ("07", "11"),
    _("Goa"): ("30", "403"),
    _("Gujarat"): ("24", "36 37 38 39"),
    _("Haryana"): ("06", "12 13"),
    _("Himachal Pradesh"): ("02", "17"),
    _("Jammu and Kashmir"): ("01", "18 190 191 192 193"),
    _("Jharkhand"): ("20", "813 814 815 816 818 822 825 826 827 828 829 83"),
    _("Karnataka"): ("29", "56 57 58 59"),
    _("Kerala"): ("32", "67 68 69"),
    _("Ladakh"): ("38", "194"),
    _("Lakshadweep"): ("31", "68255"),
    _("Madhya Pradesh"): ("23", "45 46 47 48"),
    _("Maharashtra"): ("27", "400 401 402 41 42 43 44"),
    _("Manipur"): ("14", "795"),
    _("Meghalaya"): ("17", "781029 781131 782410 793 794"),
    _("Mizoram"): ("15", "796"),
    _("Nagaland"): ("13", "797 798"),
    _("Odisha"): ("21", "75 76 77"),
    _("Puducherry"): ("34", "533464 605 607402 607403 6096 673310"),
    _("Punjab"): ("03", "14 15 160"),
    _("Rajasthan"): ("08", "30 31 32 33 34"),
    _("Sikkim"): ("11", "737"),
    _("Tamil Nadu"): ("33", "60 61 62 63 64"),
    _("Telangana"): ("36", "50"),
    _("Tripura"): ("16", "799"),
    _("Uttar Pradesh"): ("09", "20 21 22 23 241 242 243 244 245 246 247 25 261 262 27 28"),
    _("Uttarakhand"): ("05", "244 246 247 248 249 262 263"),
    _("West Bengal"): ("19", "70 71 72 731 732 733 734 735 736 741 742 743"),
}
STATE_CODES = {state: code for state, (code, _starts) in _STATES.items()}
STATES = {state: starts for state, (_code, starts) in _STATES.items()}

# Pincodes of the army's post begin with 9 and say nothing about the state.
ARMY = "9"


def states_of_district(district: str) -> set[str]:
    """Return the states that a sorting district (the first three digits of a pincode) can lie in."""
    return {
        state
        for state, starts in STATES.items()
        if any(start.startswith(district) or district.startswith(start) for start in starts.split())
    }


def pincode_fits_state(pincode: str, state: str) -> bool:
    """Return whether the pincode can lie in the state; a state we do not know is not judged."""
    known = STATES.get(state)
    return known is None or pincode.startswith((ARMY, *known.split()))


def state_name(state: str, language: str) -> str:
    """Return the state's name in the reader's language."""
    with override(language):
        return gettext(state)
