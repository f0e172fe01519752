"""Reviews and their photos."""

from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
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
}
