"""The glossary: what must not be said, as a regular expression, and what is said instead."""

from typing import Final

HINDI: Final = {
    # One of each pair.
    r"पृष्ठ(?!भूमि)|मुखपेज": "पेज",
    r"प्रयास": "कोशिश",
    r"नि[ः:]शुल्क|मुफ्त": "मुफ़्त",
    # The day of birth keeps its own word; अतिथि is a guest. A panchang's तिथि would need an exception here.
    r"(?<!अ)(?<!जन्म)तिथि|तारीख(?!़)": "तारीख़",
    r"(?<![ऀ-ॿ])खाली": "ख़ाली",
    r"(?<![ऀ-ॿ])बाकी": "बाक़ी",
    # Also on the documents, whose titles have the law's English name beside it.
    r"इनवॉ[इय]स|इन्वॉ[इय]स|बीजक": "बिल",
    r"इच्छा[ -]सूची": "विशलिस्ट",
    # As one word, like लॉगिन, beside which it stands.
    r"लॉग[ -]आउट": "लॉगआउट",
    # चित्रा is a star, लघुचित्र a miniature.
    r"(?<!लघु)चित्र(?!ा)": "तस्वीर",
    # The word buyers of rudraksha use.
    r"मनक(?=[ाेो])": "दाना",
    # संख्या is the number of a document; pieces have a मात्रा.
    r"संख्या \(नग\)|चुनी हुई संख्या": "मात्रा",
    r"व्यवस्थापक": "एडमिन",
    r"ई-मेल": "ईमेल",
    r"क्यूआर": "QR",
    r"प्रति ईमेल|(?<![ऀ-ॿ])एक प्रति": "एक कॉपी",
    # "Stout".
    r"पुष्ट(?!ि)": "पक्का",
    # Blue sapphire is Saturn's stone.
    r"पीला नीलम": "येलो सैफ़ायर",
    # The shop does not ask the buyer to prove that a bead is real.
    r"असली सिद्ध न": "नक़ली सिद्ध हो",
    # वापसी is a return of goods.
    r"\} की वापसी|माध्यम में वापसी": "रिफ़ंड",
    r"वापसी स्वीकृत": "अनुरोध स्वीकार",
    r"माध्यम में": "माध्यम से",
    r"(एक|हमारे)( और)? साथी .{0,40}देख रह": "हमारी टीम देख रही है",
    r"सहायता से संपर्क": "हमसे संपर्क",
    # A medical device is the law's term.
    r"(?<!चिकित्सा )उपकरण": "डिवाइस",
    r"संग्रहित": "संग्रहीत",
    r"विनिर्देश": "विशेष विवरण",
    r"इसे नहीं मँगाया": "यह कोड नहीं माँगा",
    r"ज्ञात नहीं": "पता नहीं",
    r"डिलीवरी पर$": "डिलीवरी के लिए निकला",
    r"अब का मूल्य": "मौजूदा मूल्य",
    r"आख़िरी एक": "बस एक बचा",
    r"\} तक पते": "अधिकतम … पते",
    r"चिह्नित [^।]{0,12}जानकार": "चिह्नित खाने",
    r"देखना दर्ज": "देखने का रिकॉर्ड",
    r"मशीन ने भेजा": "स्पैम",
    r"\d ?[ap]m\b": "रात 8:13 बजे",
    r"फिर से लाएँ": "ताज़ा करें",
    r"कहने लायक": "अभी पर्याप्त … नहीं",
}
ENGLISH: Final = {
    # One of each pair.
    r"\be-mail|\b(an?|the|our|this|by|every) mails?\b(?! server)": "email",
    r"\btelephone(?!=)": "phone",
    r"\b(the|our) carriers?\b|\bcarrier ¦": "courier",
    # A shopkeeper's voice, not a translation.
    r"\bwe know no\b": "we couldn't find",
    r"\bstands? (in|on|under|below|beside)\b(?! for)": "is in",
    r"\bhow (the|a|an|its|your) \w+ stands": "the status of",
    r"\blies? (in|with)\b": "is in",
    r"\bwe shall\b": "we will",
    r"\bas a rule\b": "usually",
    r"\ball the same\b(?! to)": "still",
    r"(^|[.:] )should (a|an|it|we|your)\b[^?]*$": "if",
    r"\b(the|this) very\b": "this exact",
    r"\b(you|we|they) need (not|do nothing)\b": "don't need to",
    r"\bone of us\b": "our team",
    r"\bperson's eye\b": "to look into",
    r"\bmachine had\b|as if a machine": "spam",
    r"\bhow far it is\b": "its progress",
    r"\bput (this |it |them )?aside\b": "add",
    r"\bone (turns|wears|holds|puts)\b": "an imperative or 'you'",
    r"\bthe way you paid\b": "original payment method",
    r"\blaw (asks|demands)\b": "the law requires",
    r"too few to say": "not enough yet",
}
