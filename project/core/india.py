"""The states of India and the pincodes they can have."""

# The states and union territories as India Post writes them: the Hindi name, and the first digits of
# their pincodes. The digits are those of the postal circles and, where a circle has several states, of the
# sorting districts (three digits), of which some lie in two states; tests/core/test_pincodes.py states them.
# frontend/src/lib/indian-states.ts says the same in the browser.
STATES: dict[str, tuple[str, str]] = {
    "Andaman and Nicobar Islands": ("अंडमान और निकोबार द्वीपसमूह", "744"),
    "Andhra Pradesh": ("आंध्र प्रदेश", "507 51 52 53"),
    "Arunachal Pradesh": ("अरुणाचल प्रदेश", "790 791 792"),
    "Assam": ("असम", "78"),
    "Bihar": ("बिहार", "80 811 812 813 814 821 823 824 84 85"),
    "Chandigarh": ("चंडीगढ़", "160"),
    "Chhattisgarh": ("छत्तीसगढ़", "49"),
    "Dadra and Nagar Haveli and Daman and Diu": (
        "दादरा और नगर हवेली तथा दमन और दीव",
        "362520 362540 362570 396193 3962",
    ),
    "Delhi": ("दिल्ली", "11"),
    "Goa": ("गोवा", "403"),
    "Gujarat": ("गुजरात", "36 37 38 39"),
    "Haryana": ("हरियाणा", "12 13"),
    "Himachal Pradesh": ("हिमाचल प्रदेश", "17"),
    "Jammu and Kashmir": ("जम्मू और कश्मीर", "18 190 191 192 193"),
    "Jharkhand": ("झारखंड", "813 814 815 816 818 822 825 826 827 828 829 83"),
    "Karnataka": ("कर्नाटक", "56 57 58 59"),
    "Kerala": ("केरल", "67 68 69"),
    "Ladakh": ("लद्दाख", "194"),
    "Lakshadweep": ("लक्षद्वीप", "68255"),
    "Madhya Pradesh": ("मध्य प्रदेश", "45 46 47 48"),
    "Maharashtra": ("महाराष्ट्र", "400 401 402 41 42 43 44"),
    "Manipur": ("मणिपुर", "795"),
    "Meghalaya": ("मेघालय", "781029 781131 782410 793 794"),
    "Mizoram": ("मिज़ोरम", "796"),
    "Nagaland": ("नागालैंड", "797 798"),
    "Odisha": ("ओडिशा", "75 76 77"),
    "Puducherry": ("पुदुच्चेरी", "533464 605 607402 607403 6096 673310"),
    "Punjab": ("पंजाब", "14 15 160"),
    "Rajasthan": ("राजस्थान", "30 31 32 33 34"),
    "Sikkim": ("सिक्किम", "737"),
    "Tamil Nadu": ("तमिलनाडु", "60 61 62 63 64"),
    "Telangana": ("तेलंगाना", "50"),
    "Tripura": ("त्रिपुरा", "799"),
    "Uttar Pradesh": ("उत्तर प्रदेश", "20 21 22 23 241 242 243 244 245 246 247 25 261 262 27 28"),
    "Uttarakhand": ("उत्तराखंड", "244 246 247 248 249 262 263"),
    "West Bengal": ("पश्चिम बंगाल", "70 71 72 731 732 733 734 735 736 741 742 743"),
}

# Pincodes of the army's post begin with 9 and say nothing about the state.
ARMY = "9"


def states_of_district(district: str) -> set[str]:
    """Return the states that a sorting district (the first three digits of a pincode) can lie in."""
    return {
        state
        for state, (_, starts) in STATES.items()
        if any(start.startswith(district) or district.startswith(start) for start in starts.split())
    }


def pincode_fits_state(pincode: str, state: str) -> bool:
    """Return whether the pincode can lie in the state; a state we do not know is not judged."""
    known = STATES.get(state)
    return known is None or pincode.startswith((ARMY, *known[1].split()))


def state_name(state: str, language: str) -> str:
    """Return the state's name in the reader's language."""
    known = STATES.get(state)
    return known[0] if known and language.startswith("hi") else state
