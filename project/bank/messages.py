"""The API's sentences about the bank's statements, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.BANK_STATEMENT_UNREADABLE: (
        "This bank statement cannot be read",
        "यह बैंक स्टेटमेंट पढ़ा नहीं जा सका",
    ),
    ErrorCode.BANK_COLUMNS_UNKNOWN: (
        "Please say which column is which",
        "कृपया बताएँ कि कौन-सा कॉलम क्या है",
    ),
    ErrorCode.BANK_LINE_CHANGED: (
        "Somebody has just changed this line. Please look at it again",
        "अभी-अभी किसी ने इस पंक्ति को बदला है। कृपया इसे फिर से देखें",
    ),
    ErrorCode.BANK_ACCOUNT_EXISTS: (
        "There is a bank account of this name",
        "इस नाम का बैंक खाता पहले से है",
    ),
    # Why a statement cannot be read; `{line}` and `{column}` name the place.
    "bank.encoding": (
        "This file is not plain text. Please download the statement as CSV again",
        "यह फ़ाइल सादा टेक्स्ट नहीं है। कृपया स्टेटमेंट दोबारा CSV में डाउनलोड करें",
    ),
    "bank.not_csv": (
        "This is an Excel file, a PDF or a web page, whatever its name says. "
        "Please download the statement as CSV",
        "नाम कुछ भी हो, यह Excel फ़ाइल, PDF या वेब पेज है। कृपया स्टेटमेंट CSV में डाउनलोड करें",
    ),
    "bank.columns": (
        "The columns of this file are not known. Please say which is which",
        "इस फ़ाइल के कॉलम पहचाने नहीं गए। कृपया बताएँ कि कौन-सा कॉलम क्या है",
    ),
    "bank.duplicate": (
        "Line {line}: the column {column} is there twice, so nothing was taken in",
        "पंक्ति {line}: कॉलम {column} दो बार है, इसलिए कुछ भी दर्ज नहीं किया गया",
    ),
    "bank.line": (
        "Line {line} cannot be read (column {column}), so nothing was taken in",
        "पंक्ति {line} पढ़ी नहीं जा सकी (कॉलम {column}), इसलिए कुछ भी दर्ज नहीं किया गया",
    ),
    "bank.date": (
        "Line {line} has no valid date (column {column}), so nothing was taken in",
        "पंक्ति {line} की तारीख़ सही नहीं है (कॉलम {column}), इसलिए कुछ भी दर्ज नहीं किया गया",
    ),
    "bank.future": (
        "Line {line} has a date in the future (column {column}), so nothing was taken in",
        "पंक्ति {line} की तारीख़ आगे की है (कॉलम {column}), इसलिए कुछ भी दर्ज नहीं किया गया",
    ),
    "bank.amount": (
        "Line {line} has no valid amount (column {column}), so nothing was taken in",
        "पंक्ति {line} की राशि सही नहीं है (कॉलम {column}), इसलिए कुछ भी दर्ज नहीं किया गया",
    ),
    "bank.currency": (
        "Line {line} says {found}: only amounts in rupees (INR) can be taken in (column {column})."
        " Nothing was taken in",
        "पंक्ति {line} में {found} लिखा है (कॉलम {column}): केवल रुपये (INR) की राशियाँ दर्ज की जा सकती हैं।"
        " कुछ भी दर्ज नहीं किया गया",
    ),
    "bank.balance": (
        "The balance of line {line} does not follow from the line before: a line is missing or was changed. "
        "Nothing was taken in",
        "पंक्ति {line} का बैलेंस पिछली पंक्ति से मेल नहीं खाता: कोई पंक्ति छूटी है या बदली गई है। कुछ भी दर्ज नहीं किया गया",
    ),
    "bank.too_many_cells": (
        "Line {line} has more cells than the table has columns, so nothing was taken in",
        "पंक्ति {line} में तालिका के कॉलम से ज़्यादा खाने हैं, इसलिए कुछ भी दर्ज नहीं किया गया",
    ),
    "bank.empty": ("This statement has no lines", "इस स्टेटमेंट में कोई पंक्ति नहीं है"),
    "bank.too_long": (
        "This file is too long: at most 50,000 lines and 10 MB",
        "यह फ़ाइल बहुत बड़ी है: अधिकतम 50,000 पंक्तियाँ और 10 MB",
    ),
    # A statement that was just sent: taken in, or here before.
    "bank.new": (
        "The statement was taken in and compared with the payouts",
        "स्टेटमेंट मिल गया है और भेजी गई राशियों से मिलाया गया है",
    ),
    "bank.known": (
        "This statement was already taken in. Nothing was entered twice",
        "यही स्टेटमेंट पहले ही दर्ज हो चुका है। कुछ भी दोबारा दर्ज नहीं हुआ",
    ),
}


# By what is wrong with a field.
FIELDS: dict[str, tuple[str, str]] = {
    "bank_columns_missing": (
        "Please choose the columns of the date, the narration and the amounts",
        "कृपया तारीख़, विवरण और राशि के कॉलम चुनें",
    ),
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES, fields=FIELDS)
