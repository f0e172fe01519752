"""The API's sentences in both languages, by error code.

The screens have texts of their own by code; these are for toasts that show the server's words (and
for callers without a screen).
"""

from collections.abc import Sequence

from project.core.errors import ErrorCode
from project.core.india import state_name

MESSAGES: dict[ErrorCode, tuple[str, str]] = {
    ErrorCode.VALIDATION: ("Please check the highlighted fields", "कृपया चिह्नित जानकारी जाँचें"),
    ErrorCode.NOT_FOUND: ("Not found", "नहीं मिला"),
    ErrorCode.UNAUTHENTICATED: ("Please log in to continue", "आगे बढ़ने के लिए कृपया लॉगिन करें"),
    ErrorCode.TOKEN_REFUSED: (
        "Your session has ended. Please log in again",
        "आपका सत्र समाप्त हो गया है। कृपया फिर से लॉगिन करें",
    ),
    ErrorCode.FORBIDDEN: ("You do not have access to this", "आपको इसकी अनुमति नहीं है"),
    ErrorCode.RATE_LIMITED: (
        "Too many requests. Please wait before trying again",
        "बहुत अधिक अनुरोध। कृपया थोड़ी देर बाद फिर प्रयास करें",
    ),
    ErrorCode.METHOD_NOT_ALLOWED: ("This call is not offered here", "यह अनुरोध यहाँ उपलब्ध नहीं है"),
    ErrorCode.PAYLOAD_TOO_LARGE: ("The request is too large", "अनुरोध बहुत बड़ा है"),
    ErrorCode.OUT_OF_STOCK: (
        "There is not enough stock left for this order",
        "इस ऑर्डर के लिए पर्याप्त स्टॉक नहीं बचा है",
    ),
    ErrorCode.OPTION_UNAVAILABLE: ("This option is not available", "यह विकल्प उपलब्ध नहीं है"),
    ErrorCode.PRODUCT_UNAVAILABLE: ("This product is not available", "यह उत्पाद उपलब्ध नहीं है"),
    ErrorCode.INVALID_QUANTITY: ("Please choose a valid quantity", "कृपया सही मात्रा चुनें"),
    ErrorCode.CART_FULL: (
        "Your cart is full. Please order or remove something first",
        "आपका कार्ट भर गया है। पहले कुछ ऑर्डर करें या हटाएँ",
    ),
    ErrorCode.WISHLIST_FULL: (
        "Your wishlist is full. Please remove something first",
        "आपकी इच्छा सूची भर गई है। पहले कुछ हटाएँ",
    ),
    ErrorCode.PRICE_CHANGED: (
        "The price has changed. Please confirm the new total",
        "मूल्य बदल गया है। कृपया नई कुल राशि की पुष्टि करें",
    ),
    ErrorCode.DISCOUNT_UNKNOWN: (
        "We know no such discount code. Please check the spelling",
        "ऐसा कोई छूट कोड नहीं है। कृपया वर्तनी जाँचें",
    ),
    ErrorCode.DISCOUNT_NOT_YET: ("This discount code is not valid yet", "यह छूट कोड अभी शुरू नहीं हुआ है"),
    ErrorCode.DISCOUNT_EXPIRED: ("This discount code has expired", "इस छूट कोड की अवधि समाप्त हो गई है"),
    ErrorCode.DISCOUNT_MINIMUM: (
        "Your order is too small for this discount code",
        "इस छूट कोड के लिए आपके ऑर्डर की राशि कम है",
    ),
    ErrorCode.DISCOUNT_USED_UP: (
        "This discount code has been used up",
        "इस छूट कोड का उपयोग पूरा हो चुका है",
    ),
    ErrorCode.DISCOUNT_ALREADY_USED: (
        "You have already used this discount code",
        "आप इस छूट कोड का उपयोग कर चुके हैं",
    ),
    ErrorCode.IDEMPOTENCY_MISMATCH: (
        "This request was already used for something else",
        "यह अनुरोध पहले ही किसी और काम के लिए उपयोग हो चुका है",
    ),
    ErrorCode.ORDER_NOT_PAYABLE: ("This order can no longer be paid", "इस ऑर्डर का भुगतान अब नहीं किया जा सकता"),
    ErrorCode.ALREADY_PAID: ("This order has already been paid", "इस ऑर्डर का भुगतान हो चुका है"),
    ErrorCode.INVOICE_NOT_READY: (
        "The invoice is made as soon as the payment is recorded",
        "भुगतान दर्ज होते ही बिल बनाया जाता है",
    ),
    ErrorCode.PROVIDER_UNAVAILABLE: (
        "The payment service is not answering. Please try again in a moment",
        "भुगतान सेवा उत्तर नहीं दे रही है। कृपया थोड़ी देर में फिर प्रयास करें",
    ),
    ErrorCode.REFUND_NOT_POSSIBLE: (
        "This amount cannot be refunded",
        "यह राशि वापस नहीं की जा सकती",
    ),
    ErrorCode.REFUND_CHANGED: (
        "Somebody has just refunded part of this payment. Please check what is left",
        "अभी-अभी इस भुगतान का कुछ हिस्सा किसी ने वापस किया है। कृपया बची हुई राशि जाँचें",
    ),
    ErrorCode.SECOND_PERSON_NEEDED: (
        "Another member of staff has to approve this refund",
        "इस रिफ़ंड की स्वीकृति किसी दूसरे कर्मचारी को देनी होगी",
    ),
    ErrorCode.STATEMENT_UNREADABLE: (
        "This settlement report cannot be read",
        "यह सेटलमेंट रिपोर्ट पढ़ी नहीं जा सकी",
    ),
    ErrorCode.INVALID_TRANSITION: ("This status change is not allowed", "स्थिति में यह बदलाव संभव नहीं है"),
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
    ErrorCode.SIGNATURE_INVALID: ("The signature does not match", "हस्ताक्षर मेल नहीं खाता"),
    ErrorCode.NOT_A_BUYER: (
        "Only customers who bought this product can review it",
        "यह उत्पाद ख़रीदने वाले ग्राहक ही इसकी समीक्षा लिख सकते हैं",
    ),
    ErrorCode.REVIEW_EXISTS: (
        "You have already reviewed this product. You can change your review",
        "आप इस उत्पाद की समीक्षा लिख चुके हैं। आप उसे बदल सकते हैं",
    ),
    ErrorCode.REVIEW_CHANGED: (
        "This review has changed since you opened it. Please read it again",
        "आपके खोलने के बाद यह समीक्षा बदल गई है। कृपया इसे फिर पढ़ें",
    ),
    ErrorCode.PHOTO_INVALID: (
        "This file is not a photo we can read. Please choose a JPG, PNG, GIF or WebP picture",
        "इस फ़ाइल को तस्वीर के रूप में नहीं खोला जा सका। कृपया JPG, PNG, GIF या WebP तस्वीर चुनें",
    ),
    ErrorCode.PHOTO_TOO_LARGE: (
        "This photo is too large. Please choose one of at most 5 MB",
        "यह तस्वीर बहुत बड़ी है। कृपया 5 MB तक की तस्वीर चुनें",
    ),
    ErrorCode.TOO_MANY_PHOTOS: (
        "Please add at most 4 photos",
        "कृपया अधिकतम 4 तस्वीरें जोड़ें",
    ),
    ErrorCode.ORDER_NOT_CANCELLABLE: (
        "This order can no longer be cancelled",
        "यह ऑर्डर अब रद्द नहीं किया जा सकता",
    ),
    ErrorCode.NOT_RETURNABLE: (
        "This cannot be sent back",
        "इसे लौटाया नहीं जा सकता",
    ),
    ErrorCode.ORDER_CHANGED: (
        "Somebody changed this order meanwhile. Please look at what changed and decide again",
        "इस बीच किसी ने यह ऑर्डर बदल दिया है। कृपया बदलाव देखकर फिर निर्णय लें",
    ),
    ErrorCode.TRACKING_NUMBER_NEEDED: (
        "Please enter the parcel's tracking number",
        "कृपया पार्सल का ट्रैकिंग नंबर भरें",
    ),
    ErrorCode.ACCOUNT_BLOCKED: (
        "This account has been blocked. Please write to us if you think this is a mistake",
        "यह खाता बंद कर दिया गया है। यदि आपको लगता है कि यह भूल है, तो कृपया हमें लिखें",
    ),
    ErrorCode.LAST_ADMIN: (
        "The shop needs at least one admin. Please make somebody else an admin first",
        "दुकान में कम से कम एक व्यवस्थापक होना चाहिए। पहले किसी और को व्यवस्थापक बनाएँ",
    ),
    ErrorCode.PLACE_UNKNOWN: (
        "We do not know this place. Please choose the nearest town from the list",
        "यह स्थान हमारी सूची में नहीं है। कृपया सूची से निकटतम नगर चुनें",
    ),
    ErrorCode.PRODUCT_CHANGED: (
        "Somebody else has changed this product since you opened it",
        "आपके खोलने के बाद किसी और ने यह उत्पाद बदल दिया है",
    ),
    ErrorCode.PRODUCT_ARCHIVED: (
        "This product is archived. Restore it first, then offer it",
        "यह उत्पाद संग्रहित है। पहले इसे वापस लाएँ, फिर बिक्री पर रखें",
    ),
    ErrorCode.STOCK_PROMISED: (
        "Orders already have more pieces than that. The count cannot be lower",
        "इससे अधिक नग पहले ही ऑर्डरों के लिए तय हैं। गिनती इससे कम नहीं हो सकती",
    ),
    ErrorCode.CATEGORY_CHANGED: (
        "Somebody else has changed this category since you opened it",
        "आपके खोलने के बाद किसी और ने यह श्रेणी बदल दी है",
    ),
    ErrorCode.CATEGORY_NOT_EMPTY: (
        "There are products in this category. Move them to another one first",
        "इस श्रेणी में उत्पाद हैं। पहले उन्हें किसी दूसरी श्रेणी में ले जाएँ",
    ),
    ErrorCode.CATEGORY_LOOP: (
        "A category cannot stand below itself",
        "कोई श्रेणी अपने ही नीचे नहीं रखी जा सकती",
    ),
    ErrorCode.CERTIFICATE_EXISTS: (
        "There is a certificate with this number already",
        "इस संख्या का प्रमाणपत्र पहले से मौजूद है",
    ),
    ErrorCode.UPLOAD_UNAVAILABLE: (
        "Image upload service not configured. Please contact administrator.",
        "तस्वीर अपलोड सेवा उपलब्ध नहीं है। कृपया व्यवस्थापक से संपर्क करें।",
    ),
    ErrorCode.FILE_UNREADABLE: (
        "This file cannot be read. Please save it as CSV (UTF-8)",
        "इस फ़ाइल को पढ़ा नहीं जा सका। कृपया इसे CSV (UTF-8) के रूप में सहेजें",
    ),
    ErrorCode.FORM_EXPIRED: (
        "This form was open for a long time. Please send it once more",
        "यह फ़ॉर्म देर तक खुला रहा। कृपया इसे एक बार फिर भेजें",
    ),
    ErrorCode.INTERNAL: (
        "Something went wrong. Please try again",
        "कुछ गड़बड़ हो गई। कृपया फिर से प्रयास करें",
    ),
}

