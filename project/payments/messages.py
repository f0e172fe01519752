"""The API's sentences about payments, refunds and settlement reports, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    "payment.redirecting": (
        "Redirecting to {provider} for secure payment...",
        "सुरक्षित भुगतान के लिए {provider} पर ले जाया जा रहा है...",
    ),
    ErrorCode.ALREADY_PAID: ("This order has already been paid", "इस ऑर्डर का भुगतान हो चुका है"),
    ErrorCode.PROVIDER_UNAVAILABLE: (
        "The payment service is not answering. Please try again in a moment",
        "भुगतान सेवा उत्तर नहीं दे रही है। कृपया थोड़ी देर में फिर कोशिश करें",
    ),
    ErrorCode.REFUND_NOT_POSSIBLE: (
        "This amount cannot be refunded",
        "यह राशि वापस नहीं की जा सकती",
    ),
    ErrorCode.REFUND_CHANGED: (
        "Somebody has just refunded part of this payment. Please check what is left",
        "अभी-अभी इस भुगतान का कुछ हिस्सा किसी ने वापस किया है। कृपया बची हुई राशि जाँचें",
    ),
    ErrorCode.DISPUTE_NOT_POSSIBLE: (
        "This cannot be done with the dispute",
        "इस विवाद के साथ यह नहीं किया जा सकता",
    ),
    # Why a dispute cannot be entered or decided.
    "dispute.no_money": (
        "No money has come with this payment, so it cannot be disputed",
        "इस भुगतान से कोई राशि नहीं आई, इसलिए उस पर विवाद नहीं हो सकता",
    ),
    "dispute.cash": (
        "This was paid in cash to a courier, so no bank can claim it back",
        "यह राशि कूरियर को नक़द दी गई थी, इसलिए कोई बैंक उस पर विवाद नहीं कर सकता",
    ),
    "dispute.amount": (
        "At least ₹1 and at most what was paid can be disputed",
        "कम से कम ₹1 और अधिकतम चुकाई गई राशि पर विवाद हो सकता है",
    ),
    "dispute.known": (
        "A dispute with this number is here already",
        "इस संख्या का विवाद पहले से दर्ज है",
    ),
    "dispute.provider_decides": (
        "The payment service itself says how this dispute ends. Please check its status instead",
        "इस विवाद का परिणाम भुगतान सेवा स्वयं बताती है। कृपया उसकी स्थिति जाँचें",
    ),
    "dispute.not_told": (
        "The payment service does not say how this dispute stands. Please look it up in its dashboard",
        "भुगतान सेवा इस विवाद की स्थिति नहीं बताती। कृपया उसके डैशबोर्ड में देखें",
    ),
    ErrorCode.STATEMENT_UNREADABLE: (
        "This settlement report cannot be read",
        "यह सेटलमेंट रिपोर्ट पढ़ी नहीं जा सकी",
    ),
    ErrorCode.SIGNATURE_INVALID: ("The signature does not match", "हस्ताक्षर मेल नहीं खाता"),
    # Why a refund of this amount is not possible.
    "refund.nothing_left": (
        "Nothing is left to refund on this payment",
        "इस भुगतान में वापस करने के लिए कुछ नहीं बचा है",
    ),
    "refund.disputed": (
        "The customer's bank claims this money in a dispute. It can be refunded once the dispute is decided",
        "ग्राहक के बैंक ने इस राशि पर विवाद किया है। विवाद का निर्णय होने के बाद ही यह वापस की जा सकती है",
    ),
    "refund.too_much": (
        "The amount is more than what is left to refund",
        "राशि वापस की जा सकने वाली बची राशि से ज़्यादा है",
    ),
    "refund.no_such_pieces": (
        "The order does not have these pieces",
        "इस ऑर्डर में ये नग नहीं हैं",
    ),
    "refund.too_little": ("At least ₹1 can be refunded", "कम से कम ₹1 वापस किया जा सकता है"),
    "refund.rest_too_little": (
        "Less than ₹1 would be left, which could never be refunded. Please refund all of it",
        "₹1 से कम बचेगा, जो कभी वापस नहीं हो सकेगा। कृपया पूरी राशि वापस करें",
    ),
    "refund.cancel_needs_all": (
        "An order is cancelled together with a refund only when all that is left goes back",
        "रिफ़ंड के साथ ऑर्डर तभी रद्द होता है जब बची हुई पूरी राशि लौटाई जाए",
    ),
    # A refund that was just asked for or decided, by its status.
    "refund.status.approval": (
        "This refund waits for the approval of another member of staff",
        "यह रिफ़ंड किसी दूसरे कर्मचारी की स्वीकृति की प्रतीक्षा में है",
    ),
    "refund.status.requested": ("The refund has been requested", "रिफ़ंड का अनुरोध दर्ज हो गया है"),
    "refund.status.under_way": ("The refund is on its way", "रिफ़ंड की राशि भेजी जा रही है"),
    "refund.status.done": ("Refund processed successfully", "रिफ़ंड सफलतापूर्वक पूरा हुआ"),
    "refund.status.failed": ("The refund did not go through", "रिफ़ंड नहीं हो सका"),
    "refund.declined": ("The refund was declined", "रिफ़ंड अस्वीकार कर दिया गया"),
    # Why a settlement report cannot be read; `{line}` and `{column}` name the place.
    "statement.encoding": (
        "This file is not plain text in UTF-8. Please download the report as CSV again and do not save it"
        " with a spreadsheet",
        "यह फ़ाइल UTF-8 टेक्स्ट नहीं है। कृपया रिपोर्ट दोबारा CSV में डाउनलोड करें और उसे स्प्रेडशीट में सहेजे बिना अपलोड करें",
    ),
    "statement.not_csv": (
        "This is an Excel file, a PDF or a web page, whatever its name says."
        " Please download the report as CSV",
        "नाम कुछ भी हो, यह Excel फ़ाइल, PDF या वेब पेज है। कृपया रिपोर्ट CSV में डाउनलोड करें",
    ),
    "statement.columns": (
        "This is not a settlement report: it lacks the columns {column}",
        "यह सेटलमेंट रिपोर्ट नहीं है: इसमें ये कॉलम नहीं हैं: {column}",
    ),
    "statement.line": (
        "Line {line} cannot be read (column {column}), so nothing was taken in",
        "पंक्ति {line} पढ़ी नहीं जा सकी (कॉलम {column}), इसलिए कुछ भी दर्ज नहीं किया गया",
    ),
    "statement.currency": (
        "Line {line} says {found}: only amounts in rupees (INR) can be taken in (column {column})."
        " Nothing was taken in",
        "पंक्ति {line} में {found} लिखा है (कॉलम {column}): केवल रुपये (INR) की राशियाँ दर्ज की जा सकती हैं।"
        " कुछ भी दर्ज नहीं किया गया",
    ),
    "statement.empty": ("This settlement report has no lines", "इस सेटलमेंट रिपोर्ट में कोई पंक्ति नहीं है"),
    "statement.too_long": (
        "This file is too long: at most 1,00,000 lines and 20 MB",
        "यह फ़ाइल बहुत बड़ी है: अधिकतम 1,00,000 पंक्तियाँ और 20 MB",
    ),
    # A report that was just sent: taken in, or here before.
    "statement.new": (
        "The report was taken in and is being compared with our books",
        "रिपोर्ट मिल गई है और हमारे बहीखाते से मिलाई जा रही है",
    ),
    "statement.known": (
        "This report was already taken in. Nothing was entered twice",
        "यही रिपोर्ट पहले ही दर्ज हो चुकी है। कुछ भी दोबारा दर्ज नहीं हुआ",
    ),
}

# By what is wrong with a field.
FIELDS: dict[str, tuple[str, str]] = {
    "refund_amount_invalid": ("Invalid refund amount", "रिफ़ंड की राशि मान्य नहीं है"),
    "bankReference_invalid": (
        "Please enter the bank's reference: 6 to 30 letters, digits, - or /",
        "कृपया बैंक संदर्भ दर्ज करें: 6 से 30 अक्षर, अंक, - या /",
    ),
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES, fields=FIELDS)
