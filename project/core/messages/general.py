"""What any part of the shop may say."""

from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.VALIDATION: ("Please check the highlighted fields", "कृपया चिह्नित जानकारी जाँचें"),
    ErrorCode.NOT_FOUND: ("Not found", "नहीं मिला"),
    ErrorCode.RATE_LIMITED: (
        "Too many requests. Please wait before trying again",
        "बहुत अधिक अनुरोध। कृपया थोड़ी देर बाद फिर प्रयास करें",
    ),
    ErrorCode.METHOD_NOT_ALLOWED: ("This call is not offered here", "यह अनुरोध यहाँ उपलब्ध नहीं है"),
    ErrorCode.PAYLOAD_TOO_LARGE: ("The request is too large", "अनुरोध बहुत बड़ा है"),
    ErrorCode.IDEMPOTENCY_MISMATCH: (
        "This request was already used for something else",
        "यह अनुरोध पहले ही किसी और काम के लिए उपयोग हो चुका है",
    ),
    ErrorCode.FORM_EXPIRED: (
        "This form was open for a long time. Please send it once more",
        "यह फ़ॉर्म देर तक खुला रहा। कृपया इसे एक बार फिर भेजें",
    ),
    ErrorCode.BUSY: (
        "Very many people are here just now, and this did not get through. Please try again in a moment",
        "अभी बहुत भीड़ है और यह काम पूरा नहीं हो सका। कृपया कुछ पल बाद फिर प्रयास करें",
    ),
    ErrorCode.INTERNAL: (
        "Something went wrong. Please try again",
        "कुछ गड़बड़ हो गई। कृपया फिर से प्रयास करें",
    ),
}