# Why a refund of this amount is not possible.
REFUND_TEXTS: dict[str, tuple[str, str]] = {
    "nothing_left": (
        "Nothing is left to refund on this payment",
        "इस भुगतान में वापस करने के लिए कुछ नहीं बचा है",
    ),
    "too_much": (
        "The amount is more than what is left to refund",
        "राशि वापस की जा सकने वाली बची राशि से ज़्यादा है",
    ),
    "no_such_pieces": (
        "The order does not have these pieces",
        "इस ऑर्डर में ये नग नहीं हैं",
    ),
    "too_little": ("At least ₹1 can be refunded", "कम से कम ₹1 वापस किया जा सकता है"),
    "rest_too_little": (
        "Less than ₹1 would be left, which could never be refunded. Please refund all of it",
        "₹1 से कम बचेगा, जो कभी वापस नहीं हो सकेगा। कृपया पूरी राशि वापस करें",
    ),
}

# What is said of a refund that was just asked for or decided, by its status.
REFUND_ANSWERS: dict[str, tuple[str, str]] = {
    "approval": (
        "This refund waits for the approval of another member of staff",
        "यह रिफ़ंड किसी दूसरे कर्मचारी की स्वीकृति की प्रतीक्षा में है",
    ),
    "requested": ("The refund has been requested", "रिफ़ंड का अनुरोध दर्ज हो गया है"),
    "under_way": ("The refund is on its way", "रिफ़ंड की राशि भेजी जा रही है"),
    "done": ("Refund processed successfully", "रिफ़ंड सफलतापूर्वक पूरा हुआ"),
    "failed": ("The refund did not go through", "रिफ़ंड नहीं हो सका"),
}

