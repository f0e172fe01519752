"""The guidance's texts in both languages: English first, then Hindi.

They speak of tradition and of custom. Nothing here promises an effect on health, money or fate: India's code
for advertising does not allow it, and nobody could keep the promise.
"""

from typing import Final, NamedTuple


class BilingualText(NamedTuple):
    """A text in both languages."""

    en: str
    hi: str

    def text(self, language: str) -> str:
        """Return the text in this language ('en' or 'hi')."""
        return self.hi if language == "hi" else self.en


PLANETS: Final = {
    "sun": BilingualText("Sun", "सूर्य"),
    "moon": BilingualText("Moon", "चंद्र"),
    "mars": BilingualText("Mars", "मंगल"),
    "mercury": BilingualText("Mercury", "बुध"),
    "jupiter": BilingualText("Jupiter", "गुरु (बृहस्पति)"),
    "venus": BilingualText("Venus", "शुक्र"),
    "saturn": BilingualText("Saturn", "शनि"),
    "rahu": BilingualText("Rahu", "राहु"),
    "ketu": BilingualText("Ketu", "केतु"),
}
# The weekday of each ruling planet, on which its sign's bead is first put on.
DAYS: Final = {
    "sun": BilingualText("Sunday", "रविवार"),
    "moon": BilingualText("Monday", "सोमवार"),
    "mars": BilingualText("Tuesday", "मंगलवार"),
    "mercury": BilingualText("Wednesday", "बुधवार"),
    "jupiter": BilingualText("Thursday", "गुरुवार"),
    "venus": BilingualText("Friday", "शुक्रवार"),
    "saturn": BilingualText("Saturday", "शनिवार"),
}
ELEMENTS: Final = {
    "fire": BilingualText("Fire", "अग्नि"),
    "earth": BilingualText("Earth", "पृथ्वी"),
    "air": BilingualText("Air", "वायु"),
    "water": BilingualText("Water", "जल"),
}
CHAKRAS: Final = {
    "muladhara": BilingualText("Muladhara (root)", "मूलाधार"),
    "svadhishthana": BilingualText("Svadhishthana (sacral)", "स्वाधिष्ठान"),
    "manipura": BilingualText("Manipura (solar plexus)", "मणिपूर"),
    "anahata": BilingualText("Anahata (heart)", "अनाहत"),
    "vishuddha": BilingualText("Vishuddha (throat)", "विशुद्ध"),
    "ajna": BilingualText("Ajna (brow)", "आज्ञा"),
    "sahasrara": BilingualText("Sahasrara (crown)", "सहस्रार"),
}
# The mantra the Shiva Purana gives each bead, as the catalogue writes it.
MANTRAS: Final = {
    1: BilingualText("Om Hrim Namah", "ॐ ह्रीं नमः"),
    2: BilingualText("Om Namah", "ॐ नमः"),
    4: BilingualText("Om Hrim Namah", "ॐ ह्रीं नमः"),
    5: BilingualText("Om Hrim Namah", "ॐ ह्रीं नमः"),
    6: BilingualText("Om Hrim Hum Namah", "ॐ ह्रीं हुं नमः"),
    7: BilingualText("Om Hum Namah", "ॐ हुं नमः"),
    8: BilingualText("Om Hum Namah", "ॐ हुं नमः"),
    9: BilingualText("Om Hrim Hum Namah", "ॐ ह्रीं हुं नमः"),
    10: BilingualText("Om Hrim Namah", "ॐ ह्रीं नमः"),
    11: BilingualText("Om Hrim Hum Namah", "ॐ ह्रीं हुं नमः"),
    12: BilingualText("Om Kraum Kshaum Raum Namah", "ॐ क्रौं क्षौं रौं नमः"),
}
BEAD: Final = BilingualText("{faces} Mukhi Rudraksha", "{faces} मुखी रुद्राक्ष")
HOURS: Final = {
    "morning": BilingualText("at sunrise, 6 to 8 AM", "सूर्योदय के समय, सुबह 6 से 8 बजे"),
    "afternoon": BilingualText("at noon, 12 to 2 PM", "मध्याह्न में, दोपहर 12 से 2 बजे"),
    "evening": BilingualText("at sunset, 6 to 8 PM", "सूर्यास्त के समय, शाम 6 से 8 बजे"),
    "unknown": BilingualText("in the morning, after bathing", "सुबह, स्नान के बाद"),
}
TIME_ADVICE: Final = {
    "morning": BilingualText(
        "You were born in the morning, the hour of beginnings. Put the bead on at sunrise, between 6 "
        "and 8 AM, before the day's first task.",
        "आपका जन्म सुबह हुआ, जो आरंभ का समय है। सूर्योदय के समय, सुबह 6 से 8 बजे के बीच, दिन के पहले काम से "
        "पहले रुद्राक्ष धारण करें।",
    ),
    "afternoon": BilingualText(
        "You were born in the afternoon, when the day is at its fullest. Put the bead on at noon, "
        "between 12 and 2 PM, and take a quiet moment in the middle of your work.",
        "आपका जन्म दोपहर में हुआ, जब दिन अपने पूर्ण रूप में होता है। मध्याह्न में, दोपहर 12 से 2 बजे "
        "के बीच, काम के बीच एक शांत पल निकालकर रुद्राक्ष धारण करें।",
    ),
    "evening": BilingualText(
        "You were born in the evening or at night, the hours of reflection. Put the bead on at "
        "sunset, between 6 and 8 PM, when the lamp is lit.",
        "आपका जन्म संध्या या रात में हुआ, जो चिंतन का समय है। सूर्यास्त के समय, शाम 6 से 8 बजे के "
        "बीच, दीप जलाने की वेला में रुद्राक्ष धारण करें।",
    ),
    "unknown": BilingualText(
        "Without an hour of birth, custom chooses the morning: put the bead on after bathing, before "
        "the first meal.",
        "जन्म का समय ज्ञात न हो तो परंपरा सुबह का समय चुनती है: स्नान के बाद, भोजन से पहले रुद्राक्ष धारण करें।",
    ),
}
SEASON_ADVICE: Final = {
    "spring": BilingualText(
        "A child of spring: renew your practice each year around Holi and the new year's days, and "
        "clean the bead with a soft dry brush then.",
        "वसंत में जन्मे: हर वर्ष होली और नववर्ष के आसपास अपनी साधना को नया करें, और तभी दाने को नरम सूखे ब्रश से साफ़ करें।",
    ),
    "summer": BilingualText(
        "A child of summer and the first rains: keep the bead away from sweat and damp, dry it in "
        "the shade, and make Shravan the month of your practice.",
        "ग्रीष्म और पहली वर्षा में जन्मे: दाने को पसीने और नमी से बचाएँ, छाया में सुखाएँ, और श्रावण "
        "को अपनी साधना का महीना बनाएँ।",
    ),
    "autumn": BilingualText(
        "A child of autumn: Navaratri and Kartik Purnima are good days to begin wearing the bead, "
        "with a lamp beside it.",
        "शरद में जन्मे: नवरात्रि और कार्तिक पूर्णिमा रुद्राक्ष धारण आरंभ करने के अच्छे दिन हैं, पास में दीप जलाकर।",
    ),
    "winter": BilingualText(
        "A child of winter: Maha Shivaratri, as the cold season ends, is your day to renew the "
        "mantra; a drop of oil keeps the dry bead supple.",
        "शीत ऋतु में जन्मे: ठंड के अंत में आने वाली महाशिवरात्रि मंत्र को नया करने का आपका दिन है; "
        "एक बूँद तेल सूखे दाने को कोमल रखता है।",
    ),
}
LIFE_STAGE_ADVICE: Final = {
    "youthful": BilingualText(
        "In the youthful years a bead is a reminder of one good habit. Choose a short mantra, and "
        "keep it daily.",
        "युवावस्था में रुद्राक्ष एक अच्छी आदत की याद दिलाता है। छोटा मंत्र चुनें और उसे प्रतिदिन निभाएँ।",
    ),
    "prime": BilingualText(
        "In the prime years, between duties at home and at work, let the bead mark a few minutes "
        "that are your own.",
        "जीवन के मध्य वर्षों में, घर और काम के कर्तव्यों के बीच, रुद्राक्ष को वे कुछ क्षण बनने दें जो आपके अपने हैं।",
    ),
    "wisdom": BilingualText(
        "In the wisdom years the bead is a companion of prayer. Many pass theirs on to a grandchild "
        "with its mantra.",
        "परिपक्व वर्षों में रुद्राक्ष प्रार्थना का साथी है। बहुत लोग इसे मंत्र के साथ अपने नाती-पोतों को सौंपते हैं।",
    ),
}
COSMIC_ALIGNMENT: Final = BilingualText(
    "{sign} belongs to {planet} and to the element {element}. Tradition pairs it with the {primary}, "
    "and with the {secondary} where you would rather have another.",
    "{sign} राशि के स्वामी {planet} हैं और इसका तत्व {element} है। परंपरा इसके लिए {primary} बताती "
    "है, और दूसरा चाहें तो {secondary}।",
)
WEARING: Final = (
    BilingualText(
        "Wear it around the neck or the wrist on silk, cotton, silver or gold, with the bead "
        "touching the skin if you can.",
        "इसे रेशम, सूती धागे, चाँदी या सोने में गले या कलाई पर पहनें; हो सके तो दाना त्वचा को छूता रहे।",
    ),
    BilingualText("Put it on for the first time on a {day}, {hour}.", "पहली बार {day} को, {hour} धारण करें।"),
    BilingualText(
        "Take it off before bathing with soap, swimming, or using perfume.",
        "साबुन से नहाने, तैरने या इत्र लगाने से पहले उतार दें।",
    ),
)
ACTIVATION: Final = (
    BilingualText(
        "Rinse the bead in clean water and dry it with a soft cloth.",
        "दाने को स्वच्छ जल से धोकर मुलायम कपड़े से सुखाएँ।",
    ),
    BilingualText(
        "Touch it with sandalwood paste, light a lamp, and sit facing east.",
        "चंदन लगाएँ, दीप जलाएँ और पूर्व की ओर मुख करके बैठें।",
    ),
    BilingualText(
        "Chant {mantra} 108 times, then put the bead on.", "{mantra} का 108 बार जप करें, फिर रुद्राक्ष धारण करें।"
    ),
)
MAINTENANCE: Final = (
    BilingualText(
        "Wipe it with a soft dry cloth, and brush the grooves gently when dust settles in them.",
        "मुलायम सूखे कपड़े से पोंछें; धारियों में धूल जमे तो नरम ब्रश से हल्के हाथ साफ़ करें।",
    ),
    BilingualText(
        "Once or twice a year rub in a drop of sesame or sandalwood oil, and wipe off the rest.",
        "साल में एक-दो बार तिल या चंदन के तेल की एक बूँद मलें और बचा हुआ तेल पोंछ दें।",
    ),
    BilingualText(
        "Keep it in a cloth pouch, away from damp and strong sun. Look at the thread now and then.",
        "नमी और तेज़ धूप से दूर, कपड़े की थैली में रखें। धागे को समय-समय पर देखते रहें।",
    ),
)
CONTRAINDICATIONS: Final = (
    BilingualText(
        "A bead is small: keep it away from little children, and take it off a child for the night.",
        "दाना छोटा होता है: इसे नन्हे बच्चों की पहुँच से दूर रखें, और बच्चे को सुलाते समय उतार दें।",
    ),
    BilingualText(
        "If thread or metal irritates your skin, choose another.",
        "धागे या धातु से त्वचा पर जलन हो तो दूसरा चुनें।",
    ),
    BilingualText(
        "Rudraksha is worn out of faith and custom. It replaces neither medicine nor the advice of a doctor.",
        "रुद्राक्ष श्रद्धा और परंपरा से धारण किया जाता है। यह न दवा का स्थान लेता है, न चिकित्सक की सलाह का।",
    ),
)
COMBINATION: Final = BilingualText(
    "The {primary} and the {secondary} are often worn together on one thread; neither needs the other.",
    "{primary} और {secondary} प्रायः एक ही धागे में साथ पहने जाते हैं; किसी एक को दूसरे की आवश्यकता नहीं।",
)
# Where a sign was looked up, and what a service of others said to it.
SIGN_SOURCES: Final = {
    "own": BilingualText(
        "From this shop's own table, by day and month; no external service was asked.",
        "इसी दुकान की अपनी तालिका से, दिन और महीने के अनुसार; किसी बाहरी सेवा से नहीं पूछा गया।",
    ),
    "agrees": BilingualText(
        "From this shop's own table, by day and month; {service} names the same sign.",
        "इसी दुकान की अपनी तालिका से, दिन और महीने के अनुसार; {service} भी यही राशि बताता है।",
    ),
    "differs": BilingualText(
        "From this shop's own table, by day and month, which decides; {service} names {sign}. Near the "
        "border of two signs tables differ.",
        "इसी दुकान की अपनी तालिका से, दिन और महीने के अनुसार, और वही मान्य है; {service} के अनुसार {sign}। दो राशियों "
        "की सीमा के पास तालिकाएँ अलग हो सकती हैं।",
    ),
    "silent": BilingualText(
        "From this shop's own table, by day and month; no external service gave an answer.",
        "इसी दुकान की अपनी तालिका से, दिन और महीने के अनुसार; किसी बाहरी सेवा से उत्तर नहीं मिला।",
    ),
}
# The refusal of a sign that is none of the twelve.
# The twelve rashis from Mesha, the twenty-seven nakshatras from Ashwini, as the Vedic chart counts them.
RASHIS: Final = (
    BilingualText("Mesha", "मेष"),
    BilingualText("Vrishabha", "वृषभ"),
    BilingualText("Mithuna", "मिथुन"),
    BilingualText("Karka", "कर्क"),
    BilingualText("Simha", "सिंह"),
    BilingualText("Kanya", "कन्या"),
    BilingualText("Tula", "तुला"),
    BilingualText("Vrishchika", "वृश्चिक"),
    BilingualText("Dhanu", "धनु"),
    BilingualText("Makara", "मकर"),
    BilingualText("Kumbha", "कुंभ"),
    BilingualText("Meena", "मीन"),
)
NAKSHATRAS: Final = (
    BilingualText("Ashwini", "अश्विनी"),
    BilingualText("Bharani", "भरणी"),
    BilingualText("Krittika", "कृत्तिका"),
    BilingualText("Rohini", "रोहिणी"),
    BilingualText("Mrigashira", "मृगशिरा"),
    BilingualText("Ardra", "आर्द्रा"),
    BilingualText("Punarvasu", "पुनर्वसु"),
    BilingualText("Pushya", "पुष्य"),
    BilingualText("Ashlesha", "आश्लेषा"),
    BilingualText("Magha", "मघा"),
    BilingualText("Purva Phalguni", "पूर्वा फाल्गुनी"),
    BilingualText("Uttara Phalguni", "उत्तरा फाल्गुनी"),
    BilingualText("Hasta", "हस्त"),
    BilingualText("Chitra", "चित्रा"),
    BilingualText("Swati", "स्वाति"),
    BilingualText("Vishakha", "विशाखा"),
    BilingualText("Anuradha", "अनुराधा"),
    BilingualText("Jyeshtha", "ज्येष्ठा"),
    BilingualText("Mula", "मूल"),
    BilingualText("Purva Ashadha", "पूर्वाषाढ़ा"),
    BilingualText("Uttara Ashadha", "उत्तराषाढ़ा"),
    BilingualText("Shravana", "श्रवण"),
    BilingualText("Dhanishta", "धनिष्ठा"),
    BilingualText("Shatabhisha", "शतभिषा"),
    BilingualText("Purva Bhadrapada", "पूर्वा भाद्रपद"),
    BilingualText("Uttara Bhadrapada", "उत्तरा भाद्रपद"),
    BilingualText("Revati", "रेवती"),
)
LAGNA: Final = BilingualText("Lagna", "लग्न")
CHART_SOURCE: Final = BilingualText(
    "Computed by this shop itself from NASA JPL's ephemeris DE421 with the Lahiri ayanamsa; no "
    "external service was asked. Whole-sign houses, mean lunar nodes. Places: GeoNames.",
    "यह गणना इसी दुकान ने लाहिड़ी अयनांश के साथ अमेरिकी अंतरिक्ष संस्था की ग्रह-सारणी से स्वयं की "
    "है; किसी बाहरी सेवा से नहीं पूछा गया। भाव संपूर्ण राशि के, राहु-केतु मध्यम। स्थान: जियोनेम्स।",
)
CHART_WHOLE: Final = BilingualText("Your Vedic chart", "आपकी वैदिक कुंडली")
CHART_WITHOUT_TIME: Final = BilingualText(
    "Without a time of birth there is no lagna and there are no houses. Shown is what is the same "
    "all through the day.",
    "जन्म के समय के बिना लग्न और भाव नहीं निकलते। यहाँ वही दिखाया गया है जो पूरे दिन एक-सा रहता है।",
)
