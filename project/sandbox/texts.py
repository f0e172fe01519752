"""The texts of the sandbox's pages, in English and Hindi."""

from __future__ import annotations

from typing import Final, Literal, get_args

Language = Literal["en", "hi"]

# key → (English, Hindi)
TEXTS: Final[dict[str, tuple[str, str]]] = {
    "brand": ("Payment sandbox", "भुगतान सैंडबॉक्स"),
    "test_only": ("Test money only. Nothing is charged.", "केवल परीक्षण राशि। कोई पैसा नहीं कटता।"),
    "pay_title": ("Pay", "भुगतान करें"),
    "merchant": ("Akshamala", "अक्षमाला"),
    "amount": ("Amount to pay", "देय राशि"),
    "order_id": ("Order", "ऑर्डर"),
    "time_left": ("Time left", "शेष समय"),
    "choose_method": ("How would you like to pay?", "आप कैसे भुगतान करना चाहेंगे?"),
    "upi": ("UPI", "UPI"),
    "card": ("Card", "कार्ड"),
    "netbanking": ("Net banking", "नेट बैंकिंग"),
    "wallet": ("Wallet", "वॉलेट"),
    "upi_way": ("Pay with", "भुगतान का तरीका"),
    "UPI_COLLECT": ("UPI ID", "UPI आईडी"),
    "UPI_INTENT": ("UPI app on this phone", "इस फ़ोन का UPI ऐप"),
    "UPI_QR": ("QR code", "QR कोड"),
    "vpa": ("UPI ID", "UPI आईडी"),
    "vpa_help": ("Any test ID such as success@ybl", "कोई भी परीक्षण आईडी, जैसे success@ybl"),
    "card_number": ("Card number", "कार्ड नंबर"),
    "expiry": ("Expiry (MM/YY)", "समाप्ति (MM/YY)"),
    "cvv": ("CVV", "CVV"),
    "card_help": (
        "Only the test cards work here: credit 4208 5851 9011 6667, 06/27, CVV 508; "
        "debit 4242 4242 4242 4242, 12/27, CVV 936.",
        "यहाँ केवल परीक्षण कार्ड चलते हैं: क्रेडिट 4208 5851 9011 6667, 06/27, CVV 508; "
        "डेबिट 4242 4242 4242 4242, 12/27, CVV 936।",
    ),
    "bank": ("Bank", "बैंक"),
    "wallet_choice": ("Wallet", "वॉलेट"),
    "pay_now": ("Pay", "भुगतान करें"),
    "cancel": ("Cancel and return to shop", "रद्द करें और दुकान पर लौटें"),
    "back_to_shop": ("Return to shop", "दुकान पर लौटें"),
    "bad_vpa": ("Enter a UPI ID such as name@bank", "name@bank जैसी UPI आईडी लिखें"),
    "bad_card": (
        "This is not one of the test cards. Never type a real card here.",
        "यह परीक्षण कार्ड नहीं है। यहाँ कभी असली कार्ड नंबर न लिखें।",
    ),
    "bad_choice": ("Choose one from the list", "सूची में से एक चुनें"),
    "bad_otp": ("Wrong OTP. The test OTP is 123456", "गलत OTP। परीक्षण OTP 123456 है"),
    "bank_title": ("Confirm your payment", "भुगतान की पुष्टि करें"),
    "bank_intro": (
        "This page stands in for your bank or UPI app. Choose what it answers.",
        "यह पेज आपके बैंक या UPI ऐप की जगह है। चुनें कि वह क्या उत्तर दे।",
    ),
    "otp": ("OTP (test: 123456)", "OTP (परीक्षण: 123456)"),
    "answer_success": ("Payment succeeds", "भुगतान सफल"),
    "answer_pending": ("Leave it pending", "लंबित छोड़ें"),
    "answer_failure": ("Payment fails", "भुगतान विफल"),
    "answer_cancel": ("Customer cancels", "ग्राहक ने रद्द किया"),
    "reason": ("Reason for the failure", "विफलता का कारण"),
    "failed_try_again": (
        "The payment did not go through: {reason}. No money was taken; you can try again.",
        "भुगतान नहीं हुआ: {reason}। कोई पैसा नहीं कटा; आप फिर कोशिश कर सकते हैं।",
    ),
    "done_COMPLETED": ("This order is paid.", "इस ऑर्डर का भुगतान हो चुका है।"),
    "done_FAILED": ("This order can no longer be paid.", "इस ऑर्डर का भुगतान अब नहीं हो सकता।"),
    "done_expired": ("The time to pay is over.", "भुगतान का समय समाप्त हो गया।"),
    "unknown_page": ("This payment page does not exist.", "यह भुगतान पेज मौजूद नहीं है।"),
    "no_referer": (
        "This page must be opened from the shop.",
        "यह पेज दुकान से ही खोला जा सकता है।",
    ),
    "language": ("हिन्दी", "English"),
    "orders": ("Recent orders", "हाल के ऑर्डर"),
    "settlement": ("Download today's settlement report", "आज की सेटलमेंट रिपोर्ट डाउनलोड करें"),
    "orders_none": ("No orders yet.", "अभी कोई ऑर्डर नहीं।"),
    "scenarios": ("Scenarios", "परिदृश्य"),
    "scenario_intro": (
        "A disaster, step by step. The sandbox does the provider's steps; you do the shop's.",
        "एक गड़बड़ी, क़दम दर क़दम। प्रदाता के क़दम सैंडबॉक्स करता है; दुकान के क़दम आप।",
    ),
    "scenario_choose": ("Scenario", "परिदृश्य"),
    "scenario_start": ("Start", "आरंभ करें"),
    "scenario_do": ("Do this step", "यह क़दम करें"),
    "scenario_done": ("Done in the shop", "दुकान में कर दिया"),
    "scenario_stop": ("Stop", "रोकें"),
    "scenario_refused": (
        "This step cannot be done as things stand: have you done the shop's steps before it?",
        "अभी यह क़दम नहीं हो सकता: क्या दुकान के पिछले क़दम कर लिए?",
    ),
    "at_shop": ("Shop", "दुकान"),
    "at_provider": ("Provider", "प्रदाता"),
    "step_buy": ("Buy something and open its pay page", "कुछ ख़रीदें और भुगतान पेज खोलें"),
    "step_buy_last": ("Buy the last piece of something", "किसी वस्तु का आख़िरी नग ख़रीदें"),
    "step_buy_slowly": (
        "Buy something; do the next step before the pay page opens",
        "कुछ ख़रीदें; भुगतान पेज खुलने से पहले अगला क़दम करें",
    ),
    "step_look": ("Let the shop ask about the payment", "दुकान को भुगतान के बारे में पूछने दें"),
    "step_messages": ("Wait for the provider's messages", "प्रदाता के संदेशों की प्रतीक्षा करें"),
    "step_cancel": ("Cancel the order as its customer", "ग्राहक के रूप में ऑर्डर रद्द करें"),
    "step_hold_ends": ("Let the pieces go back on sale", "नगों को फिर बिक्री पर जाने दें"),
    "step_refund": ("Refund the whole payment", "पूरा भुगतान लौटाएँ"),
    "step_refund_part": ("Refund 100 rupees", "100 रुपये लौटाएँ"),
    "step_refunds": ("Let the shop send its refunds", "दुकान को रिफ़ंड भेजने दें"),
    "step_refund_again": ("Try the failed refund again", "विफल रिफ़ंड फिर करें"),
    "step_disputes": (
        "Let the shop ask about disputes, or enter and decide them",
        "दुकान को विवादों के बारे में पूछने दें, या उन्हें दर्ज कर निर्णय करें",
    ),
    "step_dispute": ("The customer's bank claims the money", "ग्राहक का बैंक राशि माँगता है"),
    "step_dispute_moves": ("The bank goes on with the dispute", "बैंक विवाद आगे बढ़ाता है"),
    "step_fault": ("Bad luck is ordered", "गड़बड़ी तय की जाती है"),
    "step_bank": ("The bank answers", "बैंक उत्तर देता है"),
    "step_clock": ("Time passes", "समय बीतता है"),
    "step_resend": ("All messages are sent again", "सारे संदेश फिर भेजे जाते हैं"),
    "step_console_refund": ("A refund at the provider's console", "प्रदाता के कंसोल से रिफ़ंड"),
    "step_refund_ends": ("The refund moves on", "रिफ़ंड आगे बढ़ता है"),
    "disputes": ("Recent disputes", "हाल के विवाद"),
    "dispute": ("Bank claims it back", "बैंक राशि माँगे"),
    "open": ("Open", "खुला"),
    "under_review": ("Under review", "समीक्षा में"),
    "won": ("Won", "जीता"),
    "lost": ("Lost", "हारा"),
    "closed": ("Closed", "बंद"),
    "refunds": ("Recent refunds", "हाल के रिफ़ंड"),
    "messages": ("Messages", "संदेश"),
    "open_page": ("Open pay page", "भुगतान पेज खोलें"),
    "PENDING": ("Pending", "लंबित"),
    "COMPLETED": ("Completed", "पूर्ण"),
    "FAILED": ("Failed", "विफल"),
    "CONFIRMED": ("Confirmed", "स्वीकृत"),
    "ZM": ("Wrong UPI PIN", "गलत UPI पिन"),
    "Z6": ("Too many wrong PINs", "बहुत बार गलत पिन"),
    "Z9": ("Not enough balance", "खाते में पर्याप्त राशि नहीं"),
    "Z7": ("Too many payments today", "आज बहुत अधिक भुगतान"),
    "Z8": ("Amount over the limit", "राशि सीमा से अधिक"),
    "U69": ("Not approved in time", "समय पर स्वीकृति नहीं मिली"),
    "ZA": ("Declined by the customer", "ग्राहक ने अस्वीकार किया"),
    "ZH": ("Invalid UPI ID", "अमान्य UPI आईडी"),
    "U28": ("Bank is not reachable", "बैंक उपलब्ध नहीं"),
    "K1": ("Blocked for safety", "सुरक्षा कारणों से रोका गया"),
    "WRONG_PIN": ("Wrong card PIN", "गलत कार्ड पिन"),
    "CARD_EXPIRED": ("Card expired", "कार्ड की अवधि समाप्त"),
    "CARD_BLOCKED": ("Card blocked", "कार्ड बंद है"),
    "INVALID_CVV_EXPIRY": ("Wrong CVV or expiry", "गलत CVV या समाप्ति की तारीख़"),
    "AUTH_TIMEOUT": ("OTP not entered in time", "समय पर OTP नहीं डाला गया"),
}


def texts(language: Language) -> dict[str, str]:
    """Return every text in one language."""
    index = 0 if language == "en" else 1
    return {key: both[index] for key, both in TEXTS.items()}


def choose_language(asked: str | None, accept_language: str) -> Language:
    """Take what the address asks for, else the browser's first known language, else English."""
    tags = [asked, *(part.strip().lower()[:2] for part in accept_language.split(","))]
    return next((known for tag in tags for known in get_args(Language) if known == tag), "en")


def format_rupees(paise: int) -> str:
    """Write an amount the Indian way: ₹1,25,000, or ₹1,25,000.50 when there are paise."""
    whole, fraction = divmod(paise, 100)
    head, tail = str(whole)[:-3], str(whole)[-3:]
    groups = [head[max(0, end - 2) : end] for end in range(len(head), 0, -2)]
    return "₹" + ",".join([*reversed(groups), tail]) + (f".{fraction:02}" if fraction else "")
