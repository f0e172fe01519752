"""An example of the catalogue's CSV file: every column, with what may stand in it.

A product with choices of its own, which fills the columns of products, and one with variants below it.
"""

from collections.abc import Iterator
from typing import Final

from project.catalog.csv.files import written_lines
from project.catalog.models import SPECIFICATIONS, Category

_WITH_CHOICES: Final = {
    "slug": "example-five-mukhi-bead",
    "sku": "EX-BEAD-5",
    "barcode": "4006381333931",
    "price": "500",
    "originalPrice": "650",
    "stock": "12",
    "title.en": "Example: Five Mukhi Bead",
    "title.hi": "उदाहरण: पाँच मुखी दाना",
    "shortDescription.en": "One sentence below the title",
    "shortDescription.hi": "शीर्षक के नीचे एक वाक्य",
    "description.en": "What the product's page says first",
    "description.hi": "उत्पाद के पेज पर सबसे पहले क्या लिखा है",
    "longDescription.en": "More, further down on its page",
    "longDescription.hi": "पेज पर नीचे और जानकारी",
    "isAvailable": "no",
    "isFeatured": "no",
    "isTrending": "no",
    "isNewArrival": "yes",
    "isOnSale": "no",
    "origins": "Nepal:0|Java:150",
    "origins.en": "Nepal: Larger beads\nJava: Smaller beads",
    "origins.hi": "Nepal: बड़े दाने\nJava: छोटे दाने",
    "sizes": "small:-50|regular:0|large:200:off",
    "sizes.en": "small: Below 12 mm",
    "sizes.hi": "small: 12 mm से छोटा",
    "pendantOptions": "none:0|silver:900",
    "pendantOptions.en": "silver: 925 silver",
    "pendantOptions.hi": "silver: 925 चाँदी",
    "xrayCertification": "400",
    "xrayCertification.en": "A laboratory's report",
    "xrayCertification.hi": "प्रयोगशाला की रिपोर्ट",
    "weight": "40",
    "dimensions": "5 × 5 × 3 cm",
    "freeShipping": "no",
    "taxRate": "18",
    "hsnCode": "71162000",
    "tags": "bead, gift",
    "keywords": "rudraksha, five mukhi",
    "metaTitle.en": "Title for search engines",
    "metaTitle.hi": "सर्च इंजन के लिए शीर्षक",
    "metaDescription.en": "Sentence for search engines",
    "metaDescription.hi": "सर्च इंजन के लिए वाक्य",
    "benefits.en": "One benefit a line\nAnother benefit",
    "benefits.hi": "हर पंक्ति में एक लाभ\nदूसरा लाभ",
    "care.en": "One piece of advice a line",
    "care.hi": "हर पंक्ति में एक सलाह",
    **{f"{name}.en": "A word or two" for name in SPECIFICATIONS},
    **{f"{name}.hi": "एक-दो शब्द" for name in SPECIFICATIONS},
}
_WITH_VARIANTS: Final = {
    "slug": "example-mala",
    "title.en": "Example: Mala",
    "title.hi": "उदाहरण: माला",
    "description.en": "Its variants are the lines below",
    "description.hi": "इसके प्रकार नीचे की पंक्तियाँ हैं",
    "isAvailable": "no",
    "taxRate": "18",
    "option1Name.en": "Colour",
    "option1Name.hi": "रंग",
    "option2Name.en": "Beads",
    "option2Name.hi": "दाने",
}
_VARIANTS: Final = tuple(
    {
        "slug": _WITH_VARIANTS["slug"],
        "option1Value.en": colour,
        "option1Value.hi": colour_hi,
        "option2Value.en": beads,
        "option2Value.hi": beads,
        "variantSku": f"EX-MALA-{colour[0]}{beads}",
        "variantPrice": price,
        "variantStock": "3",
        "variantWeight": "60",
        "variantIsActive": "yes",
    }
    for colour, colour_hi in (("Red", "लाल"), ("Blue", "नीला"))
    for beads, price in (("54", "700"), ("108", "1100"))
)


def example_lines() -> Iterator[str]:
    """Write the example, in the shop's first category; it can be imported."""
    category = Category.objects.order_by("pk").values_list("slug", flat=True).first() or ""
    products = (each | {"category": category} for each in (_WITH_CHOICES, _WITH_VARIANTS))
    return written_lines([*products, *_VARIANTS])
