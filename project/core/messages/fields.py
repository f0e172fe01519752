"""Fields of forms; `{field}` is the field's label.

The keys are pydantic's error types or our own, or `field_type` where one field says something of its own.
"""

FIELDS: dict[str, tuple[str, str]] = {
    "page_invalid": ("There is no such page", "ऐसा कोई पृष्ठ नहीं है"),
    "required": ("{field} is required", "{field} आवश्यक है"),
    "fill_all": ("Please fill in all required fields", "कृपया सभी आवश्यक जानकारी भरें"),
    "fill_every": ("Please fill in all fields", "कृपया सभी जानकारी भरें"),
    "birth_future": (
        "The date of birth cannot lie in the future",
        "जन्मतिथि भविष्य की नहीं हो सकती",
    ),
    "birth_early": ("Please enter a date from 1900 on", "कृपया 1900 या उसके बाद की तिथि दर्ज करें"),
    "gender_invalid": ("Please choose one of the three", "कृपया तीनों में से एक चुनें"),
    "dateOfBirth_invalid": (
        "Please enter a valid date of birth",
        "कृपया सही जन्मतिथि दर्ज करें",
    ),
    "timeOfBirth_invalid": (
        "Please enter a valid time of birth",
        "कृपया जन्म का सही समय दर्ज करें",
    ),
    "fill_address": ("Please fill in complete shipping address", "कृपया डिलीवरी का पूरा पता भरें"),
    "email_invalid": ("Please enter a valid email address", "कृपया सही ईमेल पता दर्ज करें"),
    "phone_invalid": (
        "Please enter a valid 10-digit phone number",
        "कृपया 10 अंकों का सही फ़ोन नंबर दर्ज करें",
    ),
    "pincode_invalid": ("Please enter a valid 6-digit pincode", "कृपया 6 अंकों का सही पिनकोड दर्ज करें"),
    "pincode_state": (
        "This pincode does not lie in {state}",
        "यह पिनकोड {state} का नहीं है",
    ),
    "amount_invalid": ("Invalid order amount", "ऑर्डर की राशि सही नहीं है"),
    "password_short": (
        "Please use at least 10 characters",
        "कृपया कम से कम 10 अक्षर रखें",
    ),
    "password_common": (
        "This password is too easy to guess. Please choose another one",
        "यह पासवर्ड आसानी से पहचाना जा सकता है। कृपया कोई दूसरा चुनें",
    ),
    "review_short": (
        "Please write at least 10 characters",
        "कृपया कम से कम 10 अक्षर लिखें",
    ),
    "amount_order": ("The maximum is below the minimum", "अधिकतम राशि न्यूनतम से कम है"),
    "day_order": (
        "The end date is before the start date",
        "अंतिम तारीख़ आरंभ तारीख़ से पहले की है",
    ),
    "too_many": ("There are too many of these", "ये बहुत अधिक हैं"),
    "whole_number": ("Please enter a whole number", "कृपया पूर्ण संख्या लिखें"),
    "date_future": ("This day has not come yet", "यह दिन अभी नहीं आया है"),
    "too_long": ("{field} is too long", "{field} बहुत लंबा है"),
    "invalid": ("{field} is not valid", "{field} सही नहीं है"),
}

# Labels are written from the names of the fields; these are theirs in Hindi.
LABELS_HI: dict[str, str] = {
    "Limit": "संख्या",
    "Category": "श्रेणी",
    "Min price": "न्यूनतम मूल्य",
    "Max price": "अधिकतम मूल्य",
    "Is featured": "चुनिंदा",
    "In stock": "उपलब्धता",
    "Name": "नाम",
    "First name": "पहला नाम",
    "Last name": "उपनाम",
    "Email": "ईमेल",
    "Phone": "फ़ोन",
    "Street": "गली / मकान",
    "Address": "पता",
    "City": "शहर",
    "State": "राज्य",
    "Pincode": "पिनकोड",
    "Country": "देश",
    "Password": "पासवर्ड",
    "Otp": "कोड",
    "Rating": "रेटिंग",
    "Title": "शीर्षक",
    "Text": "समीक्षा",
    "Reason": "कारण",
    "Place of birth": "जन्म स्थान",
    "Message": "संदेश",
    "Topic": "विषय",
    "Order id": "ऑर्डर संख्या",
}
