"""Accounts, login and people."""

from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.UNAUTHENTICATED: ("Please log in to continue", "आगे बढ़ने के लिए कृपया लॉगिन करें"),
    ErrorCode.TOKEN_REFUSED: (
        "Your session has ended. Please log in again",
        "आपका सत्र समाप्त हो गया है। कृपया फिर से लॉगिन करें",
    ),
    ErrorCode.FORBIDDEN: ("You do not have access to this", "आपको इसकी अनुमति नहीं है"),
    ErrorCode.CODE_WRONG: ("That code is not right. Please try again", "कोड सही नहीं है। कृपया फिर प्रयास करें"),
    ErrorCode.CODE_EXPIRED: (
        "That code has expired. Please ask for a new one",
        "कोड की अवधि समाप्त हो गई है। कृपया नया कोड मँगाएँ",
    ),
    ErrorCode.CODE_TOO_MANY: (
        "Too many wrong tries. Please ask for a new code",
        "बहुत बार गलत कोड डाला गया। कृपया नया कोड मँगाएँ",
    ),
    ErrorCode.LOGIN_FAILED: (
        "The email address or the password is not right",
        "ईमेल पता या पासवर्ड सही नहीं है",
    ),
    ErrorCode.PASSWORD_NEEDED: (
        "Please log in with your password; we then send you a code",
        "कृपया अपने पासवर्ड से लॉगिन करें; उसके बाद हम आपको कोड भेजेंगे",
    ),
    ErrorCode.EMAIL_TAKEN: (
        "You already have an account with this email address. Please log in to it",
        "इस ईमेल पते से आपका खाता पहले से है। कृपया उसी में लॉगिन करें",
    ),
    ErrorCode.ADDRESS_BOOK_FULL: (
        "Your address book is full. Please remove an address first",
        "आपकी पता-सूची भर गई है। पहले कोई पता हटाएँ",
    ),
    ErrorCode.ACCOUNT_BLOCKED: (
        "This account has been blocked. Please write to us if you think this is a mistake",
        "यह खाता बंद कर दिया गया है। यदि आपको लगता है कि यह भूल है, तो कृपया हमें लिखें",
    ),
    "account.blocked": (
        "This account has been blocked. If you think this is a mistake, please write to {contact}",
        "यह खाता बंद कर दिया गया है। यदि आपको लगता है कि यह भूल है, तो कृपया {contact} पर लिखें",
    ),
    ErrorCode.LAST_ADMIN: (
        "The shop needs at least one admin. Please make somebody else an admin first",
        "दुकान में कम से कम एक व्यवस्थापक होना चाहिए। पहले किसी और को व्यवस्थापक बनाएँ",
    ),
    ErrorCode.PLACE_UNKNOWN: (
        "We do not know this place. Please choose the nearest town from the list",
        "यह स्थान हमारी सूची में नहीं है। कृपया सूची से निकटतम नगर चुनें",
    ),
}
