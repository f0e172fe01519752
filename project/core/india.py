"""The states of India and the pincodes they can have."""

# The states and union territories as India Post writes them: the Hindi name, and the first digits of
# their pincodes. The digits are the postal circles': coarse, but they catch a pincode of another region.
# frontend/src/lib/indian-states.ts says the same in the browser.
STATES: dict[str, tuple[str, str]] = {
    "Andaman and Nicobar Islands": ("अंडमान और निकोबार द्वीपसमूह", "744"),
    "Andhra Pradesh": ("आंध्र प्रदेश", "50 51 52 53"),
    "Arunachal Pradesh": ("अरुणाचल प्रदेश", "79"),
    "Assam": ("असम", "78"),
    "Bihar": ("बिहार", "80 81 82 84 85"),
    "Chandigarh": ("चंडीगढ़", "14 16"),
    "Chhattisgarh": ("छत्तीसगढ़", "49"),
    "Dadra and Nagar Haveli and Daman and Diu": ("दादरा और नगर हवेली तथा दमन और दीव", "36 39"),
    "Delhi": ("दिल्ली", "11"),
    "Goa": ("गोवा", "403"),
    "Gujarat": ("गुजरात", "36 37 38 39"),
    "Haryana": ("हरियाणा", "12 13"),
    "Himachal Pradesh": ("हिमाचल प्रदेश", "17"),
    "Jammu and Kashmir": ("जम्मू और कश्मीर", "18 19"),
    "Jharkhand": ("झारखंड", "81 82 83"),
    "Karnataka": ("कर्नाटक", "56 57 58 59"),
    "Kerala": ("केरल", "67 68 69"),
    "Ladakh": ("लद्दाख", "19"),
    "Lakshadweep": ("लक्षद्वीप", "682"),
    "Madhya Pradesh": ("मध्य प्रदेश", "45 46 47 48"),
    "Maharashtra": ("महाराष्ट्र", "40 41 42 43 44"),
    "Manipur": ("मणिपुर", "79"),
    "Meghalaya": ("मेघालय", "79"),
    "Mizoram": ("मिज़ोरम", "79"),
    "Nagaland": ("नागालैंड", "79"),
    "Odisha": ("ओडिशा", "75 76 77"),
    "Puducherry": ("पुदुच्चेरी", "53 60 67"),
    "Punjab": ("पंजाब", "14 15 16"),
    "Rajasthan": ("राजस्थान", "30 31 32 33 34"),
    "Sikkim": ("सिक्किम", "737"),
    "Tamil Nadu": ("तमिलनाडु", "60 61 62 63 64"),
    "Telangana": ("तेलंगाना", "50"),
    "Tripura": ("त्रिपुरा", "79"),
    "Uttar Pradesh": ("उत्तर प्रदेश", "20 21 22 23 24 25 26 27 28"),
    "Uttarakhand": ("उत्तराखंड", "24 26"),
    "West Bengal": ("पश्चिम बंगाल", "70 71 72 73 74"),
}

# Pincodes of the army's post begin with 9 and say nothing about the state.
_ARMY = "9"


def pincode_fits_state(pincode: str, state: str) -> bool:
    """Return whether the pincode can lie in the state; a state we do not know is not judged."""
    known = STATES.get(state)
    return known is None or pincode.startswith((_ARMY, *known[1].split()))


def state_name(state: str, language: str) -> str:
    """Return the state's name in the reader's language."""
    known = STATES.get(state)
    return known[0] if known and language.startswith("hi") else state
