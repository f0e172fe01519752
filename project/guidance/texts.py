"""The guidance's texts.

They speak of tradition and of custom. Nothing here promises an effect on health, money or fate: India's code
for advertising does not allow it, and nobody could keep the promise.
"""

from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _


class BilingualText(NamedTuple):
    """A text in both languages, such as those of the signs' records."""

    en: str
    hi: str

    def text(self, language: str) -> str:
        """Return the text in this language ('en' or 'hi')."""
        return self.hi if language == "hi" else self.en


PLANETS: Final = {
    "sun": _("Sun"),
    "moon": _("Moon"),
    "mars": _("Mars"),
    "mercury": _("Mercury"),
    "jupiter": _("Jupiter"),
    "venus": _("Venus"),
    "saturn": _("Saturn"),
    "rahu": _("Rahu"),
    "ketu": _("Ketu"),
}
# The weekday of each ruling planet, on which its sign's bead is first put on.
DAYS: Final = {
    "sun": _("Sunday"),
    "moon": _("Monday"),
    "mars": _("Tuesday"),
    "mercury": _("Wednesday"),
    "jupiter": _("Thursday"),
    "venus": _("Friday"),
    "saturn": _("Saturday"),
}
ELEMENTS: Final = {
    "fire": _("Fire"),
    "earth": _("Earth"),
    "air": _("Air"),
    "water": _("Water"),
}
CHAKRAS: Final = {
    "muladhara": _("Muladhara (root)"),
    "svadhishthana": _("Svadhishthana (sacral)"),
    "manipura": _("Manipura (solar plexus)"),
    "anahata": _("Anahata (heart)"),
    "vishuddha": _("Vishuddha (throat)"),
    "ajna": _("Ajna (brow)"),
    "sahasrara": _("Sahasrara (crown)"),
}
# The mantra the Shiva Purana gives each bead, as the catalogue writes it.
MANTRAS: Final = {
    1: _("Om Hrim Namah"),
    2: _("Om Namah"),
    4: _("Om Hrim Namah"),
    5: _("Om Hrim Namah"),
    6: _("Om Hrim Hum Namah"),
    7: _("Om Hum Namah"),
    8: _("Om Hum Namah"),
    9: _("Om Hrim Hum Namah"),
    10: _("Om Hrim Namah"),
    11: _("Om Hrim Hum Namah"),
    12: _("Om Kraum Kshaum Raum Namah"),
}
BEAD: Final = _("{faces} Mukhi Rudraksha")
HOURS: Final = {
    "morning": _("at sunrise, 6 to 8 AM"),
    "afternoon": _("at noon, 12 to 2 PM"),
    "evening": _("at sunset, 6 to 8 PM"),
    "unknown": _("in the morning, after bathing"),
}
TIME_ADVICE: Final = {
    "morning": _(
        "You were born in the morning, the hour of beginnings. Put the bead on at sunrise, between 6 "
        "and 8 AM, before the day's first task."
    ),
    "afternoon": _(
        "You were born in the afternoon, when the day is at its fullest. Put the bead on at noon, "
        "between 12 and 2 PM, and take a quiet moment in the middle of your work."
    ),
    "evening": _(
        "You were born in the evening or at night, the hours of reflection. Put the bead on at "
        "sunset, between 6 and 8 PM, when the lamp is lit."
    ),
    "unknown": _(
        "Without an hour of birth, custom chooses the morning: put the bead on after bathing, before "
        "the first meal."
    ),
}
SEASON_ADVICE: Final = {
    "spring": _(
        "A child of spring: renew your practice each year around Holi and the new year's days, and "
        "clean the bead with a soft dry brush then."
    ),
    "summer": _(
        "A child of summer and the first rains: keep the bead away from sweat and damp, dry it in "
        "the shade, and make Shravan the month of your practice."
    ),
    "autumn": _(
        "A child of autumn: Navaratri and Kartik Purnima are good days to begin wearing the bead, "
        "with a lamp beside it."
    ),
    "winter": _(
        "A child of winter: Maha Shivaratri, as the cold season ends, is your day to renew the "
        "mantra; a drop of oil keeps the dry bead supple."
    ),
}
LIFE_STAGE_ADVICE: Final = {
    "youthful": _(
        "In the youthful years a bead is a reminder of one good habit. Choose a short mantra, and "
        "keep it daily."
    ),
    "prime": _(
        "In the prime years, between duties at home and at work, let the bead mark a few minutes "
        "that are your own."
    ),
    "wisdom": _(
        "In the wisdom years the bead is a companion of prayer. Many pass theirs on to a grandchild "
        "with its mantra."
    ),
}
COSMIC_ALIGNMENT: Final = _(
    "{sign} belongs to {planet} and to the element {element}. Tradition pairs it with the {primary}, "
    "and with the {secondary} where you would rather have another."
)
WEARING: Final = (
    _(
        "Wear it around the neck or the wrist on silk, cotton, silver or gold, with the bead "
        "touching the skin if you can."
    ),
    _("Put it on for the first time on a {day}, {hour}."),
    _("Take it off before bathing with soap, swimming, or using perfume."),
)
ACTIVATION: Final = (
    _("Rinse the bead in clean water and dry it with a soft cloth."),
    _("Touch it with sandalwood paste, light a lamp, and sit facing east."),
    _("Chant {mantra} 108 times, then put the bead on."),
)
MAINTENANCE: Final = (
    _("Wipe it with a soft dry cloth, and brush the grooves gently when dust settles in them."),
    _("Once or twice a year rub in a drop of sesame or sandalwood oil, and wipe off the rest."),
    _("Keep it in a cloth pouch, away from damp and strong sun. Look at the thread now and then."),
)
CONTRAINDICATIONS: Final = (
    _("A bead is small: keep it away from little children, and take it off a child for the night."),
    _("If thread or metal irritates your skin, choose another."),
    _("Rudraksha is worn out of faith and custom. It replaces neither medicine nor the advice of a doctor."),
)
COMBINATION: Final = _(
    "The {primary} and the {secondary} are often worn together on one thread; neither needs the other."
)
# Where a sign was looked up, and what a service of others said to it.
SIGN_SOURCES: Final = {
    "own": _("From this shop's own table, by day and month; no external service was asked."),
    "agrees": _("From this shop's own table, by day and month; {service} names the same sign."),
    "differs": _(
        "From this shop's own table, by day and month, which decides; {service} names {sign}. Near the "
        "border of two signs tables differ."
    ),
    "silent": _("From this shop's own table, by day and month; no external service gave an answer."),
}
# The twelve rashis from Mesha, the twenty-seven nakshatras from Ashwini, as the Vedic chart counts them.
RASHIS: Final = (
    _("Mesha"),
    _("Vrishabha"),
    _("Mithuna"),
    _("Karka"),
    _("Simha"),
    _("Kanya"),
    _("Tula"),
    _("Vrishchika"),
    _("Dhanu"),
    _("Makara"),
    _("Kumbha"),
    _("Meena"),
)
NAKSHATRAS: Final = (
    _("Ashwini"),
    _("Bharani"),
    _("Krittika"),
    _("Rohini"),
    _("Mrigashira"),
    _("Ardra"),
    _("Punarvasu"),
    _("Pushya"),
    _("Ashlesha"),
    _("Magha"),
    _("Purva Phalguni"),
    _("Uttara Phalguni"),
    _("Hasta"),
    _("Chitra"),
    _("Swati"),
    _("Vishakha"),
    _("Anuradha"),
    _("Jyeshtha"),
    _("Mula"),
    _("Purva Ashadha"),
    _("Uttara Ashadha"),
    _("Shravana"),
    _("Dhanishta"),
    _("Shatabhisha"),
    _("Purva Bhadrapada"),
    _("Uttara Bhadrapada"),
    _("Revati"),
)
LAGNA: Final = _("Lagna")
CHART_SOURCE: Final = _(
    "Computed by this shop itself from NASA JPL's ephemeris DE421 with the Lahiri ayanamsa; no "
    "external service was asked. Whole-sign houses, mean lunar nodes. Places: GeoNames."
)
CHART_WHOLE: Final = _("Your Vedic chart")
CHART_WITHOUT_TIME: Final = _(
    "Without a time of birth there is no lagna and there are no houses. Shown is what is the same "
    "all through the day."
)
