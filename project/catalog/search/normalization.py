"""Words normalized to keys: one key for every script and spelling of a word.

A key is plain ASCII, so that both databases compare the same bytes. It is never shown: "rudraksha",
"Rudraksh", "रुद्राक्ष" and "રુદ્રાક્ષ" all are "rudraks".
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

# Indian scripts share one order of letters, and Unicode names them alike: "DEVANAGARI LETTER KA".
_SCRIPTS = "DEVANAGARI|BENGALI|GUJARATI|GURMUKHI|ORIYA|TAMIL|TELUGU|KANNADA|MALAYALAM"
_LETTER = re.compile(rf"(?:{_SCRIPTS}) (?P<kind>LETTER|VOWEL SIGN|SIGN|OM)(?: (?P<sound>.+))?")
_SIGNS = {"ANUSVARA": "n", "CANDRABINDU": "n", "BINDI": "n", "VISARGA": "h"}
# The vowel a consonant has of its own; written apart from "a" until we know whether it is spoken.
_SCHWA = "ə"
_CONSONANT = "(?:[bcdfgjklmnpqrstvyz]h*|h)"
_SPOKEN = re.compile(rf"(.*[aeiou{_SCHWA}]{_CONSONANT}){_SCHWA}({_CONSONANT}[aeiou{_SCHWA}].*)")

_TOKEN = re.compile(r"(?:[^\W_]|[\u0300-\u036f\u0900-\u0963\u0966-\u0d7f]|['’](?=\w))+")
_INDIAN = re.compile(r"[\u0900-\u0963\u0970-\u0d7f\u200c\u200d]+")
_DIGIT = re.compile(r"\d")
_LONG_VOWEL = re.compile(r"([aiu])\1")
_JOINERS = dict.fromkeys(map(ord, "\u200b\u200c\u200d"))

# Spellings that people swap, first to last. What is left need not be pronounceable, only equal.
_FOLDS = [
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"['’]s?$", ""),
        (r"['’]", ""),
        (r"x", "ks"),
        (r"(?<=[a-z]{2}[^s])s$", ""),
        (r"qu", "kv"),
        (r"q|ck", "k"),
        (r"w", "v"),
        (r"z", "j"),
        (r"p*ph", "f"),
        (r"t?ch+", "ç"),
        (r"c(?=[eiy])", "s"),
        (r"c", "k"),
        (r"ç", "c"),
        (r"(?<=[bcdfgjklmnpqrstv])h", ""),
        (r"y", "i"),
        (r"ee", "i"),
        (r"oo", "u"),
        (r"[ae]i(?![aeiou])", "e"),
        (r"[ao]u(?![aeiou])", "o"),
        (r"m(?=[pb])", "n"),
        (r"([a-z])\1+", r"\1"),
        (r"^(.{3,}?)[ae]+$", r"\1"),
    )
]

# Everything that means the same in this shop, in any script; a number is its digits.
SAME = """
1 one ek eka एक
2 two do dwi दो द्वि
3 three teen tri teesra तीन त्रि
4 four char chaar chatur chau चार चतुर
5 five panch paanch pancha पांच पाँच पंच
6 six chhah cheh chah chhe छह छः
7 seven saat sapt सात सप्त
8 eight aath asht आठ अष्ट
9 nine nau nav नौ नव
10 ten das dus dash दस दश
11 eleven gyarah ekadash ग्यारह एकादश
12 twelve barah dwadash बारह द्वादश
13 thirteen terah trayodash तेरह त्रयोदश
14 fourteen chaudah chaturdash चौदह चतुर्दश
15 fifteen pandrah पंद्रह
16 sixteen solah सोलह
17 seventeen satrah सत्रह
18 eighteen atharah अठारह
19 nineteen unnis उन्नीस
20 twenty bees बीस
21 ikkis इक्कीस
54 chauvan चौवन
mukhi mukh mukha face faced faces मुखी मुख मुखा
rudraksha rudrax rudraksham rudraj
mala rosary necklace japmala japamala garland माला
bracelet bangle kangan kada kara ब्रेसलेट कंगन कड़ा
ring anguthi angoothi अंगूठी
pendant pendent locket latkan पेंडेंट लॉकेट
bead beads dana daana manka manke दाना दाने मनका मनके
idol murti moorti statue मूर्ति
quartz sphatik क्वार्ट्ज़ स्फटिक
crystal sphatik क्रिस्टल स्फटिक
stone pathar patthar ratna ratan gem gemstone पत्थर स्टोन रत्न
amethyst jamunia katela kataila एमेथिस्ट जमुनिया कटैला
citrine sunela sunehla sunahla सिट्रीन सुनेला सुनहला
lapis lajward lajvart lajavard rajavarta लाजवर्द लैपिस राजावर्त
carnelian akik aqeeq hakik कार्नेलियन अकीक हकीक
agate akik aqeeq hakik sulemani अगेट अकीक हकीक सुलेमानी
hessonite gomed gomedh gomedak हेसोनाइट गोमेद
sapphire neelam सफ़ायर नीलम
sapphire pukhraj topaz सफ़ायर पुखराज
emerald panna एमरल्ड पन्ना
ruby manik manikya रूबी माणिक माणिक्य
coral moonga munga praval कोरल मूंगा मूँगा प्रवाल
pearl moti mukta पर्ल मोती
turquoise firoza feroza टरक्वॉइज़ फ़िरोज़ा
catseye lehsunia lahsuniya vaidurya लहसुनिया
opal dudhiya ओपल
moonstone chandrakant chandramani मूनस्टोन चंद्रकांत
sunstone suryakant सनस्टोन सूर्यकांत
garnet tamra raktamani tamda गार्नेट रक्तमणि
peridot zabarjad पेरिडॉट
jade harita जेड
diamond heera डायमंड हीरा
malachite danafarang मैलाकाइट दानाफिरंग
pyrite makshik maakshik पाइराइट माक्षिक
bloodstone pitonia ब्लडस्टोन
tourmaline turmali टूरमलीन
aventurine marghaj एवेंचुरिन
gauri parvati गौरी पार्वती
shiva shankar mahadev शिव शंकर महादेव
ganesha ganesh ganpati गणेश गणपति
lakshmi laxmi mahalakshmi लक्ष्मी महालक्ष्मी
tulsi basil तुलसी
rosewood sheesham शीशम
sandalwood chandan चंदन
lotus kamal कमल
kamalgatta kamalgata कमलगट्टा
turmeric haldi हल्दी
vaijayanti baijayanti वैजयंती
conch shankh शंख
shivling shivalinga lingam narmadeshwar शिवलिंग नर्मदेश्वर
shaligram salagram शालिग्राम
yantra यंत्र
pyramid पिरामिड
incense agarbatti dhoop अगरबत्ती धूप
copper tamba ताँबा तांबा
silver chandi चाँदी चांदी
gold sona सोना
brass pital peetal पीतल
bell ghanti ghanta घंटी घंटा
lamp diya deepak deep दीया दीपक
pot kalash lota कलश लोटा
altar pooja puja mandir temple पूजा मंदिर
sphere ball gola गोला
seven sapta saptachakra सप्त
tiger vyaghra टाइगर व्याघ्र
onyx sulemani ओनिक्स
white safed सफ़ेद
black kala kaala काला
red lal laal लाल
green hara हरा
blue neela नीला
yellow peela पीला
pink gulabi गुलाबी
wealth money धन
peace shanti शांति
love prem प्रेम
protection raksha suraksha रक्षा सुरक्षा
health swasthya arogya स्वास्थ्य आरोग्य
sun surya सूर्य
moon chandra चंद्र
mars mangal मंगल
mercury budh बुध
jupiter brihaspati बृहस्पति
venus shukra शुक्र
saturn shani शनि
"""
# Words that say nothing about a product, in a query.
_FILLERS = """
a an the of and or for with in on at from by to is are me my i want need please
ka ki ke ko se mein hai aur ya wala wali wale vala liye chahiye the
buy price rate cost online shop original real asli best cheap sasta kimat daam kharide
का की के को से में है और या वाला वाली वाले लिए चाहिए असली सस्ता कीमत दाम
"""
# "Moonstone" and "moon stone", "japmala" and "jap mala" are the same.
_SECOND_PARTS = ("stone", "mala")
_MAX_DIGITS = 6


@dataclass(frozen=True)
class Word:
    """A word's key, and how the text wrote it."""

    key: str
    text: str


