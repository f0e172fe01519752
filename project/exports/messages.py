"""The API's sentences about exports, in English and Hindi."""

from project.core import messages

FIELDS: dict[str, tuple[str, str]] = {
    "month_in_future": ("This month has not begun yet", "यह महीना अभी शुरू नहीं हुआ है"),
    "full_data_needed": (
        "This file is of no use with masked names: please ask for them in full and say what for",
        "ढके हुए नामों के साथ यह फ़ाइल किसी काम की नहीं: कृपया पूरे नाम माँगें और कारण लिखें",
    ),
    "seller_composition": (
        "A seller under the composition scheme files CMP-08 and GSTR-4: there is no GSTR-1, and no e-invoice",
        "कंपोज़िशन योजना का विक्रेता CMP-08 और GSTR-4 भरता है: GSTR-1 और ई-बिल उसके लिए नहीं हैं",
    ),
    "seller_gstin_missing": (
        "This shop is not registered for GST: without a GSTIN there is no return to file. "
        "Enter the GSTIN under Settings once it has one.",
        "यह दुकान GST में पंजीकृत नहीं है: GSTIN के बिना कोई रिटर्न नहीं भरा जाता। GSTIN मिलने पर उसे सेटिंग्स में भरें।",
    ),
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register({}, fields=FIELDS)
