"""The API's sentences about accounts, login and people, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.TOKEN_REFUSED: (
        "Your session has ended. Please log in again",
        "आपका सत्र समाप्त हो गया है। कृपया फिर से लॉगिन करें",
    ),
    ErrorCode.CODE_WRONG: ("That code is not right. Please try again", "कोड सही नहीं है। कृपया फिर कोशिश करें"),
    ErrorCode.CODE_EXPIRED: (
        "That code has expired. Please ask for a new one",
        "कोड की अवधि समाप्त हो गई है। कृपया नया कोड मँगाएँ",
    ),
    ErrorCode.CODE_TOO_MANY: (
        "Too many wrong tries. Please ask for a new code",
        "बहुत बार गलत कोड डाला गया। कृपया नया कोड मँगाएँ",
    ),
    ErrorCode.MAILED_ENOUGH: (
        "We sent several emails to this address. Open the link in the newest one, or try again later",
        "हमने इस पते पर कई ईमेल भेजे हैं। सबसे नए ईमेल की लिंक खोलें, या बाद में फिर कोशिश करें",
    ),
    "code.open_link": (
        "We sent several emails to this address. Open the link in the newest one, "
        "or try again in {minutes} minutes",
        "हमने इस पते पर कई ईमेल भेजे हैं। सबसे नए ईमेल की लिंक खोलें, या {minutes} मिनट बाद फिर कोशिश करें",
    ),
    ErrorCode.LOGIN_FAILED: (
        "The email address or the password is not right",
        "ईमेल पता या पासवर्ड सही नहीं है",
    ),
    ErrorCode.PASSWORD_NEEDED: (
        "Please log in with your password; we then send you a code",
        "कृपया अपने पासवर्ड से लॉगिन करें; उसके बाद हम आपको कोड भेजेंगे",
    ),
    ErrorCode.PASSWORD_WRONG: ("The password is not right", "पासवर्ड सही नहीं है"),
    ErrorCode.PROOF_NEEDED: (
        "Please confirm with your password or a code sent to your email address",
        "कृपया अपने पासवर्ड या अपने ईमेल पते पर भेजे गए कोड से पुष्टि करें",
    ),
    ErrorCode.ADDRESS_MOVED: (
        "The account of this address has just moved to another address. If that was not you, "
        "use the link in the email we sent you",
        "इस पते का खाता अभी-अभी दूसरे पते पर ले जाया गया है। यदि यह आपने नहीं किया, तो हमारे भेजे मेल की लिंक का उपयोग करें",
    ),
    "account.deletion_waits": (
        "Your email address has just changed. For the next days the account cannot be deleted, "
        "because the change can still be undone",
        "आपका ईमेल पता अभी-अभी बदला है। जब तक यह बदलाव वापस लिया जा सकता है, खाता हटाया नहीं जा सकता",
    ),
    "account.staff_email": (
        "As you work for the shop, another admin changes your email address",
        "आप दुकान के लिए काम करते हैं, इसलिए आपका ईमेल पता कोई दूसरा एडमिन बदलता है",
    ),
    "account.own_email": (
        "Another admin has to change your email address",
        "आपका ईमेल पता किसी दूसरे एडमिन को बदलना होगा",
    ),
    "account.customer_email": (
        "Customers change their email address themselves, in their profile",
        "ग्राहक अपना ईमेल पता अपनी प्रोफ़ाइल में स्वयं बदलते हैं",
    ),
    "account.email_used": (
        "Another account uses this email address",
        "इस ईमेल पते का उपयोग दूसरा खाता करता है",
    ),
    ErrorCode.UNDO_EXPIRED: (
        "This link no longer works: it was used before or is older than three days",
        "यह लिंक अब काम नहीं करती: इसका उपयोग हो चुका है या यह तीन दिन से पुरानी है",
    ),
    ErrorCode.SECOND_FACTOR_REQUIRED: (
        "Please prove your second factor to continue",
        "आगे बढ़ने के लिए कृपया अपना दूसरा प्रमाण दें",
    ),
    ErrorCode.SECOND_FACTOR_ENROLMENT_REQUIRED: (
        "Please set up a second factor to continue",
        "आगे बढ़ने के लिए कृपया दूसरा प्रमाण जोड़ें",
    ),
    ErrorCode.REAUTHENTICATION_REQUIRED: (
        "Please prove your second factor again for this step",
        "इस कदम के लिए कृपया अपना दूसरा प्रमाण फिर से दें",
    ),
    ErrorCode.PASSKEY_REFUSED: (
        "That passkey was not accepted. Please try again",
        "यह पासकी स्वीकार नहीं हुई। कृपया फिर कोशिश करें",
    ),
    ErrorCode.LAST_SECOND_FACTOR: (
        "This is your only second factor. Please add another one first",
        "यह आपका एकमात्र दूसरा प्रमाण है। पहले कोई और जोड़ें",
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
    ErrorCode.SECOND_PERSON_NEEDED: (
        "Another member of staff has to approve this refund",
        "इस रिफ़ंड की स्वीकृति किसी दूसरे कर्मचारी को देनी होगी",
    ),
    ErrorCode.APPROVER_TOO_NEW: (
        "A second approval counts a day after somebody got their rights, or once another admin confirms them",
        "दूसरी स्वीकृति अधिकार मिलने के एक दिन बाद मान्य होती है, या जब कोई दूसरा एडमिन उस व्यक्ति की पुष्टि कर दे",
    ),
    "account.approver_too_new": (
        "{name} got these rights too recently. A second approval counts from {time} on {day}, or once "
        "another admin confirms this person under Users",
        "{name} को ये अधिकार अभी-अभी मिले हैं। दूसरी स्वीकृति {day} को {time} बजे से मान्य होगी, या जब कोई दूसरा एडमिन "
        "“उपयोगकर्ता” में इस व्यक्ति की पुष्टि कर दे",
    ),
    "account.confirm_another": (
        "Another admin has to confirm this person: not they themselves, nor the one who changed the account",
        "इस व्यक्ति की पुष्टि किसी दूसरे एडमिन को करनी होगी: न वे स्वयं, न वह जिसने उनका खाता बदला है",
    ),
    ErrorCode.LAST_ADMIN: (
        "The shop needs at least one admin. Please make somebody else an admin first",
        "दुकान में कम से कम एक एडमिन होना चाहिए। पहले किसी और को एडमिन बनाएँ",
    ),
}

# By what is wrong with a field.
FIELDS: dict[str, tuple[str, str]] = {
    "password_short": (
        "Please use at least 10 characters",
        "कृपया कम से कम 10 अक्षर रखें",
    ),
    "password_common": (
        "This password is too easy to guess. Please choose another one",
        "यह पासवर्ड आसानी से पहचाना जा सकता है। कृपया कोई दूसरा चुनें",
    ),
    "password_names": (
        "Please leave out your name, your email address and the shop's name",
        "कृपया अपना नाम, ईमेल पता और दुकान का नाम पासवर्ड में न रखें",
    ),
    "email_needs_code": (
        "The email address is changed with a code that we send to the new one",
        "ईमेल पता नए पते पर भेजे गए कोड से ही बदलता है",
    ),
}

# What calls answer when they have succeeded, by the English text in their code.
DONE_HI: dict[str, str] = {
    "The change has been undone": "बदलाव वापस ले लिया गया है",
    "OTP sent successfully! Check your email.": "कोड भेज दिया गया है! अपना ईमेल देखें।",
    "Login successful!": "लॉगिन हो गया!",
    "Registration successful!": "पंजीकरण हो गया!",
    "Logged out successfully": "लॉगआउट हो गया",
    "Profile updated successfully!": "प्रोफ़ाइल अपडेट हो गई!",
    "Address saved": "पता सहेज लिया गया",
    "Address removed": "पता हटा दिया गया",
    "Password saved": "पासवर्ड सहेज लिया गया",
    "Your account has been deleted": "आपका खाता हटा दिया गया है",
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES, fields=FIELDS, done=DONE_HI)