# Why a settlement report cannot be read; `{line}` and `{column}` name the place.
STATEMENT_TEXTS: dict[str, tuple[str, str]] = {
    "encoding": (
        "This file is not plain text in UTF-8. Please download the report as CSV again and do not save it"
        " with a spreadsheet",
        "यह फ़ाइल UTF-8 टेक्स्ट नहीं है। कृपया रिपोर्ट दोबारा CSV में डाउनलोड करें और उसे स्प्रेडशीट में सहेजे बिना अपलोड करें",
    ),
    "columns": (
        "This is not a settlement report: it lacks the columns {column}",
        "यह सेटलमेंट रिपोर्ट नहीं है: इसमें ये कॉलम नहीं हैं: {column}",
    ),
    "line": (
        "Line {line} cannot be read (column {column}), so nothing was taken in",
        "पंक्ति {line} पढ़ी नहीं जा सकी (कॉलम {column}), इसलिए कुछ भी दर्ज नहीं किया गया",
    ),
    "empty": ("This settlement report has no lines", "इस सेटलमेंट रिपोर्ट में कोई पंक्ति नहीं है"),
    "too_long": (
        "This file is too long: at most 1,00,000 lines and 20 MB",
        "यह फ़ाइल बहुत बड़ी है: अधिकतम 1,00,000 पंक्तियाँ और 20 MB",
    ),
}
# What is said of a report that was just sent: taken in, or here before.
STATEMENT_ANSWERS: dict[bool, tuple[str, str]] = {
    True: (
        "The report was taken in and is being compared with our books",
        "रिपोर्ट मिल गई है और हमारे बहीखाते से मिलाई जा रही है",
    ),
    False: (
        "This very report was taken in before. Nothing was entered twice",
        "यही रिपोर्ट पहले ही दर्ज हो चुकी है। कुछ भी दोबारा दर्ज नहीं हुआ",
    ),
}