@lru_cache(maxsize=4096)
def key_of(word: str) -> str:
    """Return the key of a lower-case word without digits; '' when nothing of it can be read."""
    key = _romanised(word)
    for pattern, replacement in _FOLDS:
        key = pattern.sub(replacement, key)
    return key


def read(text: str) -> list[Word]:
    """Return the words of a text in their order.

    A number of faces is one word: "5 Mukhi", "panchmukhi" and "पाँच मुखी" all are "5muki".
    """
    words: list[Word] = []
    for word in _single(text):
        number, faces = _faces(word.key)
        if not faces:
            words.append(word)
        elif number:
            words.append(Word(f"{number}{MUKHI}", word.text))
        elif words and (before := NUMBERS.get(words[-1].key)):
            words[-1] = Word(f"{before}{MUKHI}", f"{words[-1].text} {word.text}")
        else:
            words.append(Word(MUKHI, word.text))
    return words


def meaningful(words: Iterable[Word]) -> list[Word]:
    """Return the words without fillers; all of them when there are only fillers."""
    words = list(words)
    return [word for word in words if word.key not in FILLERS] or words


def parts(word: Word) -> Iterator[Word]:
    """Return the words inside a word: of "5muki" both, of "moonstone" both."""
    if word.key.endswith(MUKHI) and word.key != MUKHI:
        yield Word(word.key.removesuffix(MUKHI), "")
        yield Word(MUKHI, "")
    for second in SECOND_PARTS:
        first = word.key.removesuffix(second)
        if first != word.key and len(first) >= 3:
            yield Word(first, "")
            yield Word(second, "")


