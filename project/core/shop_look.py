"""Sections of the shop's settings about its look: name, mark, colours and home page."""

from collections.abc import Mapping
from typing import Annotated, Final

from django.conf import settings
from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from project.core.schemas import NeededLine
from project.core.shop_setting_fields import Section
from project.core.theme import FAINTEST_TEXT, SHIPPED, check_readable, palette

Colour = Annotated[str, Field(pattern="^#[0-9a-fA-F]{6}$"), AfterValidator(str.lower)]
# The digest in the names of a picture's files (project/shop/pictures.py); "" is the shipped picture.
PictureDigest = Annotated[str, Field(pattern="^([0-9a-f]{12})?$")]
_SECTIONS: Final = "featured seed categories count newArrivals xray trending knot why blessing recommendation"
HomeSection = Annotated[str, Field(pattern=f"^({_SECTIONS.replace(' ', '|')})$")]


def picture_address(kind: str, digest: str) -> str:
    """Return how the addresses of a picture's files begin; "" for the shipped picture."""
    return f"{settings.PICTURES_URL}products/{kind}.{digest}" if digest else ""


class Brand(Section):
    """The name that the shop trades under, in both languages, its mark and its colours."""

    name: NeededLine = "Akshamala"
    name_hindi: NeededLine = "अक्षमाला"
    mark: PictureDigest = ""
    ground: Colour = SHIPPED["ground"]
    accent: Colour = SHIPPED["accent"]

    def name_in(self, language: str) -> str:
        """Return the name as texts of this language write it."""
        return self.name_hindi if language == "hi" else self.name

    def mark_file(self, icon: str) -> str:
        """Return the address of the mark as this icon, the shop's own or the shipped one."""
        own = picture_address("mark", self.mark)
        return f"{own}-{icon}.png" if own else f"/icons/{icon}.png"

    @property
    def colours(self) -> Mapping[str, str]:
        """All colours that follow from the two."""
        return palette(self.accent, self.ground)

    @field_validator("ground", "accent")
    @classmethod
    def _readable(cls, value: str, info: ValidationInfo) -> str:
        if info.field_name == "ground":
            check_readable(FAINTEST_TEXT, value, palette(SHIPPED["accent"], value)["tile"])
        else:
            colours = palette(value, info.data.get("ground", SHIPPED["ground"]))
            check_readable("#ffffff", value)
            check_readable(value, colours["ground"], colours["tile"], colours["accent-wash"])
        return value


class Home(Section):
    """Large picture and shown sections of the home page, whose texts are edited content."""

    hero: PictureDigest = ""
    sections: list[HomeSection] = _SECTIONS.split()