# Field messages by pydantic error type, or by field and type; `{field}` is the field's label.
FIELD_MESSAGES: dict[str, tuple[str, str]] = {
    "search_too_long": ("Please search with at most 100 characters", "कृपया अधिकतम 100 अक्षरों में खोजें"),
    "q_too_long": ("Please search with at most 100 characters", "कृपया अधिकतम 100 अक्षरों में खोजें"),
    "search_invalid": ("This cannot be searched for", "इसे खोजा नहीं जा सकता"),
    "q_invalid": ("This cannot be searched for", "इसे खोजा नहीं जा सकता"),
    "page_invalid": ("There is no such page", "ऐसा कोई पृष्ठ नहीं है"),
    "sortBy_invalid": ("This order is not offered", "यह क्रम उपलब्ध नहीं है"),
    "price_order": (
        "The lowest price must not be above the highest",
        "न्यूनतम मूल्य अधिकतम मूल्य से ज़्यादा नहीं हो सकता",
    ),
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
    "whole_rupees": (
        "Please enter whole rupees, such as 500",
        "कृपया पूरे रुपये लिखें, जैसे 500",
    ),
    "price_positive": (
        "Please enter a price above ₹0 with at most two decimals",
        "कृपया ₹0 से अधिक मूल्य लिखें, दशमलव के बाद अधिकतम दो अंक",
    ),
    "unit_price": (
        "With this the product would cost nothing or less. Please raise it",
        "इससे उत्पाद का मूल्य शून्य या उससे कम हो जाएगा। कृपया इसे बढ़ाएँ",
    ),
    "option_negative": (
        "Only a size may lower the price",
        "केवल आकार से ही मूल्य घट सकता है",
    ),
    "option_included": (
        "This choice is part of the price: it adds ₹0",
        "यह विकल्प मूल्य में शामिल है: इसका अतिरिक्त मूल्य ₹0 रहता है",
    ),
    "option_repeated": ("This name occurs twice", "यह नाम दो बार आया है"),
    "discount_disagrees": (
        "The original price and the price give another discount. Please correct one of the three",
        "मूल मूल्य और मूल्य से अलग छूट बनती है। कृपया तीनों में से एक ठीक करें",
    ),
    "original_below": (
        "The original price must not be below the price",
        "मूल मूल्य वर्तमान मूल्य से कम नहीं हो सकता",
    ),
    "category_unknown": ("Please choose a category", "कृपया श्रेणी चुनें"),
    "picture_unknown": (
        "We do not have this picture. Please upload it again",
        "यह तस्वीर हमारे पास नहीं है। कृपया इसे फिर से अपलोड करें",
    ),
    "too_many": ("There are too many of these", "ये बहुत अधिक हैं"),
    "whole_number": ("Please enter a whole number", "कृपया पूर्ण संख्या लिखें"),
    "certificate_number": (
        "Please use letters, digits and “-” only",
        "कृपया केवल अक्षर, अंक और “-” लिखें",
    ),
    "date_future": ("This day has not come yet", "यह दिन अभी नहीं आया है"),
    "csv_column": (
        "There is no column of this name, or it occurs twice",
        "इस नाम का कोई स्तंभ नहीं है, या यह दो बार आया है",
    ),
    "csv_cells": ("This line has more cells than the heading", "इस पंक्ति में शीर्षक से अधिक खाने हैं"),
    "csv_line": ("This line cannot be read", "यह पंक्ति पढ़ी नहीं जा सकी"),
    "csv_options": (
        "Please write options as name:price, with | between them",
        "कृपया विकल्प नाम:मूल्य के रूप में लिखें, बीच में | लगाएँ",
    ),
    "csv_yes_no": ("Please write yes or no", "कृपया yes या no लिखें"),
    "csv_outdated": (
        "This product has changed since the file was exported",
        "फ़ाइल निर्यात होने के बाद यह उत्पाद बदल गया है",
    ),
    "csv_unknown": ("There is no product with this id", "इस id का कोई उत्पाद नहीं है"),
    "too_long": ("{field} is too long", "{field} बहुत लंबा है"),
    "invalid": ("{field} is not valid", "{field} सही नहीं है"),
}

