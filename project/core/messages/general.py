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
        "An earlier try of this went through, with other details. Please look at what it did",
        "आपका पिछला प्रयास अन्य जानकारी के साथ पूरा हो चुका है। कृपया देखें कि उससे क्या हुआ",
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

# What calls say when they have done their work, by the English that stands in their code.
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
    "Code sent": "कोड भेज दिया गया",
    "Order created": "ऑर्डर बन गया",
    "Redirecting to PhonePe for secure payment...": "सुरक्षित भुगतान के लिए PhonePe पर ले जाया जा रहा है...",
}