def romanised(text: str) -> str:
    """Return the text with words and numbers of Indian scripts in Latin letters and digits."""

    def latin(word: re.Match[str]) -> str:
        return _LONG_VOWEL.sub(r"\1", _romanised(word[0]))

    return _INDIAN.sub(latin, _DIGIT.sub(lambda digit: str(int(digit[0])), text))


def joined_word(first: Word, second: Word) -> Word:
    """Return two words without digits as one: "shiv ling" is "shivling"."""
    return Word(key_of(first.key + second.key), f"{first.text} {second.text}")


def _single(text: str) -> Iterator[Word]:
    """Return the words one by one, "5mukhi" and "108beads" taken apart."""
    for found in _TOKEN.findall(unicodedata.normalize("NFKD", text.translate(_JOINERS))):
        for piece in re.findall(r"\d+|\D+", found):
            key = str(int(piece[:_MAX_DIGITS])) if piece.isdecimal() else key_of(piece.lower())
            if key:
                yield Word(key, unicodedata.normalize("NFC", piece))


def _faces(key: str) -> tuple[str, bool]:
    """Return whether the word means faces, and the number when it is in the same word."""
    if key in _MUKHI_KEYS:
        return "", True
    for ending in _MUKHI_ENDINGS:
        if number := NUMBERS.get(key.removesuffix(ending).rstrip("a") if key.endswith(ending) else ""):
            return number, True
    return "", False


def _romanised(word: str) -> str:
    """Return the word in lower-case Latin letters, Hindi's silent vowels left out ("नवरत्न" is "navratn")."""
    result = ""
    for character in unicodedata.normalize("NFKD", word):
        if character.isascii():
            result += character if character.isalpha() or character == "'" else ""
            continue
        found = _LETTER.match(unicodedata.name(character, ""))
        if found is None:
            continue
        result = _add(result, found["kind"], found["sound"] or "")
    if _SCHWA not in result:
        return result
    result = re.sub(rf"(?<=..){_SCHWA}$", "", result)
    while spoken := _SPOKEN.fullmatch(result):
        result = spoken[1] + spoken[2]
    return result.replace(_SCHWA, "a")


def _add(word: str, kind: str, name: str) -> str:
    """Return the word with one letter or sign more, by its Unicode name: LETTER KA, VOWEL SIGN II."""
    sound = name.split()[-1].lower() if name else "om"
    if sound == "r" and "VOCALIC" in name:
        sound = "ri"
    match kind:
        case "VOWEL SIGN":
            return word.removesuffix(_SCHWA) + sound
        case "SIGN":
            return word.removesuffix(_SCHWA) if name == "VIRAMA" else word + _SIGNS.get(name, "")
        case "LETTER" if sound[0] not in "aeiour" or (sound[0] == "r" and sound != "ri"):
            # CA and CHA are what Latin spelling writes as cha; TTA and the like have no letter of their own.
            consonant = re.sub(r"^(.)\1+", r"\1", sound.removesuffix("a"))
            consonant = {"c": "ch", "ny": "n", "ng": "n"}.get(consonant, consonant)
            return word + ("sh" if sound == "ssa" else consonant) + _SCHWA
        case _:
            return word + sound


MUKHI = key_of("mukhi")
SECOND_PARTS = tuple(key_of(part) for part in _SECOND_PARTS)


def _groups() -> list[tuple[str, ...]]:
    groups = []
    for line in SAME.strip().splitlines():
        first, *others = line.split()
        keys = [first if first.isdecimal() else key_of(first), *map(key_of, others)]
        groups.append(tuple(dict.fromkeys(key for key in keys if key)))
    return groups


_GROUPS = _groups()
NUMBERS: Mapping[str, str] = {key: group[0] for group in _GROUPS if group[0].isdecimal() for key in group}
_MUKHI_KEYS = frozenset(next(group for group in _GROUPS if group[0] == MUKHI))
_MUKHI_ENDINGS = sorted((key for key in _MUKHI_KEYS if key.startswith("muk")), key=len, reverse=True)
FILLERS = frozenset(map(key_of, _FILLERS.split()))


def _synonyms() -> dict[str, frozenset[str]]:
    """Return the other words for each word; a word may be in two groups, as "sphatik" is."""
    result: dict[str, frozenset[str]] = {}
    for group in _GROUPS:
        for key in group:
            result[key] = result.get(key, frozenset()) | (frozenset(group) - {key})
    return result


SYNONYMS: Mapping[str, frozenset[str]] = _synonyms()