_ADDRESS_FIELDS = {"street", "address", "city", "state", "pincode"}

FIELD_LABELS_HI = {
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


# pydantic's own error types, as our field messages know them.
_PYDANTIC_KINDS = {
    "missing": "required",
    "string_too_short": "required",
    "string_too_long": "too_long",
}


def message(code: ErrorCode, language: str) -> str:
    """Return the sentence for `code` in `language` ('en' or 'hi', anything else reads English)."""
    english, hindi = MESSAGES[code]
    return hindi if language.startswith("hi") else english


def field_kind(error_type: str) -> str:
    """Return the kind of field message for an error type of pydantic, or of our own."""
    kind = _PYDANTIC_KINDS.get(error_type, error_type)
    return kind if kind in FIELD_MESSAGES else "invalid"


def field_message(kind: str, field: str, language: str, *, state: str = "") -> str:
    """Return the sentence for one field; `field` is its camelCase name, `state` the one a pincode misses."""
    label = "".join(f" {c.lower()}" if c.isupper() else c for c in field).strip()
    label = label[:1].upper() + label[1:]
    kind = kind if kind in FIELD_MESSAGES else "invalid"
    english, hindi = FIELD_MESSAGES.get(f"{field}_{kind}", FIELD_MESSAGES[kind])
    if language.startswith("hi"):
        return hindi.format(field=FIELD_LABELS_HI.get(label, label), state=state_name(state, language))
    return english.format(field=label, state=state)


def missing_message(fields: Sequence[str], language: str) -> str:
    """Return one sentence for several missing fields, by their camelCase names; "" for fewer than two."""
    if len(fields) < 2:
        return ""
    kind = "fill_address" if set(fields) <= _ADDRESS_FIELDS else "fill_all"
    return FIELD_MESSAGES[kind][language.startswith("hi")]


# What is said when the catalogue was changed, by what was done.
CATALOGUE_ANSWERS: dict[str, tuple[str, str]] = {
    "product.created": ("Product created successfully", "उत्पाद जोड़ दिया गया"),
    "product.changed": ("Product updated successfully", "उत्पाद अपडेट हो गया"),
    "product.unchanged": ("Nothing was changed", "कुछ नहीं बदला"),
    "product.deleted": ("Product deleted successfully", "उत्पाद हटा दिया गया"),
    "product.archived": (
        "Product archived: orders are about it, so it is kept out of sight",
        "उत्पाद संग्रहित किया गया: इससे जुड़े ऑर्डर हैं, इसलिए इसे मिटाया नहीं गया",
    ),
    "product.restored": (
        "Product restored. It is not on sale yet",
        "उत्पाद वापस आ गया। यह अभी बिक्री पर नहीं है",
    ),
    "stock.counted": ("Stock updated", "स्टॉक अपडेट हो गया"),
    "category.created": ("Category created successfully", "श्रेणी जोड़ दी गई"),
    "category.changed": ("Category updated successfully", "श्रेणी अपडेट हो गई"),
    "category.deleted": ("Category deleted successfully", "श्रेणी हटा दी गई"),
    "certificate.issued": ("Certificate added", "प्रमाणपत्र जोड़ दिया गया"),
    "certificate.voided": ("Certificate withdrawn", "प्रमाणपत्र वापस ले लिया गया"),
    "upload.done": ("Image uploaded successfully", "तस्वीर अपलोड हो गई"),
    "upload.too_large": (
        "Image file too large. Please use smaller images.",
        "तस्वीर की फ़ाइल बहुत बड़ी है। कृपया छोटी तस्वीरें चुनें।",
    ),
    "upload.too_many": (
        "Too many upload requests. Please wait a moment and try again.",
        "बहुत अधिक अपलोड अनुरोध। कृपया थोड़ा रुककर फिर प्रयास करें।",
    ),
}


def unknown_category(name: str) -> tuple[str, str]:
    """Return the sentences that name a category that does not exist."""
    return f"There is no category “{name}”", f"“{name}” नाम की कोई श्रेणी नहीं है"
