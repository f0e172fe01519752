"""Sentences that any part of the shop may answer."""

from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.VALIDATION: ("Please check the highlighted fields", "कृपया चिह्नित खाने जाँचें"),
    ErrorCode.NOT_FOUND: ("Not found", "नहीं मिला"),
    ErrorCode.RATE_LIMITED: (
        "Too many requests. Please wait before trying again",
        "बहुत अधिक अनुरोध। कृपया थोड़ी देर बाद फिर कोशिश करें",
    ),
    ErrorCode.WORK_REQUIRED: (
        "Your browser could not finish a security check. Please try again",
        "आपका ब्राउज़र सुरक्षा जाँच पूरी नहीं कर सका। कृपया फिर कोशिश करें",
    ),
    ErrorCode.METHOD_NOT_ALLOWED: ("This is not available here", "यह अनुरोध यहाँ उपलब्ध नहीं है"),
    ErrorCode.PAYLOAD_TOO_LARGE: ("The request is too large", "अनुरोध बहुत बड़ा है"),
    ErrorCode.IDEMPOTENCY_MISMATCH: (
        "Your earlier attempt went through with other details. Please check what it did",
        "आपकी पिछली कोशिश अन्य जानकारी के साथ पूरी हो चुकी है। कृपया देखें कि उससे क्या हुआ",
    ),
    ErrorCode.SHOP_NOT_OPEN: (
        "The shop is not open yet. Please come back a little later",
        "दुकान अभी खुली नहीं है। कृपया थोड़ी देर बाद फिर आएँ",
    ),
    ErrorCode.BUSY: (
        "The shop is very busy right now and could not finish this. Please try again in a moment",
        "अभी बहुत भीड़ है और यह काम पूरा नहीं हो सका। कृपया कुछ पल बाद फिर कोशिश करें",
    ),
    ErrorCode.INTERNAL: (
        "Something went wrong. Please try again",
        "कुछ गड़बड़ हो गई। कृपया फिर से कोशिश करें",
    ),
    ErrorCode.UNAUTHENTICATED: ("Please log in to continue", "आगे बढ़ने के लिए कृपया लॉगिन करें"),
    ErrorCode.FORBIDDEN: ("You do not have access to this", "आपको इसकी अनुमति नहीं है"),
    ErrorCode.INVALID_TRANSITION: ("This status change is not allowed", "स्थिति में यह बदलाव संभव नहीं है"),
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
}
